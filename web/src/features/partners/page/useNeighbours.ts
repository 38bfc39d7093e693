import { partnerList, partners } from '@kontor/contract/partners'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { readListState, writeListState } from '../../../components/data-table/list-page/listState.ts'
import { useRows } from '../../../components/data-table/list-page/useRows.ts'

/** The search params of the list that the user came from; undefined otherwise. */
export const previousListSearch = (): Record<string, string> | undefined => history.state?.list

/**
 * The position of a partner in the list that the user came from, with functions to open the previous and
 * next one; undefined while unknown. Loads its page of the list, and the adjacent page at an edge.
 */
export function useNeighbours(id: number, list: Record<string, string>) {
  const written = JSON.stringify(list)
  const state = useMemo(() => readListState(JSON.parse(written), partnerList), [written])
  const { page, size } = state
  const ownPage = useRows(partners.index, partnerList, state)
  const at = ownPage.rows.findIndex((row) => row.id === id)
  const isFirst = at === 0 && page > 1
  const isLast = at === ownPage.rows.length - 1 && page * size < ownPage.total
  // When no adjacent page is needed it is the page itself, which is cached.
  const before = useRows(partners.index, partnerList, usePage(state, isFirst ? page - 1 : page))
  const after = useRows(partners.index, partnerList, usePage(state, isLast ? page + 1 : page))
  const go = useGo()
  if (at < 0) return null
  const opener = (row: { id: number } | undefined, on: number, isLoaded: boolean) =>
    row && isLoaded ? () => go(row.id, writeListState({ ...state, page: on }, partnerList)) : undefined
  return {
    ...{ position: (page - 1) * size + at + 1, total: ownPage.total },
    previous: isFirst
      ? opener(before.rows.at(-1), page - 1, !before.stale)
      : opener(ownPage.rows[at - 1], page, at > 0),
    next: isLast ? opener(after.rows[0], page + 1, !after.stale) : opener(ownPage.rows[at + 1], page, true),
  }
}

const usePage = (state: ReturnType<typeof readListState>, page: number) =>
  useMemo(() => ({ ...state, page }), [state, page])

/** Opens another partner with the same tab; back still returns to the list. */
function useGo() {
  const navigate = useNavigate()
  const { tab }: Record<string, string> = useSearch({ strict: false })
  return (id: number, list: Record<string, string>) =>
    void navigate({
      to: `/partners/${id}`,
      search: tab ? { tab } : {},
      state: (state) => ({ ...state, list }),
      replace: true,
    })
}
