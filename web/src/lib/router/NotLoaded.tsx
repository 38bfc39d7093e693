import { useTranslations } from 'use-intl'
import { Failed } from '../../components/ui/Notice.tsx'
import type { ApiError } from '../api/apiRequest.ts'
import { useMessage } from '../i18n/i18n.tsx'

interface NotLoadedProps {
  error: ApiError
  /** Heading level; 1 when it is the whole page. */
  level?: 1 | 2
  onRetry: () => void
}

/** Shown when a record could not be loaded: the reason, with a retry button. */
export function NotLoaded({ error: { body }, level = 1, onRetry }: NotLoadedProps) {
  const t = useTranslations()
  const message = useMessage()
  return (
    <Failed
      level={level}
      title={t('common.not_loaded')}
      text={message(body.message, body.params)}
      onRetry={onRetry}
    />
  )
}
