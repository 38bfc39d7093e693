import { useCallback, useMemo, useState } from 'react'

/** Selected rows; the selection survives paging. */
export function usePicking<Row extends { id: number }>(rows: readonly Row[], first: readonly Row[] = []) {
  const [selection, setSelection] = useState<ReadonlyMap<number, Row>>(
    () => new Map(first.map((row) => [row.id, row])),
  )
  const picked = useMemo<ReadonlySet<number>>(() => new Set(selection.keys()), [selection])
  const onPick = useCallback(
    (ids: number[], on: boolean) =>
      setSelection((last) => {
        const next = new Map(last)
        for (const row of rows) if (on && ids.includes(row.id)) next.set(row.id, row)
        if (!on) for (const id of ids) next.delete(id)
        return next
      }),
    [rows],
  )
  const only = useCallback(
    (picks: readonly Row[]) => setSelection(new Map(picks.map((row) => [row.id, row]))),
    [],
  )
  // In their current state, where this page has them.
  const pickedRows = useMemo(
    () => [...selection.values()].map((row) => rows.find(({ id }) => id === row.id) ?? row),
    [selection, rows],
  )
  return { picked, onPick, only, pickedRows }
}
