import { useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useEffectEvent, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { dayOf } from '../../lib/i18n/format.ts'
import { useSearchHere } from '../../lib/router/useSearchHere.ts'
import { notify } from '../ui/snackbar/notify.tsx'
import { type DayRange, filteredRange, presetOf, presetRange, readRange, unreadRange } from './ranges.ts'

/** The column of the same days, and what is typed into its filter. */
interface DayColumn {
  key: string
  filter: string | undefined
}

/**
 * The days that a list shows, held by the address beside the list's own state: this month while it says nothing. Other
 * days begin on page 1. What is filtered by in the list's own column of days takes the place of the range, for both at
 * once would hide what is asked for; days that are chosen afterwards end that filter. `under` as in useListState.
 */
export function useRange(under: string | undefined = '', { key, filter = '' }: DayColumn) {
  const query: Record<string, string> = useSearch({ strict: false })
  const go = useSearchHere()
  const today = dayOf(new Date().toISOString())
  const range = useMemo(
    () => (filter && filteredRange(filter, today)) || readRange(query, under, today),
    [filter, query, under, today],
  )
  const change = useCallback(
    (next: DayRange) => {
      const isFirst = presetOf(next, today) === 'month'
      const { [`${under}page`]: _page, [`${under}from`]: _from, [`${under}to`]: _to, ...others } = query
      const { [`${under}f.${key}`]: _filter, ...rest } = others
      // A view may hold the filter as well.
      const without =
        filter && query[`${under}view`] && [query[`${under}without`] ?? [], key].flat().join(',')
      go({
        ...rest,
        ...(without && { [`${under}without`]: without }),
        ...(!isFirst && { [`${under}from`]: next.from, [`${under}to`]: next.to }),
      })
    },
    [query, under, today, go, key, filter],
  )
  useUnread(unreadRange(query, under, today), () => change(presetRange('month', today)))
  return { range, today, change }
}

/** Says that days of an address cannot be read, and has them taken out of it. */
function useUnread(said: string | undefined, takeOut: () => void) {
  const t = useTranslations()
  const onUnread = useEffectEvent((said: string) => {
    notify.error(t('range.unreadable', { said }))
    takeOut()
  })
  useEffect(() => {
    if (said !== undefined) onUnread(said)
  }, [said])
}
