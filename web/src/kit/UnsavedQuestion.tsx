import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { unsaved } from './unsaved.ts'

/** Asks before unsaved work is left, whichever way; staying is where Enter goes. */
export function UnsavedQuestion() {
  const t = useTranslations()
  const question = useSyncExternalStore(unsaved.subscribe, unsaved.question)
  if (!question) return null
  const general = { title: t('form.discard'), text: t('form.discard_text'), action: t('form.discard_yes') }
  return (
    <ConfirmDialog
      asked={{ ...general, ...question.about.words, cancel: t('form.stay'), danger: true }}
      onAnswer={question.answer}
    />
  )
}
