import { useTranslations } from 'use-intl'
import { formatOf } from '../../../lib/i18n/format.ts'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'

/** Days (`2026-11-26`) in words. */
export function useDayNames() {
  const t = useTranslations()
  const { locale } = useLanguage()
  const { day } = formatOf(locale)
  return {
    day,
    /** The first of them, if there is one. */
    first: ([first]: string[]) => first && day(first),
    /** All of them in a line: two by name, more than that as `26. nov i još 3`. */
    days: (given: string[]) => {
      const [first = '', ...more] = given
      return more.length < 2
        ? given.map(day).join(', ')
        : t('portal.feed.more_days', { first: day(first), count: String(more.length) })
    },
  }
}
