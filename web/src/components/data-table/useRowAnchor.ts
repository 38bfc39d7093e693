import { type PointerEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { inNextFrame } from '../../lib/layout/nextFrame.ts'

/**
 * Milliseconds after a key or a click outside of the table, such as in a dialog, in which new rows count
 * as the user's own.
 */
const OWN_INPUT_MS = 5000

/**
 * Scroll position of a table: another page starts at its first row, and the row under the pointer stays
 * in place when rows of others are added above it. After an input of the user the table does not scroll,
 * so that rows they have added stay visible. Returns the props of the scroll area.
 */
export function useRowAnchor(rows: readonly unknown[], state: { page: number }) {
  const area = useRef<HTMLElement>(null)
  const anchor = useRef<{ row: HTMLElement; top: number; state: unknown } | null>(null)
  const acted = useLastInputTime(area)
  const page = useRef(state.page)
  useEffect(() => {
    if (page.current === state.page) return // a new table is at its top already
    page.current = state.page
    return inNextFrame(() => area.current?.scrollTo({ top: 0 }))
  }, [state.page])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the rows change
  useLayoutEffect(() => {
    const { current } = anchor
    if (!current?.row.isConnected) return
    const pushed = current.row.offsetTop - current.top
    const isOwn = performance.now() - acted.current < OWN_INPUT_MS
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

/** The time of the last key or click outside of the table. */
function useLastInputTime(area: RefObject<HTMLElement | null>) {
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
