import { MAX_MESSAGE, messages } from '@kontor/contract/messages'
import { Button, Textarea } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { underField } from '../../components/form/FieldMessage.tsx'
import { Dialog, DialogBody } from '../../components/ui/dialog/Dialog.tsx'
import { CancelButton } from '../../components/ui/dialog/FooterButtons.tsx'
import { useConfirm } from '../../components/ui/dialog/useConfirm.tsx'
import { useUnsaved } from '../../components/ui/dialog/useUnsaved.ts'
import { useApiMutation } from '../../lib/api/useApiMutation.ts'

interface EveryoneDialogProps {
  sliderId: number
  /** Number of threads whose users can read it. */
  count: number
  onClose: () => void
}

/** Sends a message to everyone who has opened the chat, exactly once however often the button is pressed. */
export function EveryoneDialog({ sliderId, count, onClose }: EveryoneDialogProps) {
  const t = useTranslations()
  const [text, setText] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [question, confirm] = useConfirm()
  const mutation = useApiMutation(messages.sendToEveryone, { success: t('chat.sent'), onDone: onClose })
  const requestClose = useUnsaved(text.trim() !== '', { onLeave: onClose })
  const send = async () => {
    const message = text.trim()
    setMissing(message === '')
    if (message === '' || mutation.isPending) return
    const title = t('chat.everyone_sure', { count })
    if (await confirm({ title, text: t('chat.everyone_text'), action: t('chat.send') }))
      mutation.mutate({ body: { slider_id: sliderId, message } })
  }
  return (
    <Dialog
      title={t('chat.everyone')}
      isBusy={mutation.isPending}
      onClose={requestClose}
      note={t('chat.everyone_count', { count })}
      buttons={
        <>
          <CancelButton onClick={requestClose} />
          <Button
            size="md"
            leftSection={<IconSend size={16} />}
            loading={mutation.isPending}
            onClick={() => void send()}
          >
            {t('chat.send')}
          </Button>
        </>
      }
    >
      <DialogBody>
        <Textarea
          autosize
          minRows={3}
          maxRows={10}
          data-autofocus
          label={t('chat.write')}
          maxLength={MAX_MESSAGE}
          value={text}
          onChange={({ currentTarget }) => {
            setMissing(false)
            setText(currentTarget.value)
          }}
          {...underField(isMissing ? t('validation.message') : undefined)}
        />
      </DialogBody>
      {question}
    </Dialog>
  )
}
