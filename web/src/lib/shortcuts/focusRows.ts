import type { KeyboardEvent } from 'react'

/**
 * In an input above a list, the down arrow goes to its first row, and Escape to the open row. The first
 * Escape clears the search for all columns; in a dialog the second closes it.
 */
export function focusRows(event: KeyboardEvent<HTMLElement>) {
  const { key, target, currentTarget } = event
  const isBack = key === 'Escape' && !currentTarget.closest('[role=dialog]')
  if (!isBack && !(key === 'ArrowDown' && target instanceof HTMLInputElement)) return
  if (isBack && target instanceof HTMLInputElement && target.type === 'search' && target.value) {
    target.value = ''
    return event.preventDefault()
  }
  const container = currentTarget.closest('table') ?? currentTarget.closest('[role=dialog], main')
  const open = isBack && container?.querySelector<HTMLElement>('tbody tr[data-current]')
  const row = open || container?.querySelector<HTMLElement>('tbody tr[data-id]')
  if (!row) return
  row.focus()
  event.preventDefault()
}
