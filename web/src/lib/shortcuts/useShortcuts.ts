// Single-key shortcuts, active outside of inputs.
import { use, useEffect, useLayoutEffect, useRef } from 'react'
import { ActiveLayerContext } from './activeLayer.ts'
import type { Entry, Key, KeyGroup } from './registry.ts'

/** The keys of the first ten tabs; 0 is that of the tenth. */
export const digitKeys = [...'1234567890']

/** The registered shortcuts. */
export const entries: Entry[] = []

/** Registers shortcuts while the component is mounted; in a dialog while it is the topmost layer. */
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

/** Runs the shortcut of a key, for buttons that only know the key. */
export const pressKey = (key: string) =>
  void window.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true }))

/** The handler is loaded with the first key; keys until then are queued and handled afterwards. */
const early: KeyboardEvent[] = []
async function queueEarly(event: KeyboardEvent) {
  early.push(event)
  if (early.length > 1) return
  const loaded = await import('./listener.ts').catch(() => null) // without a network the next key tries again
  const queued = early.splice(0)
  const left = queued.findLastIndex(({ key }) => key === 'Escape') // Escape cancels the keys before it
  if (!loaded) return
  removeEventListener('keydown', queueEarly)
  addEventListener('keydown', loaded.listenForKeys)
  queued.slice(left + 1).forEach(loaded.listenForKeys)
}
addEventListener('keydown', queueEarly)
