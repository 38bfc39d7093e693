import { type ReactNode, useCallback, useState } from 'react'
import { ConfirmDialog, type Question } from './ConfirmDialog.tsx'

/** A confirmation as a promise: render the first returned element, call the second. */
export function useConfirm(): [ReactNode, (question: Question) => Promise<boolean>] {
  const [pendingQuestion, setQuestion] = useState<(Question & { answer: (yes: boolean) => void }) | null>(
    null,
  )
  const confirm = useCallback(
    (question: Question) =>
      new Promise<boolean>((resolve) => {
        const answer = (yes: boolean) => {
          setQuestion(null)
          resolve(yes)
        }
        setQuestion({ ...question, answer })
      }),
    [],
  )
  return [
    pendingQuestion && <ConfirmDialog question={pendingQuestion} onAnswer={pendingQuestion.answer} />,
    confirm,
  ]
}
