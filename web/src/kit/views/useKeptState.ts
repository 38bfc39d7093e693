import type { ListDefinition } from '@kontor/contract/kit/list/list'
import { useCallback, useRef } from 'react'
import { type ChangeList, useListState } from '../list/useListState.ts'
import type { ListViews } from './useListViews.ts'

/**
 * The state of a list with its views. How many rows somebody wants is remembered when that alone is what he changes:
 * refreshing asks for fewer only now.
 */
export function useKeptState(
  list: ListDefinition,
  under: string | undefined,
  { looks, hasTabs, prefer }: ListViews,
) {
  const [state, change] = useListState(list, under, looks)
  const latest = useRef(prefer)
  latest.current = prefer
  const onChange = useCallback<ChangeList>(
    (given) => {
      change(given)
      if (hasTabs && given.size !== undefined && Object.keys(given).length === 1)
        latest.current({ size: given.size })
    },
    [change, hasTabs],
  )
  return [state, onChange] as const
}
