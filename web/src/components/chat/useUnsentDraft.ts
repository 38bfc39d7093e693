import { useTranslations } from 'use-intl'
import { useUnsaved } from '../ui/dialog/useUnsaved.ts'

/** Guards messages that are written or on their way. They stay while one looks at another thread. */
export function useUnsentDraft(isUnsent: boolean) {
  const t = useTranslations()
  const words = { title: t('chat.unsent'), text: t('chat.unsent_text'), action: t('chat.discard') }
  useUnsaved(isUnsent, { within: 'path', words })
}
