export const cnr = {
  transfers: {
    name: 'Otpremanje fajlova',
    sending: 'Otpremanje, {count, plural, one {# fajl} few {# fajla} other {# fajlova}}',
    done: '{failed, plural, =0 {Otpremanje je završeno} one {Otpremanje: # fajl nije stigao} few {Otpremanje: # fajla nijesu stigla} other {Otpremanje: # fajlova nije stiglo}}',
    arrived: 'otpremljeno',
    waiting: 'čeka',
    of: '{sent} od {size}',
    retry: 'Pokušaj ponovo: {name}',
    cancel: 'Prekini otpremanje: {name}',
    dismiss: 'Ukloni sa spiska: {name}',
    fold: 'Skupi spisak',
    unfold: 'Raširi spisak',
    leave: 'Fajlovi se još otpremaju',
    leave_text: 'Ako sada odete, ono što nije stiglo neće biti sačuvano.',
    leave_yes: 'Ipak idi',
    stay: 'Sačekaj',
  },
} as const
