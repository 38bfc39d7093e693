import { type KeyboardEvent, useId, useRef, useState } from 'react'
import type { PickedRecord } from './chosen.ts'
import type { Typing } from './pickers.ts'

interface TypingOptions {
  chosen: readonly PickedRecord[]
  many: boolean
  canEmpty: boolean
  choose: (choices: readonly PickedRecord[]) => void
  /** Read-only. */
  isLocked: boolean
}

/**
 * Keys that open a closed list. Enter and Space do so only while nothing is chosen; else they go to the
 * form.
 */
const OPENING_KEYS = new Set(['ArrowDown', 'ArrowUp'])
const OPENING_KEYS_WHEN_EMPTY = new Set(['Enter', ' '])

/** State of a record field: the typed text, whether its list is open, and its key handling. */
export function usePickTyping({ chosen, many, canEmpty, choose, isLocked }: TypingOptions) {
  const id = useId()
  const anchor = useRef<HTMLDivElement>(null)
  const keys = useRef<Typing['keys']['current']>(null)
  /** Null while nothing is typed: the field then shows the chosen record. */
  const [typed, setTyped] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [isEntered, setEntered] = useState(false)
  const [current, point] = useState<string>()
  const [isLeft, setLeft] = useState(false)

  function close() {
    setLeft(false)
    setOpen(false)
    setTyped(null)
    setEntered(false)
    point(undefined)
  }
  function open() {
    setLeft(false)
    setEntered(false)
    if (!isLocked) setOpen(true)
  }
  function type(text: string) {
    setLeft(false)
    setTyped(text)
    setEntered(false)
    setOpen(true)
    if (!many && text === '' && canEmpty) choose([])
  }
  function leave() {
    setLeft(true)
    setEntered(true)
  }
  /**
   * Of several, choosing a chosen record again removes it. The list closes, because it would cover the
   * next field.
   */
  function take(choice: PickedRecord) {
    close()
    if (!many) return choose([choice])
    const others = chosen.filter((one) => one.id !== choice.id)
    choose(others.length < chosen.length ? others : [...chosen, choice])
  }
  const removeLast = () => choose(chosen.slice(0, -1))
  /** Whether the list or the field handled the key, so that the form must not. */
  function handleKey({ key, repeat }: KeyboardEvent): boolean {
    const opens = OPENING_KEYS.has(key) || (chosen.length === 0 && OPENING_KEYS_WHEN_EMPTY.has(key))
    if (!isOpen && opens) open()
    else if (key === 'Backspace' && many && !typed) {
      if (!repeat) removeLast() // held to delete the typed text
    } else if (!isOpen) return false
    else if (key === 'Escape') close()
    else if (keys.current?.(key)) return true
    else if (key === 'Enter') setEntered(true)
    else {
      if (key === 'Tab' && typed && !keys.current) leave() // the list is not loaded yet
      return false
    }
    return true
  }
  return {
    id,
    anchor,
    keys,
    isOpen,
    isEntered,
    current,
    isLocked,
    /** Whether the list is visible: after Tab it is open until its results are there, and hidden. */
    isShown: isOpen && !isLeft,
    typed: typed ?? '',
    /** Text of the input. */
    text: typed ?? (many ? '' : (chosen[0]?.name ?? '')),
    open,
    close,
    type,
    take,
    point,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey) return
      if (!isLocked && !event.nativeEvent.isComposing && handleKey(event)) event.preventDefault()
    },
    forget: () => (isLeft ? close() : setEntered(false)),
    leave,
    onBlur: () => {
      if (!isLeft) close()
    },
  }
}
