import { useLanguage } from '../../lib/i18n/i18n.tsx'
import { daysAgo, shortDay, timeOf } from './messageDates.ts'

interface WhenProps {
  moment: string
  yesterday: string
  className: string | undefined
}

/** The time of the last message in a list: of today the hour, else `yesterday` or a short date. */
export function When({ moment, yesterday, className }: WhenProps) {
  const { locale } = useLanguage()
  const ago = daysAgo(moment, new Date())
  return (
    <time className={className} dateTime={moment}>
      {ago === 0 ? timeOf(locale, moment) : ago === 1 ? yesterday : shortDay(locale, moment)}
    </time>
  )
}
