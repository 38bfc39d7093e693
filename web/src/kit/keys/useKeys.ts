// keys: one letter does what a button does, wherever one is not typing. Also entered at Keys.tsx (which hears them, and
// has those of every screen), front.ts (what stands in front), useListKeys.ts (those of a list).
import { use, useEffect, useLayoutEffect, useRef } from 'react'
import { FrontContext } from './front.ts'
import type { Entry, Key, KeyGroup } from './registry.ts'

/** What is registered now; what hears the keys comes later than what has them. */
export const entries: Entry[] = []

/** Keys that work while the component is there; in a dialog while that is in front. */
export function useKeys(keys: readonly Key[], group: KeyGroup = 'here') {
  const within = use(FrontContext)
  const now = useRef(keys)
  useLayoutEffect(() => {
    now.current = keys
  })
  useEffect(() => {
    const entry = { group, within, keys: () => now.current }
    entries.push(entry)
    return () => void entries.splice(entries.indexOf(entry), 1)
  }, [group, within])
}

/** Does what a key does, as if it had been pressed; for buttons that only know the key. */
export const pressKey = (key: string) =>
  void window.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true }))
