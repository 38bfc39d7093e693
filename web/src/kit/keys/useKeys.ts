// keys: one letter does what a button does, wherever one is not typing. Also entered at Keys.tsx (those of every screen),
// front.ts (what stands in front), useListKeys.ts (those of a list).
import { use, useEffect, useLayoutEffect, useRef } from 'react'
import { FrontContext, inFront } from './front.ts'
import { type Key, type KeyGroup, makeRegistry } from './registry.ts'

const registry = makeRegistry()

/** Keys that work while the component is there; in a dialog while that is in front. */
export function useKeys(keys: readonly Key[], group: KeyGroup = 'here') {
  const within = use(FrontContext)
  const now = useRef(keys)
  useLayoutEffect(() => {
    now.current = keys
  })
  useEffect(() => registry.add({ group, within, keys: () => now.current }), [group, within])
}

/** What can be done by a key now. */
export const activeKeys = () => registry.active(inFront())

/** Does what a key does, as if it had been pressed; for buttons that only know the key. */
export const pressKey = (key: string) =>
  void registry.press({ key, code: '', shiftKey: false, repeat: false, timeStamp: 0 }, inFront())

/** Fields take letters themselves; a box to tick and a button take none. */
const TYPING = 'textarea, select, input:not([type=checkbox], [type=radio], [type=button], [type=file])'
/** What has keys of its own while it has the focus. */
const OWN = '[role=menu], [role=listbox], [role=dialog]:popover-open'
/** These are pressed by Enter and Space. */
const PRESSED = 'a, button, summary, input, [role=button], [role=menuitem]'

function isOwn(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target.matches(TYPING) || target.closest(OWN)) return true
  return (key === 'Enter' || key === ' ') && target.matches(PRESSED)
}

function hear(event: KeyboardEvent) {
  if (event.defaultPrevented || event.isComposing) return
  if (event.ctrlKey || event.metaKey || event.altKey) return
  if (isOwn(event.target, event.key) || document.querySelector('dialog[open]')) return
  if (registry.press(event, inFront())) event.preventDefault()
}

window.addEventListener('keydown', hear)
