export const cnr = {
  preview: {
    panel: 'Pregled: {name}',
    record: 'Zapis {id}',
    place: '{place, number} od {total, number}',
    previous: 'Prethodni red',
    next: 'Sljedeći red',
    open: 'Otvori cijeli zapis',
    close: 'Zatvori pregled',
    gone: 'Zapis {id} nije pronađen u ovoj listi',
    edit_row: 'Uredi red',
    edit: 'Uredi',
  },
} as const
