export const notifications = {
  notifications: {
    partners: 'Partneri',
    send: 'Pošalji',
    send_sure: 'Poslati notifikaciju?',
    send_sure_text: 'Stiže odmah i ne može se povući.',
    schedule: 'Zakaži',
    scheduled: 'Zakazana za {at}',
    send_at: 'Vrijeme slanja',
    send_at_help: 'Prazno znači odmah. Po vremenu u Podgorici.',
    edit: 'Uredi notifikaciju',
    send_now: 'Pošalji odmah',
    send_now_one: 'Poslati „{name}“ odmah?',
    send_now_text: 'Stiže partnerima sada, a ne u zakazano vrijeme. Poslije toga se ne može izmijeniti.',
    whom: 'Za: {names}',
    and_others: '{names} i druge',
    sent_to:
      'Notifikacija je poslata: {users, plural, one {# korisnik} few {# korisnika} other {# korisnika}} ({names})',
    cancel: 'Otkaži slanje',
    cancel_one: 'Otkazati „{name}“?',
    cancel_text: 'Neće biti poslata. Ostaje u listi i može se duplirati.',
    cancelled: 'Slanje je otkazano',
    leave: 'Ostavi zakazanu',
    late: 'Zakazana za {planned}, poslata kasnije: {at}',
    already_sent: 'Notifikacija je već poslata.',
    already_cancelled: 'Notifikacija je otkazana.',
    opens: 'Otvara',
    opens_inbox: 'Sanduče aplikacije',
    opened: { slider: 'Slajder', product: 'Proizvod', campaign: 'Kampanju' },
    opens_what:
      '{kind, select, slider {Otvara slajder „{name}“} product {Otvara proizvod „{name}“} other {Otvara kampanju „{name}“}}',
    not_seen: {
      slider:
        '{partners, plural, one {# partner ne vidi} few {# partnera ne vide} other {# partnera ne vidi}} ovaj slajder. Ako im notifikacija stigne, slajder se ne otvara.',
      product:
        '{partners, plural, one {# partner ne vidi} few {# partnera ne vide} other {# partnera ne vidi}} ovaj proizvod u katalogu. Ako im notifikacija stigne, proizvod se ne otvara.',
      campaign:
        '{partners, plural, one {# partner ne vidi} few {# partnera ne vide} other {# partnera ne vidi}} ovu kampanju. Ako im notifikacija stigne, kampanja se ne otvara.',
    },
    send_to: 'Šalje se',
    to_categories: 'Kategorijama',
    to_partners: 'Partnerima',
    reach:
      'Primaoci: {partners, plural, one {# partner} few {# partnera} other {# partnera}}, {users, plural, one {# korisnik} few {# korisnika} other {# korisnika}}. Prijavljeni uređaji: {devices, number}.',
    reach_none: 'Izaberite kome se šalje.',
    phones_logged:
      'Firebase nije podešen: na {phones, plural, one {# telefon} few {# telefona} other {# telefona}} ne stiže. Notifikacija je u sandučetu aplikacije.',
    test: {
      send: 'Pošalji probu sebi',
      help: 'Stiže samo na vaše uređaje, ne partnerima.',
      incomplete: 'Za probu upišite naslov i tekst.',
      no_device: 'Nemate nijedan uređaj za probu.',
      one_user:
        'U jednom pregledaču notifikacije dobija samo onaj ko ih je posljednji uključio, ovdje ili u aplikaciji za partnere.',
      enable: 'Uključi u ovom pregledaču i pošalji',
      disable: 'Isključi notifikacije u ovom pregledaču',
      denied:
        'Notifikacije su blokirane u ovom pregledaču. Dozvolite ih u njegovim podešavanjima za ovu adresu.',
      install: 'Na iPhoneu i iPadu probe stižu samo kad je Kontor dodat na početni ekran.',
      unable:
        'Ovaj pregledač ne može da ih prima. Otvorite Kontor preko https-a u Chromeu, Edgeu, Firefoxu ili Safariju.',
      failed: 'Uključivanje nije uspjelo. Pokušajte ponovo.',
    },
    no_device: 'bez uređaja',
    reached: 'Stiglo na {accepted, number} od {devices, number}',
    pending: '{pending, number} na čekanju',
    missed: 'na {missed, plural, one {# uređaj} few {# uređaja} other {# uređaja}} nije stiglo',
    logged: '{logged, number} samo zabilježeno',
    users: '{users, plural, one {# korisnik} few {# korisnika} other {# korisnika}}',
    read: '{read, plural, =0 {niko nije pročitao} one {# pročitao} few {# pročitala} other {# pročitalo}}',
    resend: 'Pošalji ponovo na neuspjele',
    resent: 'Poslato ponovo',
    nothing_to_resend: 'Nema uređaja na koje bi se notifikacija ponovo poslala.',
    validation_categories: 'Morate izabrati minimum 1 kategoriju',
    validation_partners: 'Morate izabrati minimum 1 partnera',
  },
  validation: {
    opens_one: 'Notifikacija otvara samo jedan zapis.',
    push_too_long: 'Notifikacija je preduga. Skratite tekst.',
  },
} as const
