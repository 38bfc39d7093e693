const UNFILLED = 'form[data-unfilled]'

/** A form on screen whose value was typed but not filled in. */
export const unfilledForm = () => document.querySelector<HTMLFormElement>(UNFILLED)

/** The same, when it is around an element. */
export const unfilledFormAround = (element: Node) =>
  element instanceof Element ? element.closest<HTMLFormElement>(UNFILLED) : null
