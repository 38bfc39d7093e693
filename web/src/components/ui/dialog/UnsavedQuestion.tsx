import { useTranslations } from 'use-intl'
import type { LeaveQuestion } from '../../../lib/router/unsaved.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'

/** Confirms leaving unsaved changes; the stay button has the initial focus. */
export function UnsavedQuestion({ question: { draft, answer } }: { question: LeaveQuestion }) {
  const t = useTranslations()
  const general = { title: t('form.discard'), text: t('form.discard_text'), action: t('form.discard_yes') }
  return (
    <ConfirmDialog
      question={{
        ...general,
        ...draft.words,
        cancel: draft.words?.stayLabel ?? t('form.stay'),
        danger: true,
      }}
      onAnswer={answer}
    />
  )
}
