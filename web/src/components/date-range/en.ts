import type { Translation } from '../../lib/i18n/language.ts'
import type { cnr } from './cnr.ts'

export const en: Translation<typeof cnr> = {
  range: {
    from: 'From',
    to: 'to',
    presets: 'Range',
    hint: 'A day, or the first letter of a range and Enter: T today, Y yesterday',
    today: 'Today',
    yesterday: 'Yesterday',
    week: '7 days',
    month: 'This month',
    last_month: 'Last month',
    year: 'Year',
    none: '“{typed}” is no day, so the range stays as it is.',
    unreadable: 'The range “{said}” in the address cannot be read: this month is shown.',
    wrong_future: 'The range ends today at the latest.',
    wrong_order: 'The first day of the range cannot be after the last.',
  },
}
