import { IconCheck, IconX } from '@tabler/icons-react'
import {
  type KeyboardEvent,
  type RefObject,
  use,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal, flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import { useUnsaved } from '../../ui/dialog/useUnsaved.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { InlineContext } from './InlineEditing.ts'
import classes from './inline.module.css'
import {
  type NumberValue,
  type RejectedEdit,
  type Rejecting,
  useNumberEdit,
  useRejected,
} from './useNumberEdit.ts'

interface EditorProps extends NumberValue {
  cellId: string
  rejected: RejectedEdit | null
  onReject: (rejected: RejectedEdit | null) => void
  onSave: (send: NumberValue['save'], next: string | null, rejecting: Rejecting) => void
}

/** The input of an open cell, with its message. */
export function NumberEditor(props: EditorProps) {
  const { cellId, label } = props
  const input = useRef<HTMLInputElement>(null)
  const { edit, confirm, revert, go, close, onBlur } = useEditor(props, input)
  useLayoutEffect(() => input.current?.select(), [])
  const onLeft = useEffectEvent(close)
  useEffect(() => () => onLeft(), [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.ctrlKey && !event.metaKey) event.stopPropagation() // keeps the arrow keys from the table
    if (event.key === 'Enter' && event.repeat) event.preventDefault()
    else if (event.key === 'Enter') confirm()
    else if (event.key === 'Escape') revert()
    else if (event.key === 'Tab') go(event.shiftKey ? -1 : 1)
    else return
    event.preventDefault()
  }
  return (
    <span className={classes.editor} data-inline={cellId}>
      <Message edit={edit} />
      <input
        ref={input}
        className={classes.input}
        value={edit.text}
        inputMode="decimal"
        autoComplete="off"
        aria-label={label}
        aria-invalid={edit.reason !== undefined || undefined}
        onChange={({ currentTarget }) => edit.type(currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
      />
      <Buttons input={input} onConfirm={confirm} onRevert={revert} />
    </span>
  )
}

/** The edited text, and how it is confirmed or reverted. */
function useEditor(props: EditorProps, input: RefObject<HTMLInputElement | null>) {
  const { cellId, rejected, onReject, onSave, ...value } = props
  const edit = useNumberEdit(value, rejected)
  const rejectedBy = useRejected(value.format)
  const navigation = useNavigation(cellId, input)
  // The save of the row as it was when editing started, so that a later change by others is detected as a
  // conflict.
  const [send] = useState(() => rejected?.save ?? rejected?.again ?? value.save)
  useUnsaved(edit.isChanged, { onLeave: () => onReject(null) }) // what is left on purpose is not shown again
  // Closing by a key also blurs the input; that blur is ignored.
  const isClosed = useRef(false)
  const finish = (moveFocus: () => void) => {
    isClosed.current = true
    moveFocus()
  }
  /** Saves when valid; returns whether the cell may close. */
  const commit = () => {
    const reason = edit.isChanged ? edit.check() : undefined
    if (reason !== undefined) {
      onReject({ ...edit.typed, reason })
      return false
    }
    if (edit.isChanged) onSave(send, edit.sent, (error) => rejectedBy(edit.typed, error))
    else onReject(null)
    return true
  }
  return {
    edit,
    confirm: () => void (commit() && finish(navigation.back)),
    revert() {
      onReject(null)
      finish(navigation.back)
    },
    close: navigation.close,
    go: (step: 1 | -1) => void (commit() && finish(() => navigation.go(step))),
    onBlur() {
      // A window that lost the focus does not close the cell.
      if (isClosed.current || !document.hasFocus() || !input.current?.isConnected) return
      // A conflict is overwritten only by confirming, not by blur.
      if (rejected?.save) onReject({ ...rejected, ...edit.typed })
      else if (!commit()) return
      navigation.close()
    },
  }
}

/** Left of the input: the parsed value, or the error. */
function Message({ edit: { reason, echo } }: { edit: ReturnType<typeof useNumberEdit> }) {
  if (reason !== undefined)
    return (
      <span className={classes.reason} role="alert">
        {reason}
      </span>
    )
  return (
    <span className={classes.echo} role="status">
      {echo !== undefined && (
        <>
          = <b>{echo}</b>
        </>
      )}
    </span>
  )
}

interface ButtonsProps {
  input: RefObject<HTMLInputElement | null>
  onConfirm: () => void
  onRevert: () => void
}

/** Save and cancel for the mouse, rendered in the row's action cell. */
function Buttons({ input, onConfirm, onRevert }: ButtonsProps) {
  const t = useTranslations()
  const [actions, setActions] = useState<Element | null>(null)
  useLayoutEffect(() => {
    setActions(input.current?.closest('tr')?.querySelector('[data-actions]') ?? null)
  }, [input])
  const button = { size: 'small', tabIndex: -1, onMouseDown: keepFocus } as const
  const both = (
    <>
      <IconButton {...button} icon={IconCheck} label={t('common.save')} onClick={onConfirm} />
      <IconButton {...button} icon={IconX} label={t('common.cancel')} onClick={onRevert} />
    </>
  )
  return actions ? createPortal(both, actions) : both
}

const keepFocus = (event: { preventDefault: () => void }) => event.preventDefault()

/**
 * Where the focus goes from a cell: nowhere, back, or to the previous or next cell. Back is the row; in the side panel
 * it is the value that takes the place of the input.
 */
function useNavigation(cellId: string, input: RefObject<HTMLInputElement | null>) {
  const editing = use(InlineContext)
  const close = () => editing?.close(cellId)
  const back = () => {
    const row = input.current?.closest('tr')
    const place = input.current?.closest('[data-inline]')?.parentElement
    row?.focus()
    if (row || !place) return close()
    flushSync(close)
    place.querySelector<HTMLElement>('button[data-inline]')?.focus()
  }
  const go = (step: 1 | -1) => {
    const around = input.current?.closest('tbody, [data-side-panel]')
    const all = [...(around?.querySelectorAll<HTMLElement>('[data-inline]') ?? [])]
    const next = all[all.findIndex(({ dataset }) => dataset.inline === cellId) + step]?.dataset.inline
    if (next === undefined) back()
    else editing?.open(next)
  }
  return { close, back, go }
}
