import { MAX_MESSAGE } from '@kontor/contract/messages'
import { IconArrowUp } from '@tabler/icons-react'
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useUnsaved } from '../../../components/ui/dialog/useUnsaved.ts'
import { newKey } from '../../../lib/api/newKey.ts'
import classes from './ChatPage.module.css'

/** The message field. Enter sends; on touch screens it adds a line. */
export function Composer({ onSend }: { onSend: (message: string, key: string) => void }) {
  const t = useTranslations()
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState('')
  const message = text.trim()
  useUnsaved(message !== '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!message) return
    onSend(message, newKey())
    setText('')
    field.current?.focus()
  }
  const press = (event: KeyboardEvent) => {
    const sends = event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing
    if (sends && matchMedia('(pointer: fine)').matches) submit(event)
  }
  return (
    <form className={classes.composer} onSubmit={submit}>
      <textarea
        ref={field}
        rows={1}
        value={text}
        maxLength={MAX_MESSAGE}
        enterKeyHint="enter"
        placeholder={t('portal.chat.placeholder')}
        aria-label={t('portal.chat.placeholder')}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={press}
      />
      <button type="submit" className={classes.send} disabled={!message} aria-label={t('portal.chat.send')}>
        <IconArrowUp size={22} stroke={2} aria-hidden />
      </button>
    </form>
  )
}
