export const cnr = {
  rooms: {
    cities: {
      title: 'Gradovi',
      add: 'Dodaj grad',
      new: 'Novi grad',
      edit: 'Uredi grad',
      details: 'Grad',
      many: '{count, plural, one {# grad} few {# grada} other {# gradova}}',
      hint: 'Više se neće nuditi u izboru.',
      empty: 'Još nema gradova',
      empty_hint: 'Dodajte prvi da bi ga partneri i prodavnice mogli imati.',
      active: 'Aktivan',
      inactive: 'Neaktivan',
    },
  },
} as const
