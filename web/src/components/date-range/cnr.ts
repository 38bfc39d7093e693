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
    none: '„{typed}“ nije dan, pa period ostaje kakav je bio.',
    unreadable: 'Period „{said}“ iz adrese nije čitljiv: prikazan je ovaj mjesec.',
    wrong_future: 'Period se završava najkasnije danas.',
    wrong_order: 'Prvi dan perioda ne može biti poslije posljednjeg.',
  },
} as const
