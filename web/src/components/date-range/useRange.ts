import { useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useEffectEvent, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { useToday } from '../../lib/i18n/useToday.ts'
import { useSearchHere } from '../../lib/router/useSearchHere.ts'
import { notify } from '../ui/snackbar/notify.tsx'
import { type DayRange, filteredRange, invalidRange, presetOf, presetRange, readRange } from './ranges.ts'

/** The date column of the list, and the text of its filter. */
interface DayColumn {
  key: string
  filter: string | undefined
}

/**
 * The date range of a list, stored in the URL next to the list's state; this month by default. A change
 * resets the page to 1. A filter on the list's own date column replaces the range, because both at once
 * would hide matching rows; choosing a range removes that filter. `paramPrefix` as in useListState.
 */
export function useRange(paramPrefix: string | undefined = '', { key, filter = '' }: DayColumn) {
  const query: Record<string, string> = useSearch({ strict: false })
  const go = useSearchHere()
  const today = useToday()
  const range = useMemo(
    () => (filter && filteredRange(filter, today)) || readRange(query, paramPrefix, today),
    [filter, query, paramPrefix, today],
  )
  const change = useCallback(
    (next: DayRange) => {
      const isFirst = presetOf(next, today) === 'month'
      const {
        [`${paramPrefix}page`]: _page,
        [`${paramPrefix}from`]: _from,
        [`${paramPrefix}to`]: _to,
        ...others
      } = query
      const { [`${paramPrefix}f.${key}`]: _filter, ...rest } = others
      // A view may contain the filter as well.
      const without =
        filter && query[`${paramPrefix}view`] && [query[`${paramPrefix}without`] ?? [], key].flat().join(',')
      go({
        ...rest,
        ...(without && { [`${paramPrefix}without`]: without }),
        ...(!isFirst && { [`${paramPrefix}from`]: next.from, [`${paramPrefix}to`]: next.to }),
      })
    },
    [query, paramPrefix, today, go, key, filter],
  )
  useInvalidRange(invalidRange(query, paramPrefix, today), () => change(presetRange('month', today)))
  return { range, today, change }
}

/** Reports an invalid date range of the URL and removes it. */
function useInvalidRange(invalidText: string | undefined, onRemove: () => void) {
  const t = useTranslations()
  const onInvalid = useEffectEvent((text: string) => {
    notify.error(t('range.unreadable', { said: text }))
    onRemove()
  })
  useEffect(() => {
    if (invalidText !== undefined) onInvalid(invalidText)
  }, [invalidText])
}
