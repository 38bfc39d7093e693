import type { KeyboardEvent } from 'react'

const UNFILLED = 'form[data-unfilled]'

/** A form on screen whose value was typed but not filled in. */
export const unfilledForm = () => document.querySelector<HTMLFormElement>(UNFILLED)

/** The unfilled form around an element. */
const unfilledFormAround = (element: Node) =>
  element instanceof Element ? element.closest<HTMLFormElement>(UNFILLED) : null

interface Steps {
  onSave: () => void
  /** Undefined in the last step. */
  onNext: (() => void) | undefined
}

/**
 * Ctrl+Enter saves, Shift+Enter goes to the next step, and F6 to the field that fills all selected rows and back,
 * wherever the focus is; dialogs over the stepper have their own keys.
 */
export const stepperKeys =
  ({ onSave, onNext }: Steps) =>
  (event: KeyboardEvent<HTMLElement>) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, target, currentTarget } = event
    const isSaving = ctrlKey || metaKey
    const isInside = target instanceof Node && currentTarget.contains(target)
    const fill = currentTarget.querySelector<HTMLElement>('[data-fill]')
    if (key === 'F6' && fill && isInside && !(isSaving || altKey || shiftKey)) {
      event.preventDefault()
      const row = currentTarget.querySelector<HTMLElement>('tbody tr[data-id]')
      return (fill === target ? row : fill)?.focus()
    }
    if (key !== 'Enter' || !(isSaving || shiftKey) || !isInside) return
    event.preventDefault()
    event.stopPropagation() // a value's own Enter goes to the next row
    const unfilled = unfilledFormAround(target)
    if (unfilled) unfilled.requestSubmit()
    else if (isSaving) onSave()
    else onNext?.()
  }
