import { dayOf, type Format } from '../../../lib/i18n/format.ts'
import type { ReadyColumn } from '../columns.tsx'
import { cellValue, type ListRow } from '../list-page/wholeList.ts'

/** Pixels of the screen that are no part of the list beside an open panel: the menu, the panel, the boxes. */
const TAKEN = 224 + 384 + 52
/** Pixels of a day without its time. */
const DAY = 116

/**
 * The columns that a list keeps beside an open panel: those that name a row and those that a phone shows, then as many of
 * the others as have room. Whether it is active stands in the panel; times of day go before any column does.
 */
export function narrowColumns<Row extends ListRow>(
  columns: readonly ReadyColumn<Row>[],
  format: Format,
  screen: number,
): readonly ReadyColumn<Row>[] {
  const all = columns.map((column) => withoutTime(column, format))
  const isFirst = ({ key, main, locked, phone }: ReadyColumn<Row>) =>
    main || locked || (phone !== undefined && key !== 'is_active')
  const kept = new Set(all.filter(isFirst))
  let room = screen - TAKEN - [...kept].reduce((sum, { width }) => sum + width, 0)
  for (const column of all) {
    if (kept.has(column) || column.key === 'is_active' || column.width > room) continue
    kept.add(column)
    room -= column.width
  }
  return all.filter((column) => kept.has(column))
}

function withoutTime<Row extends ListRow>(column: ReadyColumn<Row>, format: Format): ReadyColumn<Row> {
  const { key, definition, cell } = column
  if (definition.filter !== 'day' || definition.day || cell) return column
  const content = (row: Row) => {
    const value = cellValue(row, key, definition)
    return value ? format.date(dayOf(String(value))) : null
  }
  return { ...column, width: DAY, content }
}
