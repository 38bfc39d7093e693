export const cnr = {
  portal: {
    chats: {
      support: 'Pišite nam',
      write_us: 'Pitanje, sugestija ili pritužba',
      empty: 'Konverzacija počinje na obuci: otvorite obuku u Novostima i pritisnite „Pitaj kancelariju“.',
      title: 'Poruke',
    },
    chat: {
      messages: 'Poruke',
      office: 'Kancelarija',
      placeholder: 'Poruka',
      send: 'Pošalji',
      start: 'Započnite konverzaciju slanjem poruke kroz formu za unos poruke ispod',
      sending: 'Šalje se…',
      waiting: 'Čeka mrežu',
      retry: 'Pokušaj ponovo',
      discard: 'Odbaci',
      seen: 'Viđeno',
      today: 'Danas',
    },
  },
} as const
