export const cnr = {
  rooms: {
    categories: {
      title: 'Kategorije',
      add: 'Dodaj kategoriju',
      new: 'Nova kategorija',
      edit: 'Uredi kategoriju',
      details: 'Kategorija',
      many: '{count, plural, one {# kategoriju} few {# kategorije} other {# kategorija}}',
      hint: 'Više se neće nuditi u izboru.',
      empty: 'Još nema kategorija',
      empty_hint: 'Dodajte prvu da bi se partneri mogli razvrstati.',
      active: 'Aktivna',
      inactive: 'Neaktivna',
    },
  },
} as const
