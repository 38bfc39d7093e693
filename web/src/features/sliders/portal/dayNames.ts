import { useTranslations } from 'use-intl'
import { formatOf } from '../../../lib/i18n/format.ts'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'

/** Formats dates (`2026-11-26`). */
export function useDayNames() {
  const t = useTranslations()
  const { locale } = useLanguage()
  const { day } = formatOf(locale)
  return {
    day,
    /** The first date, if any. */
    first: ([first]: string[]) => first && day(first),
    /** All dates in one line: up to two by name, more as `26. nov i još 3`. */
    days: (all: string[]) => {
      const [first = '', ...more] = all
      return more.length < 2
        ? all.map(day).join(', ')
        : t('portal.feed.more_days', { first: day(first), count: String(more.length) })
    },
  }
}
