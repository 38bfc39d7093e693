export const sliders = {
  features: {
    sliders: {
      title: 'Slajderi',
      add: 'Dodaj slajder',
      new: 'Novi slajder',
      edit: 'Uredi slajder',
      details: 'Slajder',
      many: '{count, plural, one {# slajder} few {# slajdera} other {# slajdera}}',
      hint: 'Partneri ga više neće vidjeti.',
      empty: 'Još nema slajdera',
      empty_hint: 'Dodajte prvi: partneri ga vide u svojoj aplikaciji.',
      active: 'Aktivan',
      inactive: 'Neaktivan',
    },
  },
  lists: {
    registrations: {
      title: 'Partneri prijavljeni na seminar',
      empty: 'Još nema prijava',
      empty_hint: 'Partneri se prijavljuju u svojoj aplikaciji.',
    },
    slider_orders: {
      title: 'Partneri koji su poručili promotivni proizvod',
      empty: 'Još nema narudžbi',
      empty_hint: 'Partneri poručuju u svojoj aplikaciji.',
    },
  },
  sliders: {
    chat: 'Konverzacije',
    image: 'Glavna slika',
    wyswygimg: 'Dodatna slika',
    choose_type: 'Izaberite tip da biste vidjeli njegova polja.',
    moments_help: 'Prazno znači bez ograničenja. Po vremenu u Podgorici.',
    push_later: 'Šalje se kad se slajder prikaže.',
    scheduled: 'Zakazan za {at}',
    no_name: 'Bez naziva',
    preview_part: 'Dio pregleda',
    preview_card: 'U listi',
    preview_page: 'Otvoren',
    duplicate_title: 'Dupliraj slajder',
    duplicate_text:
      'Novi slajder ima isti sadržaj, slike i kategorije. Skriven je, bez vremena prikazivanja, prijava i narudžbi.',
    duplicate_name: 'Naziv novog slajdera',
    duplicated: 'Slajder je dupliran',
    url: 'Adresa (URL)',
    url_help: 'Otvara se dodirom na sliku.',
    youtube_help: 'Adresa videa na YouTube-u.',
    welcome_message: 'Poruka dobrodošlice',
    product: 'Proizvod',
    dates: 'Datumi',
    page_content: 'Sadržaj',
    push_notification: 'Pošalji push notifikaciju',
    notification_text: 'Tekst notifikacije',
    partners: 'Prijavljeni partneri',
    orders: 'Narudžbe',
    handle: 'Označi kao obrađenu',
    reopen: 'Vrati na čekanje',
    waiting: '{count, plural, one {# čeka} few {# čekaju} other {# čeka}}',
    ordered:
      'Ukupno {pieces, number} kom. u {orders, plural, one {# narudžbi} few {# narudžbe} other {# narudžbi}}',
    show_text:
      'Partneri iz izabranih kategorija {count, plural, =1 {vidjeće ga} one {vidjeće ih} few {vidjeće ih} other {vidjeće ih}}.',
    now_hidden: 'Slajder je skriven',
    show_told:
      '{count, plural, =1 {Odmah im stiže i notifikacija} one {Odmah im stiže i # notifikacija} few {Odmah im stižu i # notifikacije} other {Odmah im stiže i # notifikacija}}, što se ne može povući.',
    hide_text:
      '{count, plural, =1 {Partneri ga više neće vidjeti. Može} one {Partneri ih više neće vidjeti. Mogu} few {Partneri ih više neće vidjeti. Mogu} other {Partneri ih više neće vidjeti. Mogu}} se ponovo prikazati u svakom trenutku.',
    used: '{count, plural, one {Slajder ima # prijavu ili narudžbu} few {Slajder ima # prijave ili narudžbe} other {Slajder ima # prijava ili narudžbi}}',
    used_text:
      'Prijave i narudžbe ostaju sačuvane, ali ih partneri više neće vidjeti u aplikaciji. Ipak deaktivirati?',
    keep: 'Ostavi aktivan',
  },
} as const
