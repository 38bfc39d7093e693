import { useEffect, useState } from 'react'

/** Milliseconds for which a new row is highlighted. */
const HIGHLIGHT_MS = 6000

const NONE: ReadonlySet<number> = new Set()

const newestOf = (rows: readonly { id: number }[]) => Math.max(0, ...rows.map(({ id }) => id))

interface SeenRows {
  state: unknown
  newest: number
  total: number
  newIds: ReadonlySet<number>
}

/**
 * The ids of rows that have just been added by others: newer than all seen before, in a list with
 * unchanged input and a higher total.
 */
export function useNewRows(rows: readonly { id: number }[], total: number, state: unknown, isKnown: boolean) {
  const [seen, setSeen] = useState<SeenRows>(() => ({
    state: isKnown ? state : undefined,
    newest: isKnown ? newestOf(rows) : 0,
    total: isKnown ? total : 0,
    newIds: NONE,
  }))
  const { newIds } = seen
  const newest = Math.max(seen.newest, newestOf(rows))
  const isSame = seen.state === state
  if (isKnown && !(isSame && seen.newest === newest && seen.total === total)) {
    const came = isSame && total > seen.total ? rows.filter(({ id }) => id > seen.newest) : []
    const marked = came.length > 0 ? new Set(came.map(({ id }) => id)) : isSame ? newIds : NONE
    setSeen({ state, newest, total, newIds: marked })
  }
  useEffect(() => {
    if (newIds.size === 0) return
    const timer = setTimeout(() => setSeen((last) => ({ ...last, newIds: NONE })), HIGHLIGHT_MS)
    return () => clearTimeout(timer)
  }, [newIds])
  return newIds
}
