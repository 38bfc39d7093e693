export const cnr = {
  map: {
    marker: 'Izabrano mjesto',
    zoom_in: 'Približi',
    zoom_out: 'Udalji',
  },
} as const
