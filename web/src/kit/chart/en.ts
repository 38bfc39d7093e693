import type { Translation } from '../texts/language.ts'
import type { cnr } from './cnr.ts'

export const en: Translation<typeof cnr> = {
  chart: {
    as_table: 'As a table',
    as_bars: 'As bars',
    sum: 'Total',
  },
}
