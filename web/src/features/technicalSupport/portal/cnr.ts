export const cnr = {
  portal: {
    manuals: {
      title: 'Tehnička podrška',
      search: 'Traži uputstvo ili fajl',
      way: 'Put do foldera',
      top: 'Sve',
      list: 'Folderi i fajlovi',
      none_found: 'Ništa ne odgovara pretrazi „{text}“.',
      empty: 'Ovdje još nema ničega',
      empty_text: 'Kad kancelarija doda uputstva i fajlove za vas, pojaviće se ovdje.',
      inside: '{count, plural, =0 {prazno} one {# stavka} few {# stavke} other {# stavki}}',
      download: 'Preuzmi',
      opens: 'Otvara {site}',
      downloading: 'Preuzimanje: {name}…',
    },
  },
} as const
