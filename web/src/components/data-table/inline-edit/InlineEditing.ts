// Inline editing of a row's value.
import { createContext, useCallback, useEffect, useMemo, useState } from 'react'

/** Which value is being edited; one at a time. */
interface InlineEditing {
  at: string | null
  /** That cell, or the one that was edited last while the focus is still in its row. */
  held: string | null
  open: (cellId: string) => void
  /** Opens the cell unless another one is open. */
  reopen: (cellId: string) => void
  /** Closes the cell unless another one has been opened since. */
  close: (cellId: string) => void
}

/** Null where values are read-only. */
export const InlineContext = createContext<InlineEditing | null>(null)

/** The cell id of a value in its table. */
export const cellIdOf = (id: number, column: string) => `${column}-${id}`

/** Whether a cell is one of the row with this id. */
export const isIn = (cell: string | null, id: number) => cell?.endsWith(`-${id}`) ?? false

/** State for the context around a table with inline editing; a row action may call `open`. */
export function useInlineEditing(): InlineEditing {
  const [cells, setCells] = useState<Pick<InlineEditing, 'at' | 'held'>>(NONE)
  useRelease(
    cells.held,
    useCallback(() => setCells((now) => (now.at === null ? NONE : now)), []),
  )
  return useMemo(
    () => ({
      ...cells,
      open: (cell) => setCells({ at: cell, held: cell }),
      reopen: (cell) => setCells((now) => (now.at === null ? { at: cell, held: cell } : now)),
      close: (cell) => setCells((now) => (now.at === cell ? { ...now, at: null } : now)),
    }),
    [cells],
  )
}

const NONE = { at: null, held: null }

/** Calls back when the focus has left the cell's row. */
function useRelease(held: string | null, onLeft: () => void) {
  useEffect(() => {
    if (held === null) return
    const check = () => {
      const row = document.activeElement?.closest<HTMLElement>('tr[data-id]')
      if (!row || !isIn(held, Number(row.dataset.id))) onLeft()
    }
    const onBlur = () => setTimeout(check) // until then the focus is nowhere
    document.addEventListener('focusout', onBlur)
    return () => document.removeEventListener('focusout', onBlur)
  }, [held, onLeft])
}
