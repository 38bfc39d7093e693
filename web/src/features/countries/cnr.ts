export const cnr = {
  rooms: {
    countries: {
      title: 'Države',
      add: 'Dodaj državu',
      new: 'Nova država',
      edit: 'Uredi državu',
      details: 'Država',
      many: '{count, plural, one {# državu} few {# države} other {# država}}',
      hint: 'Više se neće nuditi u izboru.',
      empty: 'Još nema država',
      empty_hint: 'Dodajte prvu da bi gradovi imali gdje da pripadaju.',
      active: 'Aktivna',
      inactive: 'Neaktivna',
    },
  },
} as const
