export const cnr = {
  order: {
    quantity: 'Količina',
    less: 'Jedan manje',
    more: 'Jedan više',
    quantity_wrong: 'Količina je cijeli broj od 1 do {max, number}.',
    wait: 'Narudžba za {count, number} kom. čeka odgovor servera',
    wait_text: 'Dok je aplikacija otvorena, poslaće se čim se veza vrati, i to jednom.',
    again: 'Pošalji sada',
    drop: 'Odustani od narudžbe',
    drop_title: 'Odustati od narudžbe?',
    drop_text:
      'Ova aplikacija je više neće slati. Ako je već stigla do servera, ostaje poručena: provjerite među svojim narudžbama.',
    past: 'Ne znamo da li je narudžba za {count, number} kom. stigla',
    past_text:
      'Starija je od jednog dana, pa je ne šaljemo ponovo. Provjerite među svojim narudžbama i poručite ponovo ako je nema.',
    seen: 'U redu',
    in_stock: 'Na zalihi',
    few: 'Još {count, number} kom.',
    none: 'Nema zaliha',
    basket: 'Korpa, {count, plural, one {# proizvod} few {# proizvoda} other {# proizvoda}}',
    add_of: 'Dodaj u korpu: {name}',
    change_of: 'U korpi {count, number} kom., promijeni: {name}',
    put: 'Stavi u korpu',
    take_out: 'Ukloni iz korpe',
    full: 'Korpa može imati najviše {count, number} proizvoda. Poručite ih, pa nastavite.',
    amount_of: 'Količina: {name}',
  },
} as const
