import type { KeyboardEvent } from 'react'
import type { RowAction } from './rowAction.ts'
import type { RowPreview } from './side-panel/usePreview.ts'

/** Keyboard targets of a row: its actions and its selection. */
interface RowShortcuts<Row> {
  actions: readonly Pick<RowAction<Row>, 'key' | 'run' | 'shortcut'>[]
  pick: (() => void) | undefined
}

/** Enter opens, Space selects. Keys inside a control of the row belong to the control. */
export function rowKey<Row>(event: KeyboardEvent, row: Row, { actions, pick }: RowShortcuts<Row>) {
  if (event.target !== event.currentTarget) return
  const [first] = actions
  if (event.key === 'Enter') runOnce(event, first ? () => first.run(row) : pick)
  else if (event.key === ' ' && pick) runOnce(event, pick)
}

/** A key that is held runs nothing again. */
export function runOnce(event: KeyboardEvent, run: (() => void) | undefined) {
  event.preventDefault()
  if (!event.repeat) run?.()
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
  if (action) runOnce(event, () => action.run(row))
  else if (key === 'Enter') runOnce(event, () => preview.open(row.id))
  else if (key === ' ') runOnce(event, () => preview.toggle(row.id))
  else if (key.toLowerCase() === 'x') runOnce(event, pick)
  else if (key === 'F2')
    runOnce(event, () => currentTarget.querySelector<HTMLElement>('button[data-inline]')?.click())
}

/** Arrow keys, J and K move between rows, Home and End to the first and last. */
export function moveFocus(event: KeyboardEvent<HTMLTableSectionElement>) {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const row = (event.target as Element).closest('tr')
  const after = row?.nextElementSibling
  const before = row?.previousElementSibling
  const to = {
    ArrowDown: after,
    j: after,
    ArrowUp: before,
    k: before,
    Home: event.currentTarget.firstElementChild,
    End: event.currentTarget.lastElementChild,
  }[event.key]
  if (!(to instanceof HTMLElement)) return
  to.focus()
  event.preventDefault()
}
