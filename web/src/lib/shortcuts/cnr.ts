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
    to_row: 'Iz filtera u prvi red',
    back_to_row: 'Iz filtera i trake nazad u red',
    open_row: 'Otvori ili zatvori red',
    pick_row: 'Izaberi red',
    space: 'razmak',
    next: 'pa',
    note: 'Tasteri rade dok ne pišete u polje. U listi strelice idu od reda do reda.',
  },
} as const
