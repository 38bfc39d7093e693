export const chat = {
  chat: {
    messages: 'Poruke',
    write: 'Poruka',
    send: 'Pošalji',
    enter_sends: 'šalje',
    too_long: '{count, plural, one {# znak} few {# znaka} other {# znakova}} previše',
    sending: 'Šalje se …',
    waiting: 'Čeka vezu …',
    discard: 'Odbaci',
    read: 'pročitano',
    today: 'Danas',
    yesterday: 'Juče',
    to_end: 'Nove poruke',
    unsent: 'Odbaciti poruku?',
    unsent_text: 'Napisali ste poruku koju nijeste poslali.',
  },
} as const
