import { useTranslations } from 'use-intl'
import { Failed } from '../look/Notice.tsx'
import type { CallError } from '../net/call.ts'
import { useMessage } from '../texts/i18n.tsx'

interface Props {
  error: CallError
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
