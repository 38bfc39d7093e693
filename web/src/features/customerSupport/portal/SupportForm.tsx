import { portalCustomerSupport } from '@kontor/contract/customerSupport/portal'
import { Button, Textarea } from '@mantine/core'
import { IconPaperclip, IconSend } from '@tabler/icons-react'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Attachment } from '../../../components/chat/files/Attachment.tsx'
import { ChosenFile } from '../../../components/chat/files/chosenFile.ts'
import { useAttachment } from '../../../components/chat/files/useAttachment.ts'
import cards from '../../../components/portal/card.module.css'
import { useUnsaved } from '../../../components/ui/dialog/useUnsaved.ts'
import type { ApiError } from '../../../lib/api/apiRequest.ts'
import { shownError } from '../../../lib/api/shownError.ts'
import { useApiMutation } from '../../../lib/api/useApiMutation.ts'
import { useMessage } from '../../../lib/i18n/i18n.tsx'
import classes from './SupportPage.module.css'

const TYPES = [1, 2, 3] as const

/** The form of a new message: type and text. */
export function SupportForm() {
  const t = useTranslations()
  const message = useMessage()
  const { type, setType, text, write, wrong, attachment, isSending, submit } = useSupport()
  return (
    <form
      className={`${cards.card} ${cards.padded} ${classes.form}`}
      noValidate
      onSubmit={submit}
      {...(!isSending && attachment.field)}
    >
      <fieldset className={classes.kinds}>
        <legend>{t('portal.support.type')}</legend>
        {TYPES.map((one) => (
          <label key={one} className={classes.kind}>
            <input type="radio" name="type" checked={type === one} onChange={() => setType(one)} />
            {t(`portal.support.type_${one}`)}
          </label>
        ))}
      </fieldset>
      <Textarea
        label={t('chat.write')}
        placeholder={t('portal.support.placeholder')}
        required
        rows={5}
        value={text}
        readOnly={isSending} // it is emptied when the message has been sent
        onChange={({ currentTarget }) => write(currentTarget.value)}
        error={wrong && message(wrong)}
      />
      {attachment.file && <Attachment file={attachment.file} onRemove={attachment.remove} />}
      <Button
        variant="default"
        disabled={isSending} // the file is removed when the message has been sent
        leftSection={<IconPaperclip size={18} />}
        onClick={() => void attachment.choose()}
      >
        {t('chat.attach')}
      </Button>
      <Button
        type="submit"
        loading={isSending || attachment.isPreparing}
        leftSection={<IconSend size={18} />}
      >
        {t('chat.send')}
      </Button>
    </form>
  )
}

function useSupport() {
  const t = useTranslations()
  const [type, setType] = useState<(typeof TYPES)[number]>(1)
  const [text, setText] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  useUnsaved(text.trim() !== '')
  const [chosen] = useState(() => new ChosenFile())
  const attachment = useAttachment(chosen)
  const options = {
    attempt: useRef<string>(null),
    success: t('portal.support.done'),
    onDone: () => {
      setText('')
      attachment.remove()
    },
    onFailed: (error: ApiError) => {
      const first = Object.values(error.body.errors ?? {})[0]?.[0]
      if (first) setWrong(first)
      else shownError.show(error)
    },
  }
  const mutation = useApiMutation(portalCustomerSupport.create, options)
  const withFile = useApiMutation(portalCustomerSupport.createWithFile, options)
  const isSending = mutation.isPending || withFile.isPending
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isSending || attachment.isPreparing) return
    if (text.trim().length < 2) return setWrong('validation.message')
    if (attachment.file)
      withFile.mutate({
        form: { type: `${type}`, message_content: text },
        files: { file: attachment.file },
      })
    else mutation.mutate({ body: { type, message_content: text } })
  }
  const write = (next: string) => {
    setWrong(null)
    setText(next)
  }
  return { type, setType, text, write, wrong, attachment, isSending, submit }
}
