// keys: one letter does what a button does, wherever one is not typing. Also entered at Keys.tsx (those of every screen),
// front.ts (what stands in front), toRows.ts (from a field over a list to its rows), useListKeys.ts (those of a list).
import { use, useEffect, useLayoutEffect, useRef } from 'react'
import { FrontContext } from './front.ts'
import type { Entry, Key, KeyGroup } from './registry.ts'

/** What is registered now. */
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

/** What hears the keys comes with the first one that is pressed; those until then are heard afterwards. */
const early: KeyboardEvent[] = []
async function keep(event: KeyboardEvent) {
  early.push(event)
  if (early.length > 1) return
  const loaded = await import('./hear.ts').catch(() => null) // without a network the next key asks again
  const kept = early.splice(0)
  const left = kept.findLastIndex(({ key }) => key === 'Escape') // it takes back what was asked for before it
  if (!loaded) return
  removeEventListener('keydown', keep)
  addEventListener('keydown', loaded.hear)
  kept.slice(left + 1).forEach(loaded.hear)
}
addEventListener('keydown', keep)
