import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react'
import type { Asked, Choice } from './choice.ts'

/** The record whose actions are shown, or the action that a record is chosen for. */
export interface About {
  of?: Choice
  asked?: Asked
}

interface Keyboard {
  all: Choice[]
  typed: string
  about: About
  /** The search is pending: only the first `sure` choices are final. */
  isBusy: boolean
  isFailed: boolean
  sure: number
  enter: (next: About) => void
  onClose: () => void
}

/**
 * The current choice, which Enter runs: the first one until the arrows or the pointer move it. Tab and →
 * open its actions, ← goes back.
 */
export function useKeyboard({ all, typed, about, isBusy, isFailed, sure, enter, onClose }: Keyboard) {
  const [pointed, setPointed] = useState<{ typed: string; about: About; place: number }>()
  const isSame = pointed?.typed === typed && pointed.about === about
  const current = isSame ? Math.min(pointed.place, Math.max(0, all.length - 1)) : 0
  const point = (place: number) => setPointed({ typed, about, place })
  const run = (choice: Choice, newTab: boolean) => {
    if (choice.asks) return enter({ asked: choice.asks })
    onClose()
    choice.run(newTab)
  }
  const wait = useWaitingEnter({ typed, about, isBusy, isFailed }, (newTab) => {
    const choice = all[current]
    if (choice) run(choice, newTab)
  })
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, currentTarget: field } = event
    const choice = all[current]
    const step = { ArrowDown: 1, ArrowUp: -1 }[key]
    const isAtEnd = field.selectionStart === typed.length && field.selectionEnd === typed.length
    const isIn = (key === 'Tab' && !event.shiftKey) || (key === 'ArrowRight' && isAtEnd)
    const isOut = (key === 'Backspace' || key === 'ArrowLeft') && typed === ''
    if (step && all.length > 0) point((current + step + all.length) % all.length)
    else if (key === 'Enter' && isBusy && !isSame && current >= sure) wait(event.ctrlKey || event.metaKey)
    else if (key === 'Enter' && choice) run(choice, event.ctrlKey || event.metaKey)
    else if (isIn && choice?.acts) enter({ of: choice })
    else if (isOut && (about.of || about.asked)) enter({})
    else return
    event.preventDefault()
  }
  return { current, point, onKeyDown, run }
}

/** Delays Enter until the results for the current text have arrived. */
function useWaitingEnter(
  { typed, about, isBusy, isFailed }: Pick<Keyboard, 'typed' | 'about' | 'isBusy' | 'isFailed'>,
  take: (newTab: boolean) => void,
) {
  const [waiting, setWaiting] = useState<{ typed: string; about: About; newTab: boolean }>()
  const isDue = waiting?.typed === typed && waiting.about === about && !isBusy && !isFailed
  const onDue = useEffectEvent(() => {
    setWaiting(undefined)
    take(waiting?.newTab ?? false)
  })
  useEffect(() => {
    if (isDue) onDue()
  }, [isDue])
  return (newTab: boolean) => setWaiting({ typed, about, newTab })
}
