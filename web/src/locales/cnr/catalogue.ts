export const catalogue = {
  catalogue: {
    counts:
      '{folders, plural, one {# kategorija} few {# kategorije} other {# kategorija}}, {items, plural, one {# proizvod} few {# proizvoda} other {# proizvoda}}{hidden, plural, =0 {} one {, # skriveno} few {, # skrivena} other {, # skrivenih}}',
    search: 'Traži u katalogu',
    orders: 'Narudžbe iz kataloga',
    pdf: 'Cijeli katalog sa slikama (PDF)',
    xlsx: 'Cijeli katalog (.xlsx)',
    pdf_of: 'Preuzmi sa slikama (PDF)',
    xlsx_of: 'Preuzmi Excel',
    add_in: 'Dodaj potkategoriju',
    place: 'Mjesto u katalogu',
    place_choose: 'Izaberi',
    choose: 'Dodaj proizvode',
    choose_title: 'Dodaj proizvode u „{name}“',
    add_all:
      '{count, plural, one {Dodaj # pronađeni} few {Dodaj sva # pronađena} other {Dodaj svih # pronađenih}}',
    add_all_title:
      '{count, plural, one {Dodati # proizvod u „{name}“?} few {Dodati # proizvoda u „{name}“?} other {Dodati # proizvoda u „{name}“?}}',
    add_all_text: 'Dodaju se svi aktivni proizvodi koje filteri nalaze. Oni koji su već u kategoriji ostaju.',
    add_all_do: 'Dodaj sve',
    attached:
      '{added, plural, =0 {Svi su već u „{name}“} one {U „{name}“ je dodat # proizvod} few {U „{name}“ su dodata # proizvoda} other {U „{name}“ je dodato # proizvoda}}{already, plural, =0 {} one {{added, plural, =0 {} other {, {already, number} je već tu}}} few {{added, plural, =0 {} other {, {already, number} su već tu}}} other {{added, plural, =0 {} other {, {already, number} je već tu}}}}',
    edit: 'Uredi proizvod',
    open: 'Otvori proizvod',
    products: '{count, plural, one {# proizvod} few {# proizvoda} other {# proizvoda}}',
    count: '{count, number}',
    available: 'slobodno {count, number} · ',
    inactive: 'Neaktivan proizvod',
    not_at_top: 'Proizvod mora biti u kategoriji.',
    categories_help: 'Bez kategorije je vide svi partneri.',
  },
  validation: {
    catalogue_name: 'Naziv kategorije mora imati najmanje 2 znaka.',
    catalogue_root: 'Proizvod može biti samo u kategoriji, ne na vrhu kataloga.',
    catalogue_product: 'Proizvod se uređuje na ekranu Proizvodi, a ne u katalogu.',
    catalogue_taken: 'Ovaj proizvod je već u toj kategoriji.',
  },
} as const
