import { activeLayer } from './activeLayer.ts'
import { makeRegistry } from './registry.ts'
import { entries } from './useShortcuts.ts'

const registry = makeRegistry(entries)

/** The shortcuts that are active now. */
export const activeKeys = () => registry.active(activeLayer())

/** Inputs that take letters; checkboxes and buttons do not. */
const TYPING = 'textarea, select, input:not([type=checkbox], [type=radio], [type=button], [type=file])'
/** Widgets that handle keys themselves while focused. */
const KEY_WIDGETS = '[role=menu], [role=listbox], [popover]'
/** Elements that Enter and Space press. */
const PRESSED = 'a, button, summary, input, [role=button], [role=menuitem]'

function isOwn(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement) || /^F\d/.test(key)) return false
  if (target.isContentEditable || target.matches(TYPING) || target.closest(KEY_WIDGETS)) return true
  return (key === 'Enter' || key === ' ') && target.matches(PRESSED)
}

const strokeOf = ({ key, code, shiftKey, ctrlKey, metaKey, repeat, timeStamp, target }: KeyboardEvent) => ({
  key,
  code,
  shiftKey,
  ctrlKey,
  metaKey,
  repeat,
  timeStamp,
  // A new screen is focused as a whole, for screen readers.
  bare: target instanceof HTMLElement && target.matches('body, main, h1') && !shiftKey,
})

/** Runs the shortcut of a pressed key, if it is active. */
export function listenForKeys(event: KeyboardEvent) {
  if (event.defaultPrevented || event.isComposing) return
  if (event.altKey) return
  if (isOwn(event.target, event.key) || document.querySelector('dialog[open]')) return
  if (registry.press(strokeOf(event), activeLayer())) event.preventDefault()
}
