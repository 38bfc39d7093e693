import { useTranslations } from 'use-intl'
import { Failed } from '../look/Notice.tsx'
import type { CallError } from '../net/call.ts'
import { useMessage } from '../texts/i18n.tsx'

interface Props {
  error: CallError
  onRetry: () => void
}

/** What stands where a page's record could not be read: why, and once more. */
export function NotLoaded({ error: { body }, onRetry }: Props) {
  const t = useTranslations()
  const message = useMessage()
  return (
    <Failed
      level={1}
      title={t('common.not_loaded')}
      text={message(body.message, body.params)}
      onRetry={onRetry}
    />
  )
}
