export const cnr = {
  home: {
    title: 'Početna',
    figure: '{count, number}',
    failed: 'Brojke nijesu učitane',
    failed_text: 'Server ne odgovara. Ekrani se i dalje mogu otvoriti.',
    tile: {
      partners: '{count, plural, one {aktivan partner} few {aktivna partnera} other {aktivnih partnera}}',
      inactive_partners:
        '{count, plural, =0 {nema neaktivnih} one {# neaktivan} few {# neaktivna} other {# neaktivnih}}',
      campaigns:
        '{count, plural, one {kampanja koju partneri vide} few {kampanje koje partneri vide} other {kampanja koje partneri vide}}',
      hidden_campaigns:
        '{count, plural, =0 {nema onih koje ne vide} one {# koju ne vide} few {# koje ne vide} other {# koje ne vide}}',
      cart: '{count, plural, one {neisporučena stavka} few {neisporučene stavke} other {neisporučenih stavki}}',
      cart_partners:
        '{count, plural, =0 {niko ne čeka} one {čeka # partner} few {čekaju # partnera} other {čeka # partnera}}',
      out_of_stock:
        '{count, plural, one {proizvod bez zaliha} few {proizvoda bez zaliha} other {proizvoda bez zaliha}}',
      of_products:
        '{count, plural, one {od # aktivnog proizvoda} few {od # aktivna proizvoda} other {od # aktivnih proizvoda}}',
      sliders: '{count, plural, one {vidljiv slajder} few {vidljiva slajdera} other {vidljivih slajdera}}',
      hidden_sliders:
        '{count, plural, =0 {nema skrivenih} one {# skriven} few {# skrivena} other {# skrivenih}}',
      users:
        '{count, plural, one {korisnik u kancelariji} few {korisnika u kancelariji} other {korisnika u kancelariji}}',
      partner_users:
        '{count, plural, =0 {nema naloga partnera} one {# nalog partnera} few {# naloga partnera} other {# naloga partnera}}',
      notifications:
        '{count, plural, one {notifikacija u 30 dana} few {notifikacije u 30 dana} other {notifikacija u 30 dana}}',
      devices: '{count, plural, =0 {nema uređaja} one {na # uređaj} few {na # uređaja} other {na # uređaja}}',
      support: '{count, plural, one {otvorena poruka} few {otvorene poruke} other {otvorenih poruka}}',
      complaints: '{count, plural, =0 {nema pritužbi} one {# pritužba} few {# pritužbe} other {# pritužbi}}',
      catalogue:
        '{count, plural, one {proizvod u katalogu} few {proizvoda u katalogu} other {proizvoda u katalogu}}',
      catalogue_categories:
        '{count, plural, =0 {nema kategorija} one {u # kategoriji} few {u # kategorije} other {u # kategorija}}',
      orders_today:
        '{count, plural, one {narudžba kataloga danas} few {narudžbe kataloga danas} other {narudžbi kataloga danas}}',
      orders_pieces: '{count, plural, =0 {ništa poručeno} one {# komad} few {# komada} other {# komada}}',
      support_items:
        '{count, plural, one {fajl ili link za partnere} few {fajla i linka za partnere} other {fajlova i linkova za partnere}}',
      support_folders:
        '{count, plural, =0 {nema foldera} one {u # folderu} few {u # foldera} other {u # foldera}}',
      stores:
        '{count, plural, one {aktivna prodavnica} few {aktivne prodavnice} other {aktivnih prodavnica}}',
    },
    signed_in_as: 'prijavljeni ste kao {username}',
  },
} as const
