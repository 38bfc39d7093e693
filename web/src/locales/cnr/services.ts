export const services = {
  services: {
    template: 'Šablon (.docx)',
    choose: 'Izaberite dokument',
    replace: 'Zamijenite',
    remove: 'Uklonite šablon',
    download: 'Preuzmite šablon',
    none: 'Word dokument, najviše {max}.',
    removed: 'Šablon se uklanja kad sačuvate.',
    large: 'Dokument je veći od {max}.',
  },
} as const
