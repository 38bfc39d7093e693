/** The footers of the open dialogs, the top one last. */
const footers: HTMLElement[] = []
const sizes = new ResizeObserver(place)
/** Pixels between a snackbar and the window or the footer, and the room it takes in a corner. */
const GAP = 16
const CORNER = { width: 472, height: 96, phoneHeight: 200 } // on a phone it is 140 px above the edge

/**
 * A ref for the footer of a dialog. While the dialog covers the bottom left corner, where snackbars are, they are
 * placed above its footer.
 */
export function placeSnackbarsAbove(footer: HTMLElement | null) {
  const frame = footer?.parentElement
  if (!footer || !frame) return
  footers.push(footer)
  const observed = [footer, frame, frame.parentElement ?? frame] // a centred frame moves with its parent's size
  for (const one of observed) sizes.observe(one)
  return () => {
    footers.splice(footers.indexOf(footer), 1)
    for (const one of observed) sizes.unobserve(one)
    place()
  }
}

/** Offsets, not rectangles: those are moved while a dialog opens. */
function place() {
  const footer = footers.at(-1)
  const frame = footer?.parentElement
  document.body.style.removeProperty('--above-footer')
  document.body.style.removeProperty('--snackbar-room')
  if (!footer || !frame) return
  const below = innerHeight - frame.offsetTop - frame.offsetHeight
  const height = matchMedia('(max-width: 48em)').matches ? CORNER.phoneHeight : CORNER.height
  if (below >= height || frame.offsetLeft >= CORNER.width) return
  document.body.style.setProperty('--above-footer', `${below + footer.offsetHeight + GAP}px`)
  document.body.style.setProperty('--snackbar-room', `${CORNER.height}px`)
}
