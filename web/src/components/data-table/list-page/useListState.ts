import type { ListDefinition } from '@kontor/contract/lib/lists/list'
import { filterColumn } from '@kontor/contract/lib/lists/list'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'
import { useScreenPath } from '../../../lib/router/useIsHere.ts'
import { useSearchHere } from '../../../lib/router/useSearchHere.ts'
import type { FormRecord } from '../../form/recordForm.ts'
import { notify } from '../../ui/snackbar/notify.tsx'
import {
  firstState,
  invalidFiltersIn,
  type ListState,
  NO_PREFERENCES,
  otherParams,
  readListState,
  writeListState,
} from './listState.ts'

/**
 * Changes a part of the state; any change except the page resets the page to 1. `instead` replaces the history entry.
 */
export type ChangeList = (change: Partial<ListState>, options?: { instead?: boolean }) => void
type ListStateHandle = readonly [ListState, ChangeList]

const changed = (state: ListState, change: Partial<ListState>) => ({ ...state, page: 1, ...change })

/**
 * The state of a page's list, stored in the URL; for a list in a dialog with the prefix `paramPrefix`.
 * `preferences` are its views.
 */
export function useListState(
  list: ListDefinition,
  paramPrefix = '',
  preferences = NO_PREFERENCES,
): ListStateHandle {
  const query: Record<string, unknown> = useSearch({ strict: false })
  const go = useSearchHere()
  // Keeps its identity until the list state changes; other search params do not matter.
  const read = readListState(query, list, paramPrefix, preferences)
  const written = JSON.stringify(read)
  const latest = useRef(read)
  if (JSON.stringify(latest.current) !== written) latest.current = read
  const state = latest.current
  const change = useCallback<ChangeList>(
    (partial, options) =>
      go((now) => {
        const next = changed(readListState(now, list, paramPrefix, preferences), partial)
        return { ...otherParams(now, paramPrefix), ...writeListState(next, list, paramPrefix, preferences) }
      }, options),
    [go, list, paramPrefix, preferences],
  )
  useInvalidFilters(invalidFiltersIn(query, list, paramPrefix), list, () => change(state, { instead: true }))
  return [state, change]
}

/** Reports filters of the URL that cannot be parsed and removes them; the rows are not filtered by them. */
function useInvalidFilters(invalid: readonly string[], list: ListDefinition, onRemove: () => void) {
  const { locale } = useLanguage()
  const columns = invalid.map((key) => filterColumn(list, key)?.label[locale] ?? key).join(', ')
  const onInvalid = useEffectEvent(() => {
    notify.error('table.unreadable', { params: { columns } })
    onRemove()
  })
  useEffect(() => {
    if (columns !== '') onInvalid()
  }, [columns])
}

/** The state of a list in a dialog, which is not in the URL. */
export function useOwnListState(list: ListDefinition, filters: ListState['filters'] = {}): ListStateHandle {
  const [state, setState] = useState(() => ({ ...firstState(list), filters }))
  const change = useCallback<ChangeList>((partial) => setState((last) => changed(last, partial)), [])
  return [state, change]
}

/**
 * Shows an added record, which may be on any page and match no filter: searches the list for its name, also from
 * another screen.
 * Null when the list has no search.
 */
export function useShowAdded<Row>(
  list: ListDefinition,
  paramPrefix: string | undefined,
  nameOf: (row: Row) => string,
) {
  const query: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const to = useScreenPath()
  if (list.search.length === 0) return null
  return (row: FormRecord) => {
    const state = { ...firstState(list), search: nameOf(row as Row) }
    const search = { ...otherParams(query, paramPrefix), ...writeListState(state, list, paramPrefix) }
    // Generic over pages, so the search type is not known here.
    void navigate({ to, search: search as never })
  }
}
