export const en = {
  keys: {
    everywhere: 'Everywhere',
    go: 'Go to a screen',
    list: 'In a list',
    row: 'In a row',
    here: 'On this screen',
    palette: 'Find a partner, product, screen or action',
    undo: 'Take back the last action while “Undo” is offered',
    close: 'Close what is open',
    to_row: 'From a filter to the first row',
    back_to_row: 'From a filter or the bar back to the row',
    open_row: 'Open or close the row',
    pick_row: 'Choose the row',
    space: 'space',
    next: 'then',
    note: 'The keys work while you are not typing in a field. In a list the arrows go from row to row.',
  },
} as const
