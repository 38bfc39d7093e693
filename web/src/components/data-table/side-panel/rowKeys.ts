import type { KeyboardEvent, MouseEvent } from 'react'
import type { RowAction } from '../rowAction.ts'
import type { RowPreview } from './usePreview.ts'

/** What a row can have done to it: its actions, and that it is picked. */
export interface RowShortcuts<Row> {
  own: readonly Pick<RowAction<Row>, 'key' | 'run' | 'letter'>[]
  pick: (() => void) | undefined
}

/** A letter of an action does it; else Enter opens beside the list, Space opens and closes, X picks, F2 the first value that is edited in place. */
export function previewKey<Row extends { id: number }>(
  event: KeyboardEvent,
  row: Row,
  preview: RowPreview,
  { own, pick }: RowShortcuts<Row>,
) {
  const { key, target, currentTarget } = event
  if (target !== currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
  const action = own.find(({ letter }) => letter === key.toLowerCase())
  if (action) action.run(row)
  else if (key === 'Enter') preview.open(row.id)
  else if (key === ' ') preview.toggle(row.id)
  else if (key.toLowerCase() === 'x') pick?.()
  else if (key === 'F2') currentTarget.querySelector<HTMLElement>('button[data-inline]')?.click()
  else return
  event.preventDefault()
}

const CONTROLS = 'a, button, input, label, select, textarea, [data-inline]'

/** A row that is pressed opens, unless something in it is pressed that does otherwise, or its text is being marked. */
export function openClickedRow({ target }: MouseEvent, preview: RowPreview) {
  if (!(target instanceof Element) || target.closest(CONTROLS)) return
  const row = target.closest<HTMLElement>('tr[data-id]')
  if (row && getSelection()?.isCollapsed !== false) preview.open(Number(row.dataset.id))
}
