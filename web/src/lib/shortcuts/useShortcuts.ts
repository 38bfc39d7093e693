// One letter does what a button does, wherever one is not typing.
import { use, useEffect, useLayoutEffect, useRef } from 'react'
import { ActiveLayerContext } from './activeLayer.ts'
import type { Entry, Key, KeyGroup } from './registry.ts'

/** What is registered now. */
export const entries: Entry[] = []

/** Keys that work while the component is there; in a dialog while that is in front. */
export function useShortcuts(keys: readonly Key[], group: KeyGroup = 'here') {
  const within = use(ActiveLayerContext)
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

/** The handler is loaded with the first key; keys until then are queued and handled afterwards. */
const early: KeyboardEvent[] = []
async function queueEarly(event: KeyboardEvent) {
  early.push(event)
  if (early.length > 1) return
  const loaded = await import('./listener.ts').catch(() => null) // without a network the next key asks again
  const queued = early.splice(0)
  const left = queued.findLastIndex(({ key }) => key === 'Escape') // it takes back what was asked for before it
  if (!loaded) return
  removeEventListener('keydown', queueEarly)
  addEventListener('keydown', loaded.listenForKeys)
  queued.slice(left + 1).forEach(loaded.listenForKeys)
}
addEventListener('keydown', queueEarly)
