import { useEffect, useRef } from 'react'
import { isFocusLost } from '../ui/useFocusFallback.ts'

/**
 * The focused element may disappear with its step, which would move the focus to the body. Moves the
 * focus to the first input of an open question, else to the next step's button (`data-onward`). Put the
 * returned ref on an element of the dialog; `step` changes with the available actions.
 */
export function useFocusOnward<E extends HTMLElement = HTMLOListElement>(step: string) {
  const ref = useRef<E>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per step
  useEffect(() => {
    if (!isFocusLost(ref.current)) return
    const dialog = ref.current?.closest('[role="dialog"]')
    dialog
      ?.querySelector<HTMLElement>('[data-onward] [data-open] input, button[data-onward]:enabled')
      ?.focus()
  }, [step])
  return ref
}
