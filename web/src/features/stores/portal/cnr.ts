export const cnr = {
  portal: {
    stores: {
      empty: 'Još nema prodavnica',
      empty_text: 'Kancelarija još nije unijela nijednu prodavnicu.',
      search: 'Traži po imenu ili gradu',
      nothing: 'Nema prodavnice za „{text}“',
      call: 'Pozovi {phone}',
      map: 'Mapa',
      map_of: 'Mapa: {name}',
      title: 'Prodavnice',
    },
  },
} as const
