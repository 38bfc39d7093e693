import type { ListDefinition } from '@kontor/contract/kit/list/list'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { firstState, type ListState, readListState, writeListState } from './listState.ts'

/** Changes some of the state; anything but a new page goes back to page 1. */
export type ChangeList = (change: Partial<ListState>) => void
type Held = readonly [ListState, ChangeList]

const changed = (state: ListState, change: Partial<ListState>) => ({ ...state, page: 1, ...change })

/** The state of a page's list, held by the address. */
export function useListState(list: ListDefinition): Held {
  const query: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const state = useMemo(() => readListState(query, list), [query, list])
  const change = useCallback<ChangeList>(
    (given) => {
      const search = writeListState(changed(state, given), list)
      // The kit serves every page, so the type of one page's search is not known here. What is open over the list stays.
      void navigate({ to: '.', search: search as never, ignoreBlocker: true })
    },
    [state, list, navigate],
  )
  return [state, change]
}

/** The same for a list inside a dialog, which has no address. */
export function useOwnListState(list: ListDefinition): Held {
  const [state, setState] = useState(() => firstState(list))
  const change = useCallback<ChangeList>((given) => setState((last) => changed(last, given)), [])
  return [state, change]
}
