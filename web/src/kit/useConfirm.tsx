import { Button, Text } from '@mantine/core'
import { type ReactNode, useCallback, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog, DialogBody } from './Dialog.tsx'

interface Question {
  title: string
  text?: string
  /** Word on the button that goes on. */
  action: string
  /** Word on the other button; 'Odustani' when absent. With a word of its own it is where Enter goes. */
  cancel?: string
  /** Red: the only place where it is. */
  danger?: boolean
}

/** Asks and waits for the answer: put the first element of the result on screen, call the second. */
export function useConfirm(): [ReactNode, (question: Question) => Promise<boolean>] {
  const t = useTranslations()
  const [asked, setAsked] = useState<(Question & { answer: (yes: boolean) => void }) | null>(null)
  const confirm = useCallback(
    (question: Question) =>
      new Promise<boolean>((resolve) => {
        const answer = (yes: boolean) => {
          setAsked(null)
          resolve(yes)
        }
        setAsked({ ...question, answer })
      }),
    [],
  )
  const dialog = asked && (
    <Dialog
      title={asked.title}
      width={400}
      brief
      onClose={() => asked.answer(false)}
      buttons={
        <>
          <Button
            variant="default"
            data-autofocus={asked.cancel ? '' : undefined}
            onClick={() => asked.answer(false)}
          >
            {asked.cancel ?? t('common.cancel')}
          </Button>
          <Button
            {...(asked.danger && { color: 'var(--bad-fill)' })}
            data-autofocus={asked.cancel ? undefined : ''}
            onClick={() => asked.answer(true)}
          >
            {asked.action}
          </Button>
        </>
      }
    >
      <DialogBody>
        <Text size="md" c="var(--text-2)">
          {asked.text}
        </Text>
      </DialogBody>
    </Dialog>
  )
  return [dialog, confirm]
}
