export const cnr = {
  compose: {
    hour: '{label}: sat',
    office_time: 'Po vremenu kancelarije (Podgorica).',
    duplicate: 'Dupliraj',
    duplicate_suggested: '{name} (kopija)',
    preview: 'Pregled',
    now: 'sada',
    show: 'Prikaži',
    hide: 'Sakrij',
    show_one: 'Prikazati „{name}“?',
    hide_one: 'Sakriti „{name}“?',
    show_many: 'Prikazati {many}?',
    hide_many: 'Sakriti {many}?',
    shown: 'Prikazano: {many}',
    hidden: 'Sakriveno: {many}',
  },
} as const
