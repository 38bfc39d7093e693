import { MAX_MESSAGE } from '@kontor/contract/messages'
import { IconArrowUp, IconPaperclip } from '@tabler/icons-react'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Attachment } from '../../../components/chat/files/Attachment.tsx'
import type { ChosenFile } from '../../../components/chat/files/chosenFile.ts'
import { useAttachment } from '../../../components/chat/files/useAttachment.ts'
import { sendsMessage } from '../../../components/chat/sendsMessage.ts'
import cards from '../../../components/portal/card.module.css'
import { useUnsaved } from '../../../components/ui/dialog/useUnsaved.ts'
import { newKey } from '../../../lib/api/apiRequest.ts'
import classes from './ChatPage.module.css'

/** The message field. */
export function Composer({
  attached: held,
  isClosed,
  onSend,
}: {
  /** The unsent file. The caller stores it, so that it survives another conversation. */
  attached: ChosenFile
  /** Nothing can be sent any more: it stays while it has an unsent text or file. */
  isClosed: boolean
  /** The message is empty for a file alone. */
  onSend: (message: string, key: string, file: File | null) => void
}) {
  const t = useTranslations()
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState('')
  const { file: attached, isPreparing, choose, remove, field: dropping } = useAttachment(held)
  const message = text.trim()
  const canSend = !isClosed && !isPreparing && (message !== '' || attached !== null)
  useUnsaved(message !== '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!canSend) return
    onSend(message, newKey(), attached)
    setText('')
    remove()
    field.current?.focus()
  }
  if (isClosed && text === '' && !attached) return null
  return (
    <form className={classes.composer} onSubmit={submit} {...dropping}>
      {attached && (
        <div className={classes.attached}>
          <Attachment file={attached} onRemove={remove} />
        </div>
      )}
      <button
        type="button"
        className={`${cards.round} ${classes.attach}`}
        title={t('chat.attach')}
        aria-label={t('chat.attach')}
        onClick={() => void choose()}
      >
        <IconPaperclip size={22} aria-hidden />
      </button>
      <textarea
        ref={field}
        rows={1}
        value={text}
        maxLength={MAX_MESSAGE}
        enterKeyHint="enter"
        placeholder={t('chat.write')}
        aria-label={t('chat.write')}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => sendsMessage(event) && submit(event)}
      />
      <button
        type="submit"
        className={`${cards.round} ${classes.send}`}
        disabled={!canSend}
        aria-label={t('chat.send')}
      >
        <IconArrowUp size={22} style={{ strokeWidth: 2 }} aria-hidden />
      </button>
    </form>
  )
}
