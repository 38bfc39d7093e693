import { type Locale, locales, TIME_ZONE } from '@kontor/contract/lib/text/locales'
import { dayOf } from '../../lib/i18n/format.ts'

const inZone = (locale: Locale, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locales[locale], { timeZone: TIME_ZONE, hourCycle: 'h23', ...options })

/** Hour and minute of a timestamp: `14:02`. */
export const timeOf = (locale: Locale, moment: string) =>
  inZone(locale, { hour: '2-digit', minute: '2-digit' }).format(new Date(moment))

/** Days between a timestamp and today in the office's time zone: 0 is today. */
export function daysAgo(moment: string, now: Date) {
  const noon = (day: string) => Date.parse(`${day}T12:00:00Z`)
  return Math.round((noon(dayOf(now.toISOString())) - noon(dayOf(moment))) / 86_400_000)
}

/** A short date: `19. 11.` */
export const shortDay = (locale: Locale, moment: string) =>
  inZone(locale, { day: 'numeric', month: 'numeric' }).format(new Date(moment))
