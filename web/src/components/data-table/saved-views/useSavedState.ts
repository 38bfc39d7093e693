import { FILLING } from '@kontor/contract/lib/lists/default-views'
import type { ListDefinition } from '@kontor/contract/lib/lists/list'
import { useCallback, useRef } from 'react'
import { fillingSize } from '../list-page/listState.ts'
import { type ChangeList, useListState } from '../list-page/useListState.ts'
import type { ListViews } from './useListViews.ts'

/**
 * The list state with its views. A page size that the user changes on its own is stored as a preference;
 * refreshing resets the size without storing it.
 */
export function useSavedState(
  list: ListDefinition,
  paramPrefix: string | undefined,
  { preferences, prefer }: ListViews,
) {
  const [state, change] = useListState(list, paramPrefix, preferences)
  const latest = useRef(prefer)
  latest.current = prefer
  const onChange = useCallback<ChangeList>(
    (partial) => {
      const { size, ...others } = partial
      change(size === FILLING ? { size: fillingSize(list.sizes, window.innerHeight) } : partial)
      if (size !== undefined && Object.keys(others).length === 0) latest.current({ size })
    },
    [change, list],
  )
  return [state, onChange] as const
}
