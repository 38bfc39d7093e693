import { IconCloudOff } from '@tabler/icons-react'
import { useIsCut } from '../live/useConnection.ts'
import { Bar } from '../look/Bar.tsx'
import { StaleBar } from '../look/StaleBar.tsx'
import type { Behind } from '../net/behind.ts'
import { dayOf, formatOf } from '../texts/format.ts'
import { useLanguage } from '../texts/i18n.tsx'
import { useTexts } from '../texts/useTexts.ts'
import { portalTexts } from './texts.ts'

/** From when an answer is that could not be renewed; without a network the bar above all screens offers to try again. */
export function LastSeen({ since, onRetry }: Behind & { onRetry: () => void }) {
  const t = useTexts(portalTexts)
  const { date, time } = formatOf(useLanguage().locale)
  const isCut = useIsCut()
  if (!isCut) return <StaleBar since={since} onRetry={onRetry} />
  const at = new Date(since).toISOString()
  return (
    <div role="status">
      <Bar icon={IconCloudOff} tone="warn">
        {t('portal.as_seen', { day: date(dayOf(at)), time: time(at) })}
      </Bar>
    </div>
  )
}
