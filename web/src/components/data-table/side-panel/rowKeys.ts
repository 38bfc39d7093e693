import type { KeyboardEvent, MouseEvent } from 'react'
import type { RowAction } from '../rowAction.ts'
import type { RowPreview } from './usePreview.ts'

/** Keyboard targets of a row: its actions and its selection. */
export interface RowShortcuts<Row> {
  actions: readonly Pick<RowAction<Row>, 'key' | 'run' | 'shortcut'>[]
  pick: (() => void) | undefined
}

/**
 * Runs the action with this shortcut. Otherwise Enter opens the panel, Space toggles it, X selects, F2 edits the
 * first editable value.
 */
export function previewKey<Row extends { id: number }>(
  event: KeyboardEvent,
  row: Row,
  preview: RowPreview,
  { actions, pick }: RowShortcuts<Row>,
) {
  const { key, target, currentTarget } = event
  if (target !== currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
  const action = actions.find(({ shortcut }) => shortcut === key.toLowerCase())
  if (action) action.run(row)
  else if (key === 'Enter') preview.open(row.id)
  else if (key === ' ') preview.toggle(row.id)
  else if (key.toLowerCase() === 'x') pick?.()
  else if (key === 'F2') currentTarget.querySelector<HTMLElement>('button[data-inline]')?.click()
  else return
  event.preventDefault()
}

const CONTROLS = 'a, button, input, label, select, textarea, [data-inline]'

/** Opens the clicked row, unless a control inside was clicked or text is being selected. */
export function openClickedRow({ target }: MouseEvent, preview: RowPreview) {
  if (!(target instanceof Element) || target.closest(CONTROLS)) return
  const row = target.closest<HTMLElement>('tr[data-id]')
  if (row && getSelection()?.isCollapsed !== false) preview.open(Number(row.dataset.id))
}
