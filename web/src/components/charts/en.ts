import type { Translation } from '../../lib/i18n/language.ts'
import type { cnr } from './cnr.ts'

export const en: Translation<typeof cnr> = {
  chart: {
    as_table: 'As a table',
    as_bars: 'As bars',
    sum: 'Total',
  },
}
