import { type PointerEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** Milliseconds after a key or a button elsewhere, such as in a dialog, in which rows come by what one has done there. */
const OWN = 5000

/**
 * Where a table is scrolled to: another page begins at its first row, and the row under the pointer stays where it is
 * when rows come in above it by themselves. Rows of one's own doing are not hidden above it. Answers what the area needs for it.
 */
export function useRowAnchor(rows: readonly unknown[], state: { page: number }) {
  const area = useRef<HTMLElement>(null)
  const anchor = useRef<{ row: HTMLElement; top: number; state: unknown } | null>(null)
  const acted = useLastAct(area)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page is what it waits for
  useEffect(() => {
    area.current?.scrollTo({ top: 0 })
  }, [state.page])
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are what pushes one away
  useLayoutEffect(() => {
    const { current } = anchor
    if (!current?.row.isConnected) return
    const pushed = current.row.offsetTop - current.top
    const isOwn = performance.now() - acted.current < OWN
    if (pushed && current.state === state && !isOwn)
      area.current?.scrollBy({ top: pushed, behavior: 'instant' })
    anchor.current = { row: current.row, top: current.row.offsetTop, state }
  }, [rows, state, acted])
  return {
    ref: area,
    onPointerOver: ({ target }: PointerEvent<HTMLElement>) => {
      const row = (target as Element).closest('tr')
      anchor.current = row && { row, top: row.offsetTop, state }
    },
    onPointerLeave: () => {
      anchor.current = null
    },
  }
}

/** When a key or a button was last pressed outside of the table. */
function useLastAct(area: RefObject<HTMLElement | null>) {
  const last = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    const ends = new AbortController()
    const on = { capture: true, signal: ends.signal }
    const note = ({ target, timeStamp }: Event) => {
      if (!area.current?.contains(target as Node)) last.current = timeStamp
    }
    document.addEventListener('pointerdown', note, on)
    document.addEventListener('keydown', note, on)
    return () => ends.abort()
  }, [area])
  return last
}
