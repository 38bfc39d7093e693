import type { Route } from '@kontor/contract/lib/http/route'
import type { RecordList } from '@kontor/contract/lib/lists/record-list'
import { useMemo } from 'react'
import type { Col } from '../../data-table/columns.tsx'
import type { RowOf } from '../../data-table/list-page/useRows.ts'
import type { ListRow } from '../../data-table/listRow.ts'
import type { PickerDialogProps } from './pickers.ts'

export interface PickerProps<R extends Route> {
  list: RecordList
  /** A paged list (POST) or a whole one (GET). */
  listRoute: R
  columns: readonly Col<RowOf<R>>[]
  /** Further page sizes. */
  sizes?: readonly number[]
  sort?: RecordList['sort']
  /** One row or several. */
  single?: boolean
  /** Rows selected initially, with the fields that the columns show; those of other pages stay selected. */
  first?: readonly ListRow[]
  onPick?: ((rows: RowOf<R>[]) => void) | undefined
  onClose: () => void
  /** Title, when it is not the list's. */
  title?: string
  save?: PickerDialogProps['save']
  lockedIds?: PickerDialogProps['lockedIds']
  all?: PickerDialogProps['all']
  typing?: PickerDialogProps['typing']
}

/** A picker shows eight rows by default, which the documented page sizes lack. */
const SIZES = [8, 10, 20, 30, 50]
const NONE: readonly never[] = []

/** The initial state of a list in a picker. */
export function usePickerList<R extends Route>({
  list,
  sizes = NONE,
  sort,
}: Pick<PickerProps<R>, 'list' | 'sizes' | 'sort'>) {
  return useMemo(
    () => ({ ...list, sizes: [...SIZES, ...sizes], size: 8, sort: sort ?? list.sort }),
    [list, sizes, sort],
  )
}
