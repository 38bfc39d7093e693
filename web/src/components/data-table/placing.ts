import type { CSSProperties } from 'react'
import type { ReadyColumn } from './columns.tsx'

/** Widths in pixels of the columns that the table adds. */
export const SELECT_WIDTH = 52
/** The room left of a first column that has no checkboxes before it. */
export const EDGE_WIDTH = 20
/** Buttons are larger where there is a finger. */
const BUTTON_WIDTH = globalThis.matchMedia?.('(pointer: coarse)').matches ? 44 : 28
export const actionsWidth = (count: number) => Math.max(80, count * BUTTON_WIDTH + 28)

/** Attributes that freeze a cell of a locked column at the left, after the locked columns before it. */
export function frozen<Row>(columns: readonly ReadyColumn<Row>[], index: number, selectable: boolean) {
  if (!columns[index]?.locked) return {}
  const before = columns.slice(0, index).reduce((sum, column) => sum + column.width, 0)
  return {
    'data-fixed': 'left',
    'data-edge': columns[index + 1]?.locked ? undefined : '',
    style: { left: before + (selectable ? SELECT_WIDTH : 0) } satisfies CSSProperties,
  }
}

/** Attributes that freeze the checkboxes left of locked columns. */
export const frozenSelect = <Row>(columns: readonly ReadyColumn<Row>[]) =>
  columns[0]?.locked ? { 'data-fixed': 'left', style: { left: 0 } } : {}

/** Attributes that freeze the actions at the right; the border shows in tables that scroll horizontally. */
export const frozenActions = <Row>(columns: readonly ReadyColumn<Row>[]) => ({
  'data-fixed': 'right',
  'data-edge': columns[0]?.locked ? '' : undefined,
})

/** Minimum width of the table; below it, the table scrolls. */
export const tableWidth = <Row>(columns: readonly ReadyColumn<Row>[], selectable: boolean, actions: number) =>
  columns.reduce((sum, column) => sum + column.width, 0) +
  (selectable ? SELECT_WIDTH : EDGE_WIDTH) +
  (actions > 0 ? actionsWidth(actions) : 0)
