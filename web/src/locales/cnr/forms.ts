export const forms = {
  once: { not_copied: 'Zatvoriti bez kopiranja?' },
  transfers: {
    name: 'Otpremanje fajlova',
    sending: 'Otpremanje, {count, plural, one {# fajl} few {# fajla} other {# fajlova}}',
    done: '{failed, plural, =0 {Otpremanje je završeno} one {Otpremanje: # fajl nije stigao} few {Otpremanje: # fajla nijesu stigla} other {Otpremanje: # fajlova nije stiglo}}',
    arrived: 'otpremljeno',
    waiting: 'čeka',
    of: '{sent} od {size}',
    retry: 'Pokušaj ponovo: {name}',
    cancel: 'Prekini otpremanje: {name}',
    dismiss: 'Ukloni sa liste: {name}',
    fold: 'Skupi listu',
    unfold: 'Raširi listu',
    leave: 'Fajlovi se još otpremaju',
    leave_text: 'Ako sada odete, nedovršeni fajlovi neće biti sačuvani.',
    leave_yes: 'Ipak izađi',
    stay: 'Sačekaj',
  },
  map: {
    marker: 'Izabrano mjesto',
    zoom_in: 'Približi',
    zoom_out: 'Udalji',
  },
  validation: {
    day_order: 'Posljednji dan ne može biti prije prvog.',
  },
} as const
