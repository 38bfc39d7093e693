import { IconCloudOff } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import type { Staleness } from '../../lib/api/staleness.ts'
import { dayOf } from '../../lib/i18n/format.ts'
import { useFormat } from '../../lib/i18n/useFormat.ts'
import { useIsDisconnected } from '../../lib/realtime/connection.ts'
import { Bar } from '../ui/Bar.tsx'
import { StaleBar } from '../ui/StaleBar.tsx'

/**
 * The time of cached data that could not be refreshed, with a retry button. Offline, the banner above all
 * screens has the button.
 */
export function CachedNotice({ since, onRetry }: Staleness & { onRetry: () => void }) {
  const t = useTranslations()
  const { date, time } = useFormat()
  const isDisconnected = useIsDisconnected()
  if (!isDisconnected) return <StaleBar since={since} onRetry={onRetry} />
  const at = new Date(since).toISOString()
  return (
    <div role="status">
      <Bar icon={IconCloudOff} tone="warn">
        {t('portal.as_seen', { day: date(dayOf(at)), time: time(at) })}
      </Bar>
    </div>
  )
}
