import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { Bar } from './Bar.tsx'
import { formatOf } from './format.ts'
import { useLanguage } from './i18n.tsx'
import { PlainButton } from './PlainButton.tsx'

/** What could not be read anew. */
export interface Behind {
  /** Milliseconds of the moment from which it is. */
  since: number
}

interface Query {
  data: unknown
  isError: boolean
  failureReason: unknown
  isPlaceholderData: boolean
  dataUpdatedAt: number
}

/** Whether an answer is shown that a later call could not renew. */
export const behindOf = (query: Query): Behind | null =>
  query.data !== undefined && !query.isPlaceholderData && (query.isError || query.failureReason)
    ? { since: query.dataUpdatedAt }
    : null

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
