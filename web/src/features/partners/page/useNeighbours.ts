import { partnerList, partners } from '@kontor/contract/partners'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { readListState, writeListState } from '../../../components/data-table/list-page/listState.ts'
import { useRows } from '../../../components/data-table/list-page/useRows.ts'

/** The address of the list that one came from; nothing where one came from elsewhere. */
export const listBehind = (): Record<string, string> | undefined => history.state?.list

/**
 * Where a partner stands in the list that one came from, and the ways to who is before and after it; nothing while that
 * is not known. Its page of the list is read, and the one beside it where the partner is the last or first of its own.
 */
export function useNeighbours(id: number, list: Record<string, string>) {
  const written = JSON.stringify(list)
  const state = useMemo(() => readListState(JSON.parse(written), partnerList), [written])
  const { page, size } = state
  const own = useRows(partners.index, partnerList, state)
  const at = own.rows.findIndex((row) => row.id === id)
  const isFirst = at === 0 && page > 1
  const isLast = at === own.rows.length - 1 && page * size < own.total
  // Where none is needed it is the page itself, which is there already.
  const before = useRows(partners.index, partnerList, usePage(state, isFirst ? page - 1 : page))
  const after = useRows(partners.index, partnerList, usePage(state, isLast ? page + 1 : page))
  const go = useGo()
  if (at < 0) return null
  const way = (row: { id: number } | undefined, on: number, isThere: boolean) =>
    row && isThere ? () => go(row.id, writeListState({ ...state, page: on }, partnerList)) : undefined
  return {
    ...{ position: (page - 1) * size + at + 1, total: own.total },
    previous: isFirst
      ? way(before.rows.at(-1), page - 1, !before.stale)
      : way(own.rows[at - 1], page, at > 0),
    next: isLast ? way(after.rows[0], page + 1, !after.stale) : way(own.rows[at + 1], page, true),
  }
}

const usePage = (state: ReturnType<typeof readListState>, page: number) =>
  useMemo(() => ({ ...state, page }), [state, page])

/** To another partner with the same tab open; the way back leads to the list all the same. */
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
