/** The form of a value that was typed to be filled in and is not yet, anywhere or around an element. */
export const unfilledForm = (around?: EventTarget): HTMLFormElement | null =>
  around
    ? around instanceof Element
      ? around.closest<HTMLFormElement>('form[data-unfilled]')
      : null
    : document.querySelector<HTMLFormElement>('form[data-unfilled]')
