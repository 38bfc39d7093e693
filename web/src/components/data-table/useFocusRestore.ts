import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import { isFocusLost } from '../ui/useFocusFallback.ts'

interface FocusedButton {
  element: HTMLElement
  row: string | undefined
  index: number
  action: string | undefined
}

/**
 * Keeps the focus in the table. When the focused button disappears, because its row left the list or lost
 * the action, the next row's same button gets the focus. A focus that has moved into the side panel stays out of the
 * table: another row would open there. Returns the handlers of the body.
 */
export function useFocusRestore(body: RefObject<HTMLTableSectionElement | null>, rows: readonly unknown[]) {
  const focusedButton = useRef<FocusedButton | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the rows change
  useLayoutEffect(() => {
    if (!focusedButton.current || focusedButton.current.element.isConnected || !body.current) return
    if (!isFocusLost(body.current)) return // the focus has moved elsewhere
    successor(body.current, focusedButton.current)?.focus()
  }, [body, rows])
  return {
    onFocus({ target }: FocusEvent<HTMLElement>) {
      const row = target.closest('tr')
      if (!row) return
      const { action } = target.dataset
      focusedButton.current = { element: target, row: row.dataset.id, index: row.sectionRowIndex, action }
    },
    onBlur({ relatedTarget }: FocusEvent<HTMLElement>) {
      if (relatedTarget?.closest('[data-side-panel]')) focusedButton.current = null
    },
  }
}

function successor(body: HTMLTableSectionElement, { row, index, action }: FocusedButton) {
  const rows = [...body.rows]
  const rowIndex = rows.findIndex(({ dataset }) => dataset.id === row)
  const next = rowIndex < 0 ? index : rowIndex + 1
  const nearest = [...rows.slice(next), ...rows.slice(0, next).reverse()]
  const buttons = nearest.map((one) => one.querySelector<HTMLElement>(`[data-action="${action}"]`))
  return buttons.find((button) => button !== null) ?? nearest[0] ?? titleAbove(body)
}

/** Of a list that has become empty. */
function titleAbove(body: HTMLElement) {
  const title = body.closest('main, [role=dialog]')?.querySelector<HTMLElement>('h1, h2')
  if (title && title.tabIndex < 0) title.tabIndex = -1
  return title
}
