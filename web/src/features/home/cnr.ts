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
      stores:
        '{count, plural, one {aktivna prodavnica} few {aktivne prodavnice} other {aktivnih prodavnica}}',
    },
    signed_in_as: 'prijavljeni ste kao {username}',
  },
} as const
