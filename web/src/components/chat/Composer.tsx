import { Button, Textarea } from '@mantine/core'
import { IconAlertCircle, IconSend } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import { SuggestList } from '../editor/mentions/SuggestList.tsx'
import type { Source } from '../editor/mentions/sources.ts'
import { useWriting } from '../editor/mentions/useWriting.ts'
import { toSent } from '../editor/mentions/written.ts'
import classes from './chat.module.css'

interface Props {
  /** What was typed and not sent; kept by the caller, so that it survives a look at another thread. */
  draft: string
  onDraft: (text: string) => void
  onSend: (text: string) => void
  /** Characters that a message may have. */
  max: number
  /** What is written, and the names that a canned reply is filled with. */
  kind: string
  values: Readonly<Record<string, string | undefined>>
  /** One reads first, and walks on by keys: the focus stays where it is. */
  isCalm?: boolean
  /** Sends it and does something more, by a second button and Ctrl and Enter. */
  also?: { label: string; onSend: (text: string) => void }
}

/** Where a message is written: Enter sends it, Shift and Enter break the line. */
export function Composer(props: Props) {
  const { also } = props
  const t = useTranslations()
  const id = useId()
  const { begins, suggest, written, wrong, send } = useComposer(props)
  const onKeyDown = (event: KeyboardEvent) => {
    if (suggest.onKey(event)) return
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send(event.ctrlKey || event.metaKey ? also?.onSend : undefined)
  }
  return (
    <div className={classes.composer} data-wrong={wrong ? '' : undefined}>
      <SuggestList suggest={suggest} />
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
          <Offer key={source.sign} source={source} onSuggest={() => suggest.ask(source)} />
        ))}
        <Wrong id={id} wrong={wrong} />
        {also && (
          <Button variant="default" onClick={() => send(also.onSend)}>
            {also.label}
          </Button>
        )}
        <Button leftSection={<IconSend size={16} stroke={1.6} />} onClick={() => send()}>
          {t('chat.send')}
        </Button>
      </div>
    </div>
  )
}

/** What is typed, judged and sent. */
function useComposer({ draft, onDraft, onSend, max, kind, values, isCalm = false }: Props) {
  const t = useTranslations()
  const [isMissing, setMissing] = useState(false)
  const onText = (text: string) => {
    setMissing(false)
    onDraft(text)
  }
  const { field, suggest, props: written } = useWriting({ kind, text: draft, values, onText })
  // A dialog or a screen that comes with it leaves it the focus. A phone's keyboard would cover what one has come to read.
  const begins = !isCalm && matchMedia('(pointer: fine)').matches
  useEffect(() => {
    if (begins) field.current?.focus({ preventScroll: true })
  }, [begins, field])
  const length = [...toSent(draft)].length
  const send = (how: (text: string) => void = onSend) => {
    const text = toSent(draft).trim()
    setMissing(text === '')
    if (text === '' || length > max) return
    how(text)
    onDraft('')
  }
  const wrong = isMissing
    ? t('validation.message')
    : length > max
      ? t('chat.too_long', { count: length - max })
      : undefined
  return { begins, suggest, written, wrong, send }
}

/** The button that does what a sign does. */
function Offer({
  source: { icon: Icon, label, sign },
  onSuggest,
}: {
  source: Source
  onSuggest: () => void
}) {
  const { locale } = useLanguage()
  const words = `${label[locale]} (${sign})`
  return (
    <button
      type="button"
      className={classes.offer}
      title={words}
      aria-label={words}
      onMouseDown={(event) => event.preventDefault()} // the text keeps its focus and its caret
      onClick={onSuggest}
    >
      <Icon size={16} stroke={1.6} aria-hidden />
      {sign === '/' && <span>{label[locale]}</span>}
    </button>
  )
}

/** What is wrong with the text, or the keys that send it. */
function Wrong({ id, wrong }: { id: string; wrong: string | undefined }) {
  const t = useTranslations()
  return (
    <>
      <span id={id} className={classes.wrong} role="alert">
        {wrong && (
          <>
            <IconAlertCircle size={14} stroke={1.6} aria-hidden /> {wrong}
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
