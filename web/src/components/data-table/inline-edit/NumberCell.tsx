import { IconAlertCircle } from '@tabler/icons-react'
import { type ReactNode, use, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'
import { textOfTyped } from '../../form/fields/useTypedNumber.ts'
import { guardUnsaved } from '../../ui/dialog/useUnsaved.ts'
import { notify } from '../../ui/snackbar/notify.tsx'
import { isFocusLost } from '../../ui/useFocusFallback.ts'
import { PlainNames } from '../mobile/plainNames.ts'
import { InlineContext } from './InlineEditing.ts'
import classes from './inline.module.css'
import { NumberEditor } from './NumberEditor.tsx'
import type { NumberValue, RejectedEdit, Rejecting } from './useNumberEdit.ts'

interface NumberCellProps extends NumberValue {
  cellId: string
  /** The formatted value while it is not edited. */
  shown: string
  /** The rendered value. */
  children: ReactNode
}

/**
 * A number cell with inline editing. A click or the row's action starts it, Enter saves, Tab saves and
 * goes to the next cell, Escape reverts, blur saves. A rejected value keeps its text and shows the error,
 * and reopens unless the focus has moved on; a snackbar shows it when the cell has left the screen.
 */
export function NumberCell({ cellId, shown: written, children, ...value }: NumberCellProps) {
  const editing = use(InlineContext)
  const { locale } = useLanguage()
  const [rejected, setRejected] = useState<RejectedEdit | null>(null)
  const [sent, setSent] = useState<{ value: string | null } | null>(null)
  const left = useRejectedLeft(value.label, rejected)
  const save = async (send: NumberValue['save'], next: string | null, rejecting: Rejecting) => {
    setRejected(null)
    setSent({ value: next })
    const release = guardUnsaved({ isUnsaved: true, within: 'app' })
    try {
      await send(next)
    } catch (error) {
      const edit = { ...rejecting(error), again: send }
      if (left.current) notifyRejected(value.label, edit)
      else {
        setRejected(edit)
        if (isFocusUnmoved(cellId)) editing?.reopen(cellId)
      }
    }
    release()
    setSent(null)
  }
  const isPlain = use(PlainNames)
  if (!editing || isPlain) return children
  if (editing.at === cellId)
    return (
      <NumberEditor
        {...value}
        cellId={cellId}
        rejected={rejected}
        onReject={setRejected}
        onSave={(...args) => void save(...args)}
      />
    )
  const rejectedText = rejected && textOfTyped(rejected, locale, value.decimals)
  const sentText = sent?.value ? value.format(sent.value) : undefined
  const button = (
    <button
      type="button"
      tabIndex={-1}
      className={classes.value}
      data-inline={cellId}
      data-rejected={rejected ? '' : undefined}
      aria-busy={sent !== null}
      aria-label={`${value.label}, ${rejected ? `${rejectedText}. ${rejected.reason}` : (sentText ?? written)}`}
      title={rejected?.reason}
      onKeyDown={(event) => event.key === 'Enter' && event.repeat && event.preventDefault()} // still held after saving
      onClick={() => editing.open(cellId)}
    >
      {rejected && <IconAlertCircle size={14} stroke={1.8} aria-hidden />}
      <span>{rejectedText ?? sentText ?? children}</span>
    </button>
  )
  if (!rejected) return button
  return (
    <span className={classes.rejected}>
      <span className={classes.reason} role="alert">
        {rejected.reason}
      </span>
      {button}
    </span>
  )
}

const notifyRejected = (label: string, { text, reason, reasonWhenLeft = reason }: RejectedEdit) =>
  notify.error(`${label}: ${text}. ${reasonWhenLeft}`)

/** Shows a rejected value in a snackbar when its cell leaves the screen. Returns whether it has left. */
function useRejectedLeft(label: string, rejected: RejectedEdit | null) {
  const left = useRef(false)
  const onLeft = useEffectEvent(() => rejected && notifyRejected(label, rejected))
  useEffect(() => {
    left.current = false
    return () => {
      left.current = true
      onLeft()
    }
  }, [])
  return left
}

/** Whether the focus is where saving left it: on the row, on the value, or on the body. */
const isFocusUnmoved = (cellId: string) =>
  isFocusLost(document.querySelector(`[data-inline="${cellId}"]`)) ||
  document.activeElement?.matches(`[data-inline="${cellId}"]`) ||
  document.activeElement?.querySelector(`:scope > td [data-inline="${cellId}"]`) != null
