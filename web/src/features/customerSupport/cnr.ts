export const cnr = {
  features: {
    customerSupport: {
      title: 'Korisnička podrška',
      details: 'Poruka partnera',
      many: '{count, plural, one {# poruku} few {# poruke} other {# poruka}}',
      hint: 'Poruka ostaje sačuvana, ali se vodi kao riješena.',
      empty: 'Još nema poruka',
      empty_hint: 'Pitanja, sugestije i pritužbe partnera stižu iz njihove aplikacije.',
      active: 'Aktivna',
      inactive: 'Neaktivna',
    },
  },
  support: {
    type_1: 'Pitanje',
    type_2: 'Sugestija',
    type_3: 'Pritužba',
  },
} as const
