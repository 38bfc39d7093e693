import { useTranslations } from 'use-intl'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import type { LeaveQuestion } from './unsaved.ts'

/** Asks before unsaved work is left, whichever way; staying is where Enter goes. */
export function UnsavedQuestion({ question: { about, answer } }: { question: LeaveQuestion }) {
  const t = useTranslations()
  const general = { title: t('form.discard'), text: t('form.discard_text'), action: t('form.discard_yes') }
  return (
    <ConfirmDialog
      asked={{ ...general, ...about.words, cancel: about.words?.stay ?? t('form.stay'), danger: true }}
      onAnswer={answer}
    />
  )
}
