export const products = {
  products: {
    import: 'Uvoz proizvoda',
    none: 'nema',
    image: 'Slika',
    all: 'Preuzmi sve proizvode (proizvodi.xlsx)',
  },
  productPreview: {
    price: 'Cijena',
    quantity: 'Količina',
    free: 'Slobodno',
    free_says:
      'Količina bez onoga što je poslije njenog unosa poručeno iz kataloga i u promocijama, uključujući i ono za šta nema zaliha',
    asked: 'Traženo',
    asked_says: 'Traženo u posljednjih 30 dana',
    stock_line: 'Zalihe, 12 sedmica',
    price_line: 'Cijena, 12 sedmica',
    line_says: 'Od {from} do {to}.',
    moment: 'Kada',
    now: 'danas',
    offered: 'Gdje se nudi',
    nowhere: 'Još se nigdje ne nudi.',
    shown: 'Vidljivo',
    hidden: 'Skriveno',
    more: 'i još {count, number}',
  },
  import: {
    unknown_code: 'Nepoznata šifra: bez kolone Naziv proizvod se ne može dodati.',
  },
  validation: {
    valid_quantity: 'Količina mora biti cio broj od 0 do 2.147.483.647.',
    valid_price: 'Cijena mora biti veća od nule.',
    product_name: 'Naziv proizvoda mora imati najmanje 2 znaka.',
    unique_code: 'Proizvod s ovom šifrom već postoji.',
    product_offered: 'Proizvod je u vidljivoj promociji ili kampanji, pa mora ostati aktivan.',
  },
} as const
