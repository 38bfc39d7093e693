export const cnr = {
  history: {
    title: 'Istorija',
    system: 'Sistem',
    nothing: 'prazno',
    changed: 'promijenjeno',
    empty: 'Bez izmjena',
    empty_hint: 'Ovaj zapis nije mijenjan otkad se izmjene bilježe.',
  },
  features: {
    history: {
      title: 'Istorija izmjena',
      add: 'Istorija izmjena',
      new: 'Istorija izmjena',
      edit: 'Istorija izmjena',
      details: 'Izmjena',
      many: '{count, plural, one {# izmjenu} few {# izmjene} other {# izmjena}}',
      hint: 'Izmjene se ne mijenjaju.',
      empty: 'Još nema izmjena',
      empty_hint: 'Svaka izmjena zapisa pojaviće se ovdje: ko, kada, sa čega na šta.',
      active: 'Da',
      inactive: 'Ne',
    },
  },
} as const
