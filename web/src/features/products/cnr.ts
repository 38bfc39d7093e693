export const cnr = {
  features: {
    products: {
      title: 'Proizvodi',
      add: 'Dodaj proizvod',
      new: 'Novi proizvod',
      edit: 'Uredi proizvod',
      details: 'Proizvod',
      many: '{count, plural, one {# proizvod} few {# proizvoda} other {# proizvoda}}',
      hint: 'Više se neće nuditi u promocijama.',
      empty: 'Još nema proizvoda',
      empty_hint: 'Dodajte prvi ili ih uvezite iz Excela.',
      active: 'Aktivan',
      inactive: 'Neaktivan',
    },
  },
  products: {
    import: 'Uvoz proizvoda',
    none: 'nema',
    image: 'Slika',
    all: 'Preuzmi sve proizvode (proizvodi.xlsx)',
  },
} as const
