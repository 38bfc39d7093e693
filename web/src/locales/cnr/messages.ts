export const messages = {
  conversation_start: {
    partner: 'Partner',
    partner_first: 'Prvo izaberite partnera',
    user: 'Korisnik partnera',
    training: 'Obuka',
    no_users: 'Partner nema aktivnih korisnika aplikacije.',
    no_trainings: 'Partner ne vidi nijednu obuku. Pišite mu preko korisničke podrške.',
    sent: 'Poruka uspješno poslata',
  },
  chat: {
    new: 'Nova konverzacija',
    next: 'Sljedeća konverzacija',
    previous: 'Prethodna konverzacija',
    title: 'Konverzacije',
    training: 'Obuka',
    figures:
      '{threads, plural, one {# konverzacija} few {# konverzacije} other {# konverzacija}}{unread, plural, =0 {} one { · # nepročitana} few { · # nepročitane} other { · # nepročitanih}}',
    everyone: 'Poruka svima',
    everyone_count:
      'Dobiće je {count, plural, one {# korisnik} few {# korisnika} other {# korisnika}} ove obuke.',
    everyone_sure:
      'Poslati poruku u {count, plural, one {# konverzaciju} few {# konverzacije} other {# konverzacija}}?',
    everyone_text: 'Poslata poruka se ne može povući.',
    mute: 'Isključi zvuk novih poruka',
    unmute: 'Uključi zvuk novih poruka',
    threads: 'Konverzacije',
    search: 'Traži korisnika ili partnera',
    none_found: 'Nijedna konverzacija ne odgovara pretrazi',
    nobody: 'Nema prijavljenih korisnika',
    nobody_text: 'Konverzacija počinje kad je partner otvori iz obuke, ili kad mu vi prvi pišete.',
    choose: 'Odaberite konverzaciju iz liste sa lijeve strane',
    choose_text: 'Nepročitane su podebljane.',
    start: 'Započnite konverzaciju slanjem poruke kroz formu za unos poruke ispod',
    no_messages: 'Još nema poruka',
    sent: 'Poruka uspješno poslata',
    yesterday_short: 'juče',
    back: 'Nazad na konverzacije',
    news: 'Nova poruka, {name}: {text}',
    all: 'Sve konverzacije',
    all_read: 'Sve poruke su pročitane',
  },
  shell: {
    unread:
      '{count, plural, =0 {Nema nepročitanih poruka} one {# nepročitana poruka} few {# nepročitane poruke} other {# nepročitanih poruka}}',
  },
} as const
