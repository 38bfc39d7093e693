/** The footers of the open dialogs, the top one last. */
const feet: HTMLElement[] = []
const sizes = new ResizeObserver(placeSnackbars)
/** Pixels between a snackbar and the window or the footer, and the room it takes in a corner. */
const GAP = 16
const CORNER = { width: 472, height: 96 }

/**
 * Keeps snackbars above the footer of a dialog, for those in the way of a snackbar at the bottom left. A ref of the
 * footer.
 */
export function keepSnackbarsAbove(foot: HTMLElement | null) {
  const frame = foot?.parentElement
  if (!foot || !frame) return
  feet.push(foot)
  const observed = [foot, frame, frame.parentElement ?? frame] // a centred frame moves with its parent's size
  for (const one of observed) sizes.observe(one)
  return () => {
    feet.splice(feet.indexOf(foot), 1)
    for (const one of observed) sizes.unobserve(one)
    placeSnackbars()
  }
}

/** Offsets, not rectangles: those are moved while a dialog opens. */
function placeSnackbars() {
  const foot = feet.at(-1)
  const frame = foot?.parentElement
  document.body.style.removeProperty('--above-foot')
  if (!foot || !frame) return
  const below = innerHeight - frame.offsetTop - frame.offsetHeight
  if (below < CORNER.height && frame.offsetLeft < CORNER.width)
    document.body.style.setProperty('--above-foot', `${below + foot.offsetHeight + GAP}px`)
}
