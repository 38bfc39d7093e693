import { useEffect, useRef } from 'react'

/**
 * What had the focus may go with the step it belonged to, and the keyboard would begin at the top of the page. It goes
 * on at the first input of an open question, else at the next step's button: what is marked `data-onward`. Put the result on
 * an element of the dialog; `step` changes whenever what can be done does.
 */
export function useFocusOnward<E extends HTMLElement = HTMLOListElement>(step: string) {
  const place = useRef<E>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it looks once per step
  useEffect(() => {
    if (document.activeElement !== document.body) return
    const dialog = place.current?.closest('[role="dialog"]')
    dialog
      ?.querySelector<HTMLElement>('[data-onward] [data-open] input, button[data-onward]:enabled')
      ?.focus()
  }, [step])
  return place
}
