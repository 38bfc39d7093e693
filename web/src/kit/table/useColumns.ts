import { useCallback, useMemo, useState } from 'react'
import type { Col } from './columns.tsx'

/** Which columns are shown and in what order; `order` holds every key. */
export interface ColumnChoice {
  order: readonly string[]
  hidden: readonly string[]
}

/** A remembered choice fitted to the columns there are: unknown ones go, new ones take their place at the end. */
export function fitChoice<Row>(
  columns: readonly Col<Row>[],
  kept: Partial<ColumnChoice> | null,
): ColumnChoice {
  const keys = columns.map((column) => column.key)
  const locked = columns.filter((column) => column.locked).map((column) => column.key)
  const remembered = (kept?.order ?? []).filter((key) => keys.includes(key) && !locked.includes(key))
  const order = [...new Set([...locked, ...remembered, ...keys])]
  const optional = columns.filter((column) => column.optional).map((column) => column.key)
  const hidden = (kept?.hidden ?? optional).filter((key) => keys.includes(key) && !locked.includes(key))
  return { order, hidden: hidden.length < keys.length ? hidden : [] }
}

/** The columns of a list as this browser's user wants them, remembered as `columns:<list>`. */
export function useColumns<Row>(name: string, columns: readonly Col<Row>[]) {
  const storage = `columns:${name}`
  const [kept, setKept] = useState(() => read(storage))
  const choice = useMemo(() => fitChoice(columns, kept), [columns, kept])
  const choose = useCallback(
    (next: ColumnChoice | null) => {
      if (next) localStorage.setItem(storage, JSON.stringify(next))
      else localStorage.removeItem(storage)
      setKept(next)
    },
    [storage],
  )
  const shown = useMemo(
    () =>
      choice.order
        .filter((key) => !choice.hidden.includes(key))
        .flatMap((key) => columns.find((column) => column.key === key) ?? []),
    [choice, columns],
  )
  return { choice, choose, shown, chosen: kept !== null }
}

function read(storage: string): Partial<ColumnChoice> | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storage) ?? 'null')
    return typeof kept === 'object' ? kept : null
  } catch {
    return null
  }
}
