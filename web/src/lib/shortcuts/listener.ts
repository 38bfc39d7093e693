import { isActiveLayer } from './activeLayer.ts'
import { makeRegistry } from './registry.ts'
import { entries } from './useShortcuts.ts'

const registry = makeRegistry(entries)

/** What can be done by a key now. */
export const activeKeys = () => registry.active(isActiveLayer())

/** Fields take letters themselves; a box to tick and a button take none. */
const TYPING = 'textarea, select, input:not([type=checkbox], [type=radio], [type=button], [type=file])'
/** What has keys of its own while it has the focus. */
const OWN = '[role=menu], [role=listbox], [popover]'
/** These are pressed by Enter and Space. */
const PRESSED = 'a, button, summary, input, [role=button], [role=menuitem]'

function isOwn(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target.matches(TYPING) || target.closest(OWN)) return true
  return (key === 'Enter' || key === ' ') && target.matches(PRESSED)
}

const strokeOf = ({ key, code, shiftKey, ctrlKey, metaKey, repeat, timeStamp, target }: KeyboardEvent) => ({
  ...{ key, code, shiftKey, ctrlKey, metaKey, repeat, timeStamp },
  // What came on screen is focused as a whole, for whoever reads it aloud.
  bare: target instanceof HTMLElement && target.matches('body, main, h1') && !shiftKey,
})

/** Runs what a pressed key does where one is. */
export function listenForKeys(event: KeyboardEvent) {
  if (event.defaultPrevented || event.isComposing) return
  if (event.altKey) return
  if (isOwn(event.target, event.key) || document.querySelector('dialog[open]')) return
  if (registry.press(strokeOf(event), isActiveLayer())) event.preventDefault()
}
