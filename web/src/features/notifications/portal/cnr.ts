export const cnr = {
  portal: {
    inbox: {
      unread: 'Nepročitano',
      read_all: 'Označi sve kao pročitano',
      empty: 'Još nema notifikacija',
      empty_text: 'Kad kancelarija pošalje notifikaciju, ostaje sačuvana ovdje.',
      title: 'Notifikacije',
    },
    device: {
      title: 'Notifikacije na ovom uređaju',
      on: 'Notifikacije stižu na ovaj uređaj.',
      off: 'Saznajte odmah za nove promocije i termine, i kad aplikacija nije otvorena.',
      denied:
        'Pregledač ih ne dozvoljava. Dozvolite notifikacije za ovu stranicu u njegovim podešavanjima, pa se vratite.',
      install:
        'Na iPhone stižu tek kad je aplikacija na početnom ekranu: pritisnite Podijeli, zatim „Add to Home Screen“, i otvorite je odatle.',
      enable: 'Uključi notifikacije',
      disable: 'Isključi',
      failed: 'Uređaj nije prijavljen. Pokušajte ponovo.',
    },
  },
} as const
