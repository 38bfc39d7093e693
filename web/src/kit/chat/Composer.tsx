import { Button, Textarea } from '@mantine/core'
import { IconAlertCircle, IconSend } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTexts } from '../texts/useTexts.ts'
import classes from './chat.module.css'
import { chatTexts } from './texts.ts'

interface Props {
  /** What was typed and not sent; kept by the caller, so that it survives a look at another thread. */
  draft: string
  onDraft: (text: string) => void
  onSend: (text: string) => void
  /** Characters that a message may have. */
  max: number
}

/** Where a message is written: Enter sends it, Shift and Enter break the line. */
export function Composer({ draft, onDraft, onSend, max }: Props) {
  const t = useTexts(chatTexts)
  const [isMissing, setMissing] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    // A phone's keyboard would cover what one has come to read.
    if (matchMedia('(pointer: fine)').matches) field.current?.focus({ preventScroll: true })
  }, [])
  const length = [...draft].length
  const send = () => {
    const text = draft.trim()
    setMissing(text === '')
    if (text === '' || length > max) return
    onSend(text)
    onDraft('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  const wrong = isMissing
    ? t('validation.message')
    : length > max
      ? t('chat.too_long', { count: length - max })
      : undefined
  return (
    <div className={classes.composer} data-wrong={wrong ? '' : undefined}>
      <Textarea
        variant="unstyled"
        autosize
        minRows={3}
        maxRows={8}
        ref={field}
        value={draft}
        placeholder={t('chat.write')}
        aria-label={t('chat.write')}
        aria-invalid={wrong !== undefined}
        aria-describedby="chat-wrong"
        onChange={({ currentTarget }) => {
          setMissing(false)
          onDraft(currentTarget.value)
        }}
        onKeyDown={onKeyDown}
      />
      <SendBar wrong={wrong} onSend={send} />
    </div>
  )
}

/** Under the text: what is wrong with it, or the keys that send it, and the button. */
function SendBar({ wrong, onSend }: { wrong: string | undefined; onSend: () => void }) {
  const t = useTexts(chatTexts)
  return (
    <div className={classes.sending}>
      <span id="chat-wrong" className={classes.wrong} role="alert">
        {wrong && (
          <>
            <IconAlertCircle size={14} stroke={1.6} aria-hidden /> {wrong}
          </>
        )}
      </span>
      {!wrong && (
        <span className={classes.keys} aria-hidden>
          <kbd>Enter</kbd> {t('chat.enter_sends')}, <kbd>Shift</kbd> <kbd>Enter</kbd> {t('chat.enter_breaks')}
        </span>
      )}
      <Button leftSection={<IconSend size={16} stroke={1.6} />} onClick={onSend}>
        {t('chat.send')}
      </Button>
    </div>
  )
}
