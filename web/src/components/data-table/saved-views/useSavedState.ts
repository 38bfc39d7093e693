import { FILLING } from '@kontor/contract/lib/lists/default-views'
import type { ListDefinition } from '@kontor/contract/lib/lists/list'
import { useCallback, useRef } from 'react'
import { fillingSize } from '../list-page/listState.ts'
import { type ChangeList, useListState } from '../list-page/useListState.ts'
import type { ListViews } from './useListViews.ts'

/**
 * The state of a list with its views. How many rows somebody wants is remembered when that alone is what he changes:
 * refreshing asks for fewer only now.
 */
export function useSavedState(
  list: ListDefinition,
  under: string | undefined,
  { preferences, prefer }: ListViews,
) {
  const [state, change] = useListState(list, under, preferences)
  const latest = useRef(prefer)
  latest.current = prefer
  const onChange = useCallback<ChangeList>(
    (given) => {
      const { size, ...others } = given
      change(size === FILLING ? { size: fillingSize(list.sizes, window.innerHeight) } : given)
      if (size !== undefined && Object.keys(others).length === 0) latest.current({ size })
    },
    [change, list],
  )
  return [state, onChange] as const
}
