import { Button, Text } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { Dialog, DialogBody } from './Dialog.tsx'

/** A question of a few words. */
export interface Question {
  title: string
  text?: string
  /** Word on the button that goes on. */
  action: string
  /** Word on the other button; 'Odustani' when absent. With a word of its own it is where Enter goes. */
  cancel?: string
  /** Red: the only place where it is. */
  danger?: boolean
}

/** Asks; closing it means no. */
export function ConfirmDialog({ asked, onAnswer }: { asked: Question; onAnswer: (yes: boolean) => void }) {
  const t = useTranslations()
  return (
    <Dialog
      title={asked.title}
      width={400}
      brief
      onClose={() => onAnswer(false)}
      buttons={
        <>
          <Button
            variant="default"
            data-autofocus={asked.cancel ? '' : undefined}
            onClick={() => onAnswer(false)}
          >
            {asked.cancel ?? t('common.cancel')}
          </Button>
          <Button
            {...(asked.danger && { color: 'var(--bad-fill)' })}
            data-autofocus={asked.cancel ? undefined : ''}
            onClick={() => onAnswer(true)}
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
}
