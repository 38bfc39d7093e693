import { useEffect, useRef } from 'react'
import type { ListRow } from '../list-page/wholeList.ts'
import type { RowAction } from '../rowAction.ts'

interface TurnsOptions<Row> {
  rows: readonly Row[]
  /** The open row. */
  requestedId: number | undefined
  show: (id: number) => void
}

/**
 * Runs an action of the open row. One that is done row after row (`runInTurn`) then opens the next row of
 * the list that has it, also when that comes only with the rows that are fetched after the action.
 */
export function useTurns<Row extends ListRow>({ rows, requestedId, show }: TurnsOptions<Row>) {
  /** Waits for a row after these that has the action. */
  const awaited = useRef<{ from: number; seen: ReadonlySet<number>; has: (row: Row) => boolean }>(undefined)
  useEffect(() => {
    const { current: turn } = awaited
    if (!turn) return
    if (turn.from !== requestedId) awaited.current = undefined
    else {
      const next = rows.find((row) => !turn.seen.has(row.id) && turn.has(row))
      if (!next) return
      awaited.current = undefined
      show(next.id)
    }
  }, [rows, requestedId, show])

  async function inTurn({ runInTurn, when }: RowAction<Row>, first: Row) {
    const has = when ?? (() => true)
    for (let row: Row | undefined = first; row && runInTurn; ) {
      const { id } = row
      const at = rows.findIndex((one) => one.id === id)
      const next: Row | undefined = rows.slice(at + 1).find(has)
      const done = await runInTurn(row, next !== undefined)
      if (!done) return
      if (next) show(next.id)
      else awaited.current = { from: id, seen: new Set(rows.slice(0, at + 1).map((one) => one.id)), has }
      row = done === 'next' ? next : undefined
    }
  }
  return (action: RowAction<Row>, row: Row) => {
    if (action.runInTurn) void inTurn(action, row)
    else action.run(row)
  }
}
