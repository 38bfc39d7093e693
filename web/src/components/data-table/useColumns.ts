import type { ColumnChoice } from '@kontor/contract/lib/lists/default-views'
import type { ListDefinition } from '@kontor/contract/lib/lists/list'
import { useMemo } from 'react'
import type { Col } from './columns.tsx'

/** A stored choice fitted to the existing columns: unknown ones are dropped, new ones are appended. */
export function fitChoice<Row>(
  list: Pick<ListDefinition, 'columns'>,
  columns: readonly Col<Row>[],
  saved: Partial<ColumnChoice> | null,
): ColumnChoice {
  const keys = columns.map((column) => column.key)
  const locked = columns.filter((column) => column.locked).map((column) => column.key)
  const ordered = (saved?.order ?? []).filter((key) => keys.includes(key) && !locked.includes(key))
  const order = [...new Set([...locked, ...ordered, ...keys])]
  const isOptional = ({ key, optional }: Col<Row>) => optional ?? list.columns[key]?.optional === true
  const optional = columns.filter(isOptional).map((column) => column.key)
  const hidden = (saved?.hidden ?? optional).filter((key) => keys.includes(key) && !locked.includes(key))
  return { order, hidden: hidden.length < keys.length ? hidden : [] }
}

/** The columns of a list in the chosen order and visibility. */
export function useColumns<Row>(
  list: ListDefinition,
  columns: readonly Col<Row>[],
  saved: ColumnChoice | null,
) {
  const choice = useMemo(() => fitChoice(list, columns, saved), [list, columns, saved])
  const shown = useMemo(
    () =>
      choice.order
        .filter((key) => !choice.hidden.includes(key))
        .flatMap((key) => columns.find((column) => column.key === key) ?? []),
    [choice, columns],
  )
  return { choice, shown }
}
