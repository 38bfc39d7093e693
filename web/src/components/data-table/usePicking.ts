import { useCallback, useMemo, useState } from 'react'

/** Selected rows; the selection survives paging. */
export function usePicking<Row extends { id: number }>(rows: readonly Row[], first: readonly Row[] = []) {
  const [held, setHeld] = useState<ReadonlyMap<number, Row>>(() => new Map(first.map((row) => [row.id, row])))
  const picked = useMemo<ReadonlySet<number>>(() => new Set(held.keys()), [held])
  const onPick = useCallback(
    (ids: number[], on: boolean) =>
      setHeld((last) => {
        const next = new Map(last)
        for (const row of rows) if (on && ids.includes(row.id)) next.set(row.id, row)
        if (!on) for (const id of ids) next.delete(id)
        return next
      }),
    [rows],
  )
  const only = useCallback((picks: readonly Row[]) => setHeld(new Map(picks.map((row) => [row.id, row]))), [])
  // In their current state, where this page has them.
  const pickedRows = useMemo(
    () => [...held.values()].map((row) => rows.find(({ id }) => id === row.id) ?? row),
    [held, rows],
  )
  return { picked, onPick, only, pickedRows }
}
