import { daysAgo } from '@kontor/contract/lib/text/locales'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import { shortDay, timeOf } from './messageDates.ts'

interface MessageTimeProps {
  moment: string
  yesterday: string
  className: string | undefined
}

/** The time of a message in a list: today the hour, else `yesterday` or a short date. */
export function MessageTime({ moment, yesterday, className }: MessageTimeProps) {
  const { locale } = useLanguage()
  const ago = daysAgo(moment)
  return (
    <time className={className} dateTime={moment}>
      {ago === 0 ? timeOf(locale, moment) : ago === 1 ? yesterday : shortDay(locale, moment)}
    </time>
  )
}
