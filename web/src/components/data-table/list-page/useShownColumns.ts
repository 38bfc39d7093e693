import { useMemo } from 'react'
import type { ReadyColumn } from '../columns.tsx'
import type { ListRow } from '../listRow.ts'

/** The columns that fit while the side panel is open. */
export const useShownColumns = <Row extends ListRow>(columns: readonly ReadyColumn<Row>[], isOpen: boolean) =>
  useMemo(() => (isOpen ? narrowColumns(columns, window.innerWidth) : columns), [columns, isOpen])

/** Pixels of the screen that are not the list: navigation, panel, checkboxes. */
const OTHER_WIDTH = 224 + 384 + 52

/**
 * The columns that fit beside an open panel: those that identify a row and those of the phone layout,
 * then as many others as fit. The active flag is in the panel.
 */
function narrowColumns<Row extends ListRow>(
  columns: readonly ReadyColumn<Row>[],
  screen: number,
): readonly ReadyColumn<Row>[] {
  const isFirst = ({ key, main, locked, phone }: ReadyColumn<Row>) =>
    main || locked || (phone !== undefined && key !== 'is_active')
  const shown = new Set(columns.filter(isFirst))
  let room = screen - OTHER_WIDTH - [...shown].reduce((sum, { width }) => sum + width, 0)
  for (const column of columns) {
    if (shown.has(column) || column.key === 'is_active' || column.width > room) continue
    shown.add(column)
    room -= column.width
  }
  return columns.filter((column) => shown.has(column))
}
