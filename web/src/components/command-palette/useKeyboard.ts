import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react'
import type { PaletteEntry, PendingAction } from './choice.ts'

/** The record whose actions are shown, or the action that a record is chosen for. */
export interface Subject {
  of?: PaletteEntry
  pendingAction?: PendingAction
}

interface Keyboard {
  all: PaletteEntry[]
  typed: string
  subject: Subject
  /** The search is pending: only the first `stableCount` choices are final. */
  isBusy: boolean
  isFailed: boolean
  stableCount: number
  enter: (next: Subject) => void
  onClose: () => void
}

/**
 * The current choice, which Enter runs: the first one until the arrows or the pointer move it. Tab and →
 * open its actions, ← goes back.
 */
export function useKeyboard({
  all,
  typed,
  subject,
  isBusy,
  isFailed,
  stableCount,
  enter,
  onClose,
}: Keyboard) {
  const [pointed, setPointed] = useState<{ typed: string; subject: Subject; at: string | undefined }>()
  const isSame = pointed?.typed === typed && pointed.subject === subject
  // By choice and not by index: later results may come before it.
  const pointedIndex = isSame ? all.findIndex(({ key }) => key === pointed.at) : -1
  const current = Math.max(0, pointedIndex)
  const point = (index: number) => setPointed({ typed, subject, at: all[index]?.key })
  const run = (choice: PaletteEntry, newTab: boolean) => {
    if (choice.asks) return enter({ pendingAction: choice.asks })
    onClose()
    choice.run(newTab)
  }
  const enterWhenReady = useWaitingEnter({ typed, subject, isBusy, isFailed }, (newTab) => {
    const choice = all[current]
    if (choice) run(choice, newTab)
  })
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, currentTarget: field } = event
    const choice = all[current]
    const step = { ArrowDown: 1, ArrowUp: -1 }[key]
    const isAtEnd = field.selectionStart === typed.length && field.selectionEnd === typed.length
    const isIn = (key === 'Tab' && !event.shiftKey) || (key === 'ArrowRight' && isAtEnd)
    const isBackKey = (key === 'Backspace' || key === 'ArrowLeft') && typed === ''
    if (step && all.length > 0) point((current + step + all.length) % all.length)
    else if (key === 'Enter' && isBusy && pointedIndex < 0 && current >= stableCount)
      enterWhenReady(event.ctrlKey || event.metaKey)
    else if (key === 'Enter' && choice) run(choice, event.ctrlKey || event.metaKey)
    else if (isIn && choice?.actions) enter({ of: choice })
    else if (isBackKey && (subject.of || subject.pendingAction)) enter({})
    else return
    event.preventDefault()
  }
  return { current, point, onKeyDown, run }
}

/** Delays Enter until the results for the current text have arrived. */
function useWaitingEnter(
  { typed, subject, isBusy, isFailed }: Pick<Keyboard, 'typed' | 'subject' | 'isBusy' | 'isFailed'>,
  take: (newTab: boolean) => void,
) {
  const [waiting, setWaiting] = useState<{ typed: string; subject: Subject; newTab: boolean }>()
  const isDue = waiting?.typed === typed && waiting.subject === subject && !isBusy && !isFailed
  const onDue = useEffectEvent(() => {
    setWaiting(undefined)
    take(waiting?.newTab ?? false)
  })
  useEffect(() => {
    if (isDue) onDue()
  }, [isDue])
  return (newTab: boolean) => setWaiting({ typed, subject, newTab })
}
