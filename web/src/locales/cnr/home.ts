export const home = {
  home: {
    title: 'Početna',
    figure: '{count, number}',
    failed_text: 'Podaci nijesu učitani. Ekrani se i dalje mogu otvoriti iz menija.',
    part_failed: 'Nije učitano.',
    refreshed: 'Osvježeno {time}',
    ways: 'Prečice',
    others: '{count, plural, one {Još # ekran} few {Još # ekrana} other {Još # ekrana}}',
    waiting: {
      title: 'Čeka vas danas',
      items: '{count, plural, one {# stavka} few {# stavke} other {# stavki}}',
      nothing: 'Ništa ne čeka.',
      last_order: 'Posljednja narudžba {age}.',
      oldest: 'najstarija {age}',
      age: '{days, plural, =0 {danas {time}} =1 {juče {time}} one {prije # dan} few {prije # dana} other {prije # dana}}',
      and_more: 'i još {more, number}',
      quoted: '„{text}“',
      chats: {
        title:
          '{count, plural, one {Nepročitana konverzacija} few {Nepročitane konverzacije} other {Nepročitanih konverzacija}}',
        in: '{sliders, plural, one {u # obuci} few {u # obuke} other {u # obuka}}',
        verb: 'Odgovori',
      },
      cart: {
        title:
          '{count, plural, one {Neisporučena stavka korpe} few {Neisporučene stavke korpe} other {Neisporučenih stavki korpe}}',
        verb: 'Isporuči',
      },
      catalogueOrders: {
        title:
          '{count, plural, one {Nova narudžba iz kataloga} few {Nove narudžbe iz kataloga} other {Novih narudžbi iz kataloga}}',
        age: 'posljednja {age}',
        verb: 'Pregledaj',
      },
      complaints: {
        title: '{count, plural, one {Otvorena pritužba} few {Otvorene pritužbe} other {Otvorenih pritužbi}}',
        verb: 'Odgovori',
      },
      push: {
        title:
          '{count, plural, one {Uređaj na koji notifikacija nije stigla} few {Uređaja na koje notifikacija nije stigla} other {Uređaja na koje notifikacija nije stigla}}',
        reached: 'primilo {accepted, number} od {devices, number} uređaja',
        verb: 'Pošalji ponovo',
      },
    },
    orders: {
      title: 'Narudžbe po danu',
      note: 'posljednjih 30 dana',
      measure: 'Šta grafikon pokazuje',
      orders: 'Broj',
      total: 'Iznos',
      day: 'Dan',
      today: 'danas',
      all: 'ukupno',
      source: { catalogue: 'Katalog', campaigns: 'Kampanje', promotions: 'Promocije i seminari' },
      says: '{count, plural, =0 {nema narudžbi} one {# narudžba, {total}} few {# narudžbe, {total}} other {# narudžbi, {total}}}',
    },
    debts: {
      title: 'Dug prema limitu',
      all: 'Svi van valute',
      none: 'Niko ne duguje.',
      late: '{overdue} van valute',
      says: 'dug {debt}, van valute {overdue}, limit {limit}',
      legend: { late: 'van valute', rest: 'ostali dug', limit: 'limit' },
    },
    running: {
      title: 'Kampanje u toku',
      all: 'Sve kampanje',
      none: 'Partneri danas ne vide nijednu kampanju.',
      of_pieces: '{ordered} od {of}',
      of_cash: '{ordered} od {of} casha',
      ordered: 'poručeno {ordered}',
      left: '{days, plural, =0 {ističe danas} =1 {ističe sutra} one {još # dan} few {još # dana} other {još # dana}}',
      buyers: '{buyers, number} od {partners, plural, one {# partnera} few {# partnera} other {# partnera}}',
    },
    missing: {
      title: 'Nema zaliha, a traži se',
      note: 'po narudžbama u posljednjih 30 dana',
      all: 'Prikaži sve ({count, number})',
      none: 'Sve što partneri traže je na zalihi.',
      asked: 'traženo {count, number}',
      waiting: 'čeka {count, number}',
      gone: 'na zalihi 0',
    },
    tile: {
      partners: '{count, plural, one {aktivan} few {aktivna} other {aktivnih}}',
      inactive_partners:
        '{count, plural, =0 {nema neaktivnih} one {# neaktivan} few {# neaktivna} other {# neaktivnih}}',
      campaigns: '{count, plural, one {vidljiva} few {vidljive} other {vidljivih}}',
      hidden_campaigns:
        '{count, plural, =0 {nema skrivenih} one {# skrivena} few {# skrivene} other {# skrivenih}}',
      cart: '{count, plural, one {neisporučena stavka} few {neisporučene stavke} other {neisporučenih stavki}}',
      cart_partners:
        '{count, plural, =0 {niko ne čeka} one {čeka # partner} few {čekaju # partnera} other {čeka # partnera}}',
      out_of_stock: 'bez zaliha',
      of_products:
        '{count, plural, one {od # aktivnog proizvoda} few {od # aktivna proizvoda} other {od # aktivnih proizvoda}}',
      sliders: '{count, plural, one {vidljiv} few {vidljiva} other {vidljivih}}',
      hidden_sliders:
        '{count, plural, =0 {nema skrivenih} one {# skriven} few {# skrivena} other {# skrivenih}}',
      users:
        '{count, plural, one {korisnik u kancelariji} few {korisnika u kancelariji} other {korisnika u kancelariji}}',
      partner_users:
        '{count, plural, =0 {nema naloga partnera} one {# nalog partnera} few {# naloga partnera} other {# naloga partnera}}',
      notifications: 'u posljednjih 30 dana',
      devices: '{count, plural, =0 {nema uređaja} one {na # uređaj} few {na # uređaja} other {na # uređaja}}',
      support: '{count, plural, one {otvorena poruka} few {otvorene poruke} other {otvorenih poruka}}',
      complaints: '{count, plural, =0 {nema pritužbi} one {# pritužba} few {# pritužbe} other {# pritužbi}}',
      catalogue:
        '{count, plural, one {proizvod u katalogu} few {proizvoda u katalogu} other {proizvoda u katalogu}}',
      catalogue_categories:
        '{count, plural, =0 {nema kategorija} one {u # kategoriji} few {u # kategorije} other {u # kategorija}}',
      orders_today:
        '{count, plural, one {narudžba iz kataloga danas} few {narudžbe iz kataloga danas} other {narudžbi iz kataloga danas}}',
      orders_pieces: '{count, plural, =0 {ništa poručeno} one {# komad} few {# komada} other {# komada}}',
      support_items:
        '{count, plural, one {fajl ili link za partnere} few {fajla i linka za partnere} other {fajlova i linkova za partnere}}',
      support_folders:
        '{count, plural, =0 {nema foldera} one {u # folderu} few {u # foldera} other {u # foldera}}',
      stores:
        '{count, plural, one {aktivna prodavnica} few {aktivne prodavnice} other {aktivnih prodavnica}}',
    },
  },
} as const
