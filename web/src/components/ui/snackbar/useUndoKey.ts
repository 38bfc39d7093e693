import { useWindowEvent } from '@mantine/hooks'
import { useEffect, useEffectEvent } from 'react'

/** What can be taken back now, the last done last. */
const undoing: (() => void)[] = []

/** Ctrl Z takes back what was done last, as long as it is offered; in a field it is the field's. */
export function useUndoKey(undo: (() => void) | undefined) {
  const canUndo = undo !== undefined
  const run = useEffectEvent(() => undo?.())
  useEffect(() => {
    if (!canUndo) return
    const own = () => run()
    undoing.push(own)
    return () => void undoing.splice(undoing.indexOf(own), 1)
  }, [canUndo])
  useWindowEvent('keydown', (event) => {
    const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z'
    if (!isUndo || event.defaultPrevented || isTyping(event.target)) return
    const last = undoing.at(-1)
    if (!last) return
    event.preventDefault() // heard by every snackbar; the first to hear it takes back the last
    last()
  })
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('textarea, input:not([type=checkbox], [type=radio])'))
