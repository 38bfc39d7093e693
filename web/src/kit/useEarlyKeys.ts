import { useWindowEvent } from '@mantine/hooks'

/** Keys that are typed into a dialog which is asked for, but not on screen with its field yet, are kept for the field. */
export function useEarlyKeys(isAsked: boolean, add: (change: (typed: string) => string) => void) {
  useWindowEvent('keydown', (event) => {
    if (!isAsked || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    if (document.activeElement?.closest('[role=dialog]') || event.key.length !== 1) return
    event.preventDefault() // the page below must not hear it
    add((typed) => typed + event.key)
  })
}
