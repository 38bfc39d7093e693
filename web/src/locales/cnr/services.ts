export const services = {
  services: {
    template: 'Šablon (.docx)',
    choose: 'Izaberi dokument',
    replace: 'Zamijeni',
    remove: 'Ukloni šablon',
    download: 'Preuzmi šablon',
    none: 'Word dokument, najviše {max}.',
    removed: 'Šablon se uklanja kad sačuvate.',
    large: 'Dokument je veći od {max}.',
  },
} as const
