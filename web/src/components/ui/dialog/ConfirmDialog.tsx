import { Button, Text } from '@mantine/core'
import { useTimeout } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog, DialogBody } from './Dialog.tsx'

/** The texts of a confirmation. */
export interface Question {
  title: string
  text?: string
  /** Label of the confirm button. */
  action: string
  /** Label of the cancel button; 'Odustani' by default. With a label of its own it gets the initial focus. */
  cancel?: string
  /** The confirm button is red; no other button is. */
  danger?: boolean
  /** A further button, which confirms as well and has the initial focus: `onChoose` is called before the answer. */
  next?: { label: string; onChoose: () => void }
}

/** A question that may follow another one takes no answer so long: a second tap would answer it unread. In ms. */
const UNREAD = 350

/** A confirmation; closing it answers no. */
export function ConfirmDialog({
  question,
  onAnswer,
}: {
  question: Question
  onAnswer: (yes: boolean) => void
}) {
  const t = useTranslations()
  const { next } = question
  const [isLive, setLive] = useState(next === undefined)
  useTimeout(() => setLive(true), UNREAD, { autoInvoke: true })
  return (
    <Dialog
      title={question.title}
      width={400}
      brief
      onClose={() => onAnswer(false)}
      buttons={
        <>
          <Button
            variant="default"
            data-autofocus={question.cancel ? '' : undefined}
            onClick={() => onAnswer(false)}
          >
            {question.cancel ?? t('common.cancel')}
          </Button>
          <Button
            {...(question.danger && { color: 'var(--bad-fill)' })}
            {...(next && { variant: 'default' })}
            data-autofocus={question.cancel || next ? undefined : ''}
            aria-disabled={!isLive}
            onClick={() => isLive && onAnswer(true)}
          >
            {question.action}
          </Button>
          {next && (
            <Button
              data-autofocus
              aria-disabled={!isLive}
              onClick={() => {
                if (!isLive) return
                next.onChoose()
                onAnswer(true)
              }}
            >
              {next.label}
            </Button>
          )}
        </>
      }
    >
      <DialogBody>
        <Text c="var(--text-2)">{question.text}</Text>
      </DialogBody>
    </Dialog>
  )
}
