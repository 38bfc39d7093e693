export const cnr = {
  keys: {
    everywhere: 'Svuda',
    go: 'Idi na ekran',
    list: 'U listi',
    row: 'U redu',
    here: 'Na ovom ekranu',
    palette: 'Traži partnera, proizvod, ekran ili radnju',
    undo: 'Vrati posljednju radnju, dok stoji „Poništi“',
    close: 'Zatvori ono što je otvoreno',
    space: 'razmak',
    next: 'pa',
    note: 'Tasteri rade dok ne pišete u polje. U listi strelice idu od reda do reda.',
  },
} as const
