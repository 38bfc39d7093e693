import type { ListDefinition } from '@kontor/contract/kit/list/list'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import type { FormRow } from '../form/recordForm.ts'
import { besideList, firstState, writeListState } from './listState.ts'

/**
 * Leads to a record that was added, which may stand on any page and fit no filter: the list is searched for its name. Null
 * where nothing can be searched for.
 */
export function useShowAdded(list: ListDefinition, under: string, nameOf: (row: FormRow) => string) {
  const query: Record<string, unknown> = useSearch({ strict: false })
  const { pathname } = useLocation()
  const navigate = useNavigate()
  if (list.search.length === 0) return null
  return (row: FormRow) => {
    const state = { ...firstState(list), search: nameOf(row) }
    const search = { ...besideList(query, under), ...writeListState(state, list, under) }
    // The kit serves every page, so the type of one page's search is not known here. One may be elsewhere by now.
    void navigate({ to: pathname, search: search as never })
  }
}
