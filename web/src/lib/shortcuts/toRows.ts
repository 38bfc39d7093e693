import type { KeyboardEvent } from 'react'

/**
 * From a field over a list the arrow down leads to its first row, and Escape back to the row that is open. What looks in
 * all columns is emptied by a first Escape, and one in a dialog closes that.
 */
export function toRows(event: KeyboardEvent<HTMLElement>) {
  const { key, target, currentTarget } = event
  const isBack = key === 'Escape' && !currentTarget.closest('[role=dialog]')
  if (!isBack && !(key === 'ArrowDown' && target instanceof HTMLInputElement)) return
  if (isBack && target instanceof HTMLInputElement && target.type === 'search' && target.value) {
    target.value = ''
    return event.preventDefault()
  }
  const place = currentTarget.closest('table') ?? currentTarget.closest('[role=dialog], main')
  const open = isBack && place?.querySelector<HTMLElement>('tbody tr[data-current]')
  const row = open || place?.querySelector<HTMLElement>('tbody tr[data-id]')
  if (!row) return
  row.focus()
  event.preventDefault()
}
