export const cnr = {
  portal: {
    support: {
      type: 'Šta nam šaljete?',
      type_1: 'Pitanje',
      type_2: 'Sugestija',
      type_3: 'Pritužba',
      message: 'Poruka',
      placeholder: 'Napišite o čemu se radi',
      send: 'Pošalji',
      done: 'Poruka uspješno poslata',
      sent: 'Poslali ste',
      resolved: 'Riješeno',
      resolved_text: 'Kancelarija je ovo riješila. Ako pišete dalje, otvara se ponovo.',
      answers: '{count, plural, one {# novi odgovor} few {# nova odgovora} other {# novih odgovora}}',
      title: 'Pišite nam',
    },
  },
} as const
