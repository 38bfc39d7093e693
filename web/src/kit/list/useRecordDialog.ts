import { useCallback, useState } from 'react'
import { useAsked } from '../dialog/useAsked.ts'
import { useUnsaved } from '../dialog/useUnsaved.ts'

/** The dialog of a list that is open: the form (of no row yet to add one) or the details. */
export type OpenDialog<Row> = { kind: 'form'; row: Row | null } | { kind: 'details'; row: Row }

/** Which dialog is open; another address closes it. An address with `?add=1` opens the empty form once: the palette's 'add' leads there. */
export function useRecordDialog<Row>(canAdd: boolean) {
  const [open, show] = useState<OpenDialog<Row> | null>(null)
  const close = useCallback(() => show(null), [])
  const add = useCallback(() => show({ kind: 'form', row: null }), [])
  useAsked('add', canAdd ? add : undefined)
  useUnsaved(false, { onLeave: close })
  return { open, show, close }
}
