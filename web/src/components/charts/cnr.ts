export const cnr = {
  chart: {
    as_table: 'Kao tabela',
    as_bars: 'Kao grafikon',
    sum: 'Ukupno',
  },
} as const
