// A value of a row, edited where it stands.
import { createContext, useMemo, useState } from 'react'

/** Which value is being edited. There is one at a time. */
interface InlineEditing {
  at: string | null
  open: (place: string) => void
  /** The same, unless another is open. */
  reopen: (place: string) => void
  /** Closes that place, unless another has been opened meanwhile. */
  close: (place: string) => void
}

/** Null where values are only shown. */
export const InlineContext = createContext<InlineEditing | null>(null)

/** A value's place in its table. */
export const placeOf = (id: number, column: string) => `${column}-${id}`

/** For the context around a table whose values are edited where they stand; an action of the row may `open` one. */
export function useInlineEditing(): InlineEditing {
  const [at, setAt] = useState<string | null>(null)
  return useMemo(
    () => ({
      at,
      open: setAt,
      reopen: (place) => setAt((now) => now ?? place),
      close: (place) => setAt((now) => (now === place ? null : now)),
    }),
    [at],
  )
}
