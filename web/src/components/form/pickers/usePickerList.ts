import type { Route } from '@kontor/contract/lib/http/route'
import type { ListDefinition } from '@kontor/contract/lib/lists/list'
import { useMemo } from 'react'
import type { Subject } from '../../../lib/i18n/words.ts'
import type { Col } from '../../data-table/columns.tsx'
import type { RowOf } from '../../data-table/list-page/useRows.ts'
import type { ListRow } from '../../data-table/list-page/wholeList.ts'
import type { PickerDialogProps } from './pickers.ts'
import type { Confirmation } from './useConfirmCall.ts'

export interface PickerProps<R extends Route, C extends Route> {
  feature: Subject
  list: ListDefinition
  /** A paged list (POST) or one that answers everything (GET). */
  rows: R
  columns: readonly Col<RowOf<R>>[]
  /** Further page sizes. */
  sizes?: readonly number[]
  sort?: ListDefinition['sort']
  /** One row or several. */
  single?: boolean
  /** Rows picked beforehand, known by what the columns show of them; those of other pages stay picked. */
  first?: readonly ListRow[]
  onPick: (rows: RowOf<R>[]) => void
  onClose: () => void
  /** Above the list, when it is not the feature's own. */
  title?: string
  /** Sends what was picked before it closes. */
  confirmation?: Confirmation<C>
  there?: PickerDialogProps['there']
  all?: PickerDialogProps['all']
  typing?: PickerDialogProps['typing']
}

/** A picker shows eight rows; the documents' list of sizes lacks the eight. */
const SIZES = [8, 10, 20, 30, 50]
const NONE: readonly never[] = []

/** A list as what picks from it begins with it. */
export function usePickerList<R extends Route, C extends Route>({
  list,
  sizes = NONE,
  sort,
}: Pick<PickerProps<R, C>, 'list' | 'sizes' | 'sort'>) {
  return useMemo(
    () => ({ ...list, sizes: [...SIZES, ...sizes], size: 8, sort: sort ?? list.sort }),
    [list, sizes, sort],
  )
}
