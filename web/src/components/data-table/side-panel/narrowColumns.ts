import { dayOf, type Format } from '../../../lib/i18n/format.ts'
import type { ReadyColumn } from '../columns.tsx'
import { cellValue, type ListRow } from '../list-page/wholeList.ts'

/** Pixels of the screen that are not the list: navigation, panel, checkboxes. */
const OTHER_WIDTH = 224 + 384 + 52
/** Pixels of a date without a time. */
const DAY = 116

/**
 * The columns that fit beside an open panel: those that identify a row and those of the phone layout,
 * then as many others as fit. The active flag is in the panel; times are dropped from dates before any
 * column is.
 */
export function narrowColumns<Row extends ListRow>(
  columns: readonly ReadyColumn<Row>[],
  format: Format,
  screen: number,
): readonly ReadyColumn<Row>[] {
  const all = columns.map((column) => withoutTime(column, format))
  const isFirst = ({ key, main, locked, phone }: ReadyColumn<Row>) =>
    main || locked || (phone !== undefined && key !== 'is_active')
  const shown = new Set(all.filter(isFirst))
  let room = screen - OTHER_WIDTH - [...shown].reduce((sum, { width }) => sum + width, 0)
  for (const column of all) {
    if (shown.has(column) || column.key === 'is_active' || column.width > room) continue
    shown.add(column)
    room -= column.width
  }
  return all.filter((column) => shown.has(column))
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
