import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'

/** The dialog of a list that is open: the form (of no row yet to add one) or the details. */
export type OpenDialog<Row> = { kind: 'form'; row: Row | null } | { kind: 'details'; row: Row }

/** Which dialog is open. An address with `?add=1` opens the empty form once: the palette's 'add' leads there. */
export function useRecordDialog<Row>(canAdd: boolean) {
  const [open, show] = useState<OpenDialog<Row> | null>(null)
  const close = useCallback(() => show(null), [])
  const query: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const asked = canAdd && query.add !== undefined
  useEffect(() => {
    if (!asked) return
    show({ kind: 'form', row: null })
    void navigate({ to: '.', search: { ...query, add: undefined } as never, replace: true }) // any page: see useListState
  }, [asked, navigate, query])
  return { open, show, close }
}
