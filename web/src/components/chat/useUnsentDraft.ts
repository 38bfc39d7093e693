import { useTranslations } from 'use-intl'
import { useUnsaved } from '../ui/dialog/useUnsaved.ts'

/** Warns before unsent or outgoing messages are lost. Switching threads keeps them and does not warn. */
export function useUnsentDraft(isUnsent: boolean) {
  const t = useTranslations()
  const words = { title: t('chat.unsent'), text: t('chat.unsent_text'), action: t('chat.discard') }
  useUnsaved(isUnsent, { within: 'path', words })
}
