import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import type { Staleness } from '../../lib/api/staleness.ts'
import { useFormat } from '../../lib/i18n/useFormat.ts'
import { Bar } from './Bar.tsx'
import { PlainButton } from './PlainButton.tsx'

/** A banner with the age of the data below and a retry button. */
export function StaleBar({ since, onRetry }: Staleness & { onRetry: () => void }) {
  const t = useTranslations()
  const at = useFormat().dateTime(new Date(since).toISOString())
  return (
    <div role="status">
      <Bar icon={IconAlertTriangle} tone="warn">
        <span>{t('connection.stale', { at })}</span>
        <PlainButton small icon={IconRefresh} onClick={onRetry}>
          {t('common.retry')}
        </PlainButton>
      </Bar>
    </div>
  )
}
