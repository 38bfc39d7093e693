export const chat = {
  chat: {
    messages: 'Poruke',
    write: 'Poruka',
    send: 'Pošalji',
    enter_sends: 'šalje',
    too_long: '{count, plural, one {# karakter} few {# karaktera} other {# karaktera}} previše',
    sending: 'Šalje se …',
    waiting: 'Čeka mrežu …',
    discard: 'Odbaci',
    read: 'pročitano',
    today: 'Danas',
    yesterday: 'Juče',
    to_end: 'Nove poruke',
    unsent: 'Odbaciti nedovršenu poruku?',
    unsent_text: 'Napisali ste poruku koju niste poslali.',
  },
} as const
