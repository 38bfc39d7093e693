import { useSearch } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { useTrackRecent } from '../../command-palette/useTrackRecent.ts'
import { useSearchFlag } from '../../ui/dialog/useSearchFlag.ts'
import { useUnsaved } from '../../ui/dialog/useUnsaved.ts'
import type { ListRow } from '../listRow.ts'

/** The open dialog of a list: the form (`row` null to add) or the details. */
export type OpenDialog<Row> = { kind: 'form'; row: Row | null } | { kind: 'details'; row: Row }

interface RecordDialogOptions<Row> {
  canAdd: boolean
  canEdit: boolean
  /** The search params `add` and `edit` are for this list, not for the screen that it is inside of. */
  ownsParams: boolean
  rows: readonly Row[]
}

/**
 * Which dialog is open; navigation closes it. `?add=1` opens the empty form once (the palette's add
 * action), `?edit=7` opens that row for editing if the user may.
 */
export function useRecordDialog<Row extends ListRow>({
  canAdd,
  canEdit,
  ownsParams,
  rows,
}: RecordDialogOptions<Row>) {
  const [open, show] = useState<OpenDialog<Row> | null>(null)
  const close = useCallback(() => show(null), [])
  const add = useCallback(() => show({ kind: 'form', row: null }), [])
  useSearchFlag('add', canAdd && ownsParams ? add : undefined)
  const query: Record<string, unknown> = useSearch({ strict: false })
  const requestedRow = ownsParams ? rows.find(({ id }) => String(id) === query.edit) : undefined
  const openRequested = useCallback(
    () => requestedRow && show({ kind: canEdit ? 'form' : 'details', row: requestedRow }),
    [requestedRow, canEdit],
  )
  useSearchFlag('edit', requestedRow && openRequested)
  useUnsaved(false, { onLeave: close })
  useTrackRecent(ownsParams ? open?.row : null)
  return { open, show, close }
}
