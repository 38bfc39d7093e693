import { useTranslations } from 'use-intl'
import { Failed } from '../../components/ui/Notice.tsx'
import type { ApiError } from '../api/apiRequest.ts'
import { useMessage } from '../i18n/i18n.tsx'

interface Props {
  error: ApiError
  /** Of its title; that of a page by itself has 1. */
  level?: 1 | 2
  onRetry: () => void
}

/** What stands where a record could not be read: why, and once more. */
export function NotLoaded({ error: { body }, level = 1, onRetry }: Props) {
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
