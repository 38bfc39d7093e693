// Inline editing of a row's value.
import { createContext, useMemo, useState } from 'react'

/** Which value is being edited; one at a time. */
interface InlineEditing {
  at: string | null
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
  const [at, setAt] = useState<string | null>(null)
  return useMemo(
    () => ({
      at,
      open: setAt,
      reopen: (cellId) => setAt((now) => now ?? cellId),
      close: (cellId) => setAt((now) => (now === cellId ? null : now)),
    }),
    [at],
  )
}
