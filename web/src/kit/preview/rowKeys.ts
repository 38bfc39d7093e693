import type { KeyboardEvent, MouseEvent } from 'react'
import type { RowPreview } from './usePreview.ts'

/** Enter opens beside the list, Space opens and closes, X picks, E edits, F2 the first value alone that can be edited in place. */
export function previewKey(
  event: KeyboardEvent,
  id: number,
  preview: RowPreview,
  { pick, edit }: { pick: (() => void) | undefined; edit: (() => void) | undefined },
) {
  const { key, target, currentTarget } = event
  if (target !== currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
  if (key === 'Enter') preview.open(id)
  else if (key === ' ') preview.toggle(id)
  else if (key.toLowerCase() === 'x') pick?.()
  else if (key.toLowerCase() === 'e') edit?.()
  else if (key === 'F2') currentTarget.querySelector<HTMLElement>('button[data-inline]')?.click()
  else return
  event.preventDefault()
}

const CONTROLS = 'a, button, input, label, select, textarea, [data-inline]'

/** A row that is pressed opens, unless something in it is pressed that does otherwise, or its text is being marked. */
export function openPressed({ target }: MouseEvent, preview: RowPreview) {
  if (!(target instanceof Element) || target.closest(CONTROLS)) return
  const row = target.closest<HTMLElement>('tr[data-id]')
  if (row && getSelection()?.isCollapsed !== false) preview.open(Number(row.dataset.id))
}
