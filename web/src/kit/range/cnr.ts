export const cnr = {
  range: {
    from: 'Od',
    to: 'do',
    presets: 'Period',
    hint: 'Dan, ili prvo slovo perioda i Enter: D danas, J juče',
    today: 'Danas',
    yesterday: 'Juče',
    week: '7 dana',
    month: 'Ovaj mjesec',
    last_month: 'Prošli mjesec',
    year: 'Godina',
    wrong_future: 'Period se završava najkasnije danas.',
    wrong_order: 'Prvi dan perioda ne može biti poslije posljednjeg.',
  },
} as const
