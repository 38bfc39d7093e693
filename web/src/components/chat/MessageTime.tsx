import { daysAgo } from '@kontor/contract/lib/text/locales'
import { useFormat } from '../../lib/i18n/useFormat.ts'

interface MessageTimeProps {
  moment: string
  yesterday: string
  className: string | undefined
}

/** The time of a message in a list: today the hour, else `yesterday` or a short date. */
export function MessageTime({ moment, yesterday, className }: MessageTimeProps) {
  const { time, shortDay } = useFormat()
  const ago = daysAgo(moment)
  return (
    <time className={className} dateTime={moment}>
      {ago === 0 ? time(moment) : ago === 1 ? yesterday : shortDay(moment)}
    </time>
  )
}
