import { Button, Textarea } from '@mantine/core'
import { IconAlertCircle, IconPaperclip, IconSend } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import { toSent } from '../editor/mentions/mentionText.ts'
import { SuggestList } from '../editor/mentions/SuggestList.tsx'
import type { Source } from '../editor/mentions/sources.ts'
import { useWriting } from '../editor/mentions/useWriting.ts'
import { IconButton } from '../ui/IconButton.tsx'
import classes from './chat.module.css'
import { Attachment } from './files/Attachment.tsx'
import type { ChosenFile } from './files/chosenFile.ts'
import { useAttachment } from './files/useAttachment.ts'
import { sendsMessage } from './sendsMessage.ts'

interface ComposerProps {
  /** The unsent text. The caller stores it, so that it survives a change of the thread. */
  draft: string
  onDraft: (text: string) => void
  /** The unsent file, stored in the same way. */
  attached: ChosenFile
  /** The text is empty for a file alone. */
  onSend: Send
  /** Most characters of a message. */
  max: number
  /** Nothing can be sent any more: it stays while it has an unsent text or file. */
  isClosed?: boolean
  /** The kind of message, and the values that a canned reply's placeholders are replaced with. */
  kind: string
  values: Readonly<Record<string, string | undefined>>
  /** No focus on opening: the user reads first and moves with the keys. */
  skipsAutoFocus?: boolean
  /** A second button, also Ctrl+Enter, that sends and does something more. */
  also?: { label: string; onSend: Send }
}

type Send = (text: string, file: File | null) => void

/** The field for a new message. */
export function Composer(props: ComposerProps) {
  const { also, draft, isClosed = false } = props
  const t = useTranslations()
  const id = useId()
  const { begins, suggest, written, wrong, attachment, send } = useComposer(props)
  const onKeyDown = (event: KeyboardEvent) => {
    if (suggest.onKey(event)) return
    if (!sendsMessage(event)) return
    event.preventDefault()
    send(event.ctrlKey || event.metaKey ? also?.onSend : undefined)
  }
  if (isClosed && draft === '' && !attachment.file) return null
  return (
    <div className={classes.composer} data-wrong={wrong ? '' : undefined} {...attachment.field}>
      <SuggestList suggest={suggest} />
      {attachment.file && <Attachment file={attachment.file} onRemove={attachment.remove} />}
      <Textarea
        variant="unstyled"
        autosize
        minRows={3}
        maxRows={8}
        {...written}
        data-autofocus={begins || undefined}
        placeholder={t('chat.write')}
        aria-label={t('chat.write')}
        aria-invalid={wrong !== undefined}
        aria-describedby={id}
        onKeyDown={onKeyDown}
      />
      <div className={classes.sending}>
        {suggest.sources.map((source) => (
          <Offer key={source.trigger} source={source} onSuggest={() => suggest.ask(source)} />
        ))}
        <IconButton icon={IconPaperclip} label={t('chat.attach')} onClick={() => void attachment.choose()} />
        <ErrorOrHint id={id} wrong={wrong} />
        {also && (
          <Button
            variant="default"
            disabled={isClosed || attachment.isPreparing}
            onClick={() => send(also.onSend)}
          >
            {also.label}
          </Button>
        )}
        <Button
          leftSection={<IconSend size={16} />}
          loading={attachment.isPreparing}
          disabled={isClosed}
          onClick={() => send()}
        >
          {t('chat.send')}
        </Button>
      </div>
    </div>
  )
}

/** State of the composer: the text, its validation and sending. */
function useComposer(props: ComposerProps) {
  const { draft, onDraft, attached, onSend, max, kind, values, skipsAutoFocus = false, isClosed } = props
  const t = useTranslations()
  const [isMissing, setMissing] = useState(false)
  const onText = (text: string) => {
    setMissing(false)
    onDraft(text)
  }
  const { field, suggest, props: written } = useWriting({ kind, text: draft, values, onText })
  // A dialog or a screen that opens with it does not lose the focus to it. On a touch screen the keyboard
  // would cover the messages.
  const begins = !skipsAutoFocus && matchMedia('(pointer: fine)').matches
  useEffect(() => {
    if (begins) field.current?.focus({ preventScroll: true })
  }, [begins, field])
  const attachment = useAttachment(attached)
  const length = [...toSent(draft)].length
  const send = (how: Send = onSend) => {
    if (isClosed || attachment.isPreparing) return
    const text = toSent(draft).trim()
    const isNothing = text === '' && !attachment.file
    setMissing(isNothing)
    if (isNothing || length > max) return
    how(text, attachment.file)
    onDraft('')
    attachment.remove()
  }
  const wrong =
    isMissing && !attachment.file
      ? t('validation.message')
      : length > max
        ? t('chat.too_long', { count: length - max })
        : undefined
  return { begins, suggest, written, wrong, attachment, send }
}

/** An icon button of the composer. */
function Offer({
  source: { icon: Icon, label, trigger },
  onSuggest,
}: {
  source: Source
  onSuggest: () => void
}) {
  const { locale } = useLanguage()
  const words = `${label[locale]} (${trigger})`
  return (
    <button
      type="button"
      className={classes.offer}
      title={words}
      aria-label={words}
      onMouseDown={(event) => event.preventDefault()} // Keeps the focus and the caret in the text.
      onClick={onSuggest}
    >
      <Icon size={16} aria-hidden />
      {trigger === '/' && <span>{label[locale]}</span>}
    </button>
  )
}

/** The validation error, or else the keys that send. */
function ErrorOrHint({ id, wrong }: { id: string; wrong: string | undefined }) {
  const t = useTranslations()
  return (
    <>
      <span id={id} className={classes.wrong} role="alert">
        {wrong && (
          <>
            <IconAlertCircle size={14} aria-hidden /> {wrong}
          </>
        )}
      </span>
      {!wrong && (
        <span className={classes.keys} aria-hidden>
          <kbd>Enter</kbd> {t('chat.enter_sends')}
        </span>
      )}
    </>
  )
}
