import { type Locale, locales, TIME_ZONE } from '@kontor/contract/lib/text/locales'

const inZone = (locale: Locale, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locales[locale], { timeZone: TIME_ZONE, hourCycle: 'h23', ...options })

/** Hour and minute of a timestamp: `14:02`. */
export const timeOf = (locale: Locale, moment: string) =>
  inZone(locale, { hour: '2-digit', minute: '2-digit' }).format(new Date(moment))

/** A short date: `19. 11.` */
export const shortDay = (locale: Locale, moment: string) =>
  inZone(locale, { day: 'numeric', month: 'numeric' }).format(new Date(moment))
