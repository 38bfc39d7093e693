import { useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { useSearchHere } from '../router/useSearchHere.ts'
import { dayOf } from '../texts/format.ts'
import { type DayRange, presetOf, readRange } from './ranges.ts'

/**
 * The days that a list shows, held by the address beside the list's own state: this month while it says nothing. Other
 * days begin on page 1. `under` as in useListState.
 */
export function useRange(under = '') {
  const query: Record<string, string> = useSearch({ strict: false })
  const go = useSearchHere()
  const today = dayOf(new Date().toISOString())
  const range = useMemo(() => readRange(query, under, today), [query, under, today])
  const change = useCallback(
    (next: DayRange) => {
      const isFirst = presetOf(next, today) === 'month'
      const { [`${under}page`]: _page, [`${under}from`]: _from, [`${under}to`]: _to, ...rest } = query
      go({ ...rest, ...(!isFirst && { [`${under}from`]: next.from, [`${under}to`]: next.to }) })
    },
    [query, under, today, go],
  )
  return { range, today, change }
}
