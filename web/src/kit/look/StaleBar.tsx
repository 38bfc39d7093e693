import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import type { Behind } from '../net/behind.ts'
import { formatOf } from '../texts/format.ts'
import { useLanguage } from '../texts/i18n.tsx'
import { Bar } from './Bar.tsx'
import { PlainButton } from './PlainButton.tsx'

/** Says from when the answer below is, and offers to read it again. */
export function StaleBar({ since, onRetry }: Behind & { onRetry: () => void }) {
  const t = useTranslations()
  const at = formatOf(useLanguage().locale).dateTime(new Date(since).toISOString())
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
