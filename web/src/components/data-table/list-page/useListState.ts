import type { ListDefinition } from '@kontor/contract/lib/lists/list'
import { filterColumn } from '@kontor/contract/lib/lists/list'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'
import type { FormRow } from '../../form/recordForm.ts'
import { notify } from '../../ui/snackbar/notify.tsx'
import {
  firstState,
  type ListState,
  NO_PREFERENCES,
  otherParams,
  readListState,
  unreadIn,
  writeListState,
} from './listState.ts'

/** Changes a part of the state; any change except the page resets the page to 1. */
export type ChangeList = (change: Partial<ListState>) => void
type ListStateHandle = readonly [ListState, ChangeList]

const changed = (state: ListState, change: Partial<ListState>) => ({ ...state, page: 1, ...change })

/**
 * The state of a page's list, stored in the URL; for a list in a dialog with the prefix `under`.
 * `preferences` are its views.
 */
export function useListState(
  list: ListDefinition,
  under = '',
  preferences = NO_PREFERENCES,
): ListStateHandle {
  const query: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  // Keeps its identity until the list state changes; other search params do not matter.
  const read = readListState(query, list, under, preferences)
  const written = JSON.stringify(read)
  const latest = useRef(read)
  if (JSON.stringify(latest.current) !== written) latest.current = read
  const state = latest.current
  const change = useCallback<ChangeList>(
    (partial) => {
      const search = {
        ...otherParams(query, under),
        ...writeListState(changed(state, partial), list, under, preferences),
      }
      // Generic over pages, so the search type is not known here. Dialogs over the list stay open.
      void navigate({ to: '.', search: search as never, state: true, ignoreBlocker: true })
    },
    [state, query, list, under, preferences, navigate],
  )
  useUnread(unreadIn(query, list, under), list, () => {
    const search = { ...otherParams(query, under), ...writeListState(state, list, under, preferences) }
    void navigate({ to: '.', search: search as never, state: true, replace: true, ignoreBlocker: true })
  })
  return [state, change]
}

/** Reports filters of the URL that cannot be parsed and removes them; the rows are not filtered by them. */
function useUnread(unread: readonly string[], list: ListDefinition, takeOut: () => void) {
  const { locale } = useLanguage()
  const columns = unread.map((key) => filterColumn(list, key)?.label[locale] ?? key).join(', ')
  const onUnread = useEffectEvent(() => {
    notify.error('table.unreadable', { params: { columns } })
    takeOut()
  })
  useEffect(() => {
    if (columns !== '') onUnread()
  }, [columns])
}

/** The same for a list in a dialog without a URL. */
export function useOwnListState(list: ListDefinition, filters: ListState['filters'] = {}): ListStateHandle {
  const [state, setState] = useState(() => ({ ...firstState(list), filters }))
  const change = useCallback<ChangeList>((partial) => setState((last) => changed(last, partial)), [])
  return [state, change]
}

/**
 * Shows an added record, which may be on any page and match no filter: searches the list for its name.
 * Null when the list has no search.
 */
export function useShowAdded<Row>(
  list: ListDefinition,
  under: string | undefined,
  nameOf: (row: Row) => string,
) {
  const query: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  if (list.search.length === 0) return null
  return (row: FormRow) => {
    const state = { ...firstState(list), search: nameOf(row as Row) }
    const search = { ...otherParams(query, under), ...writeListState(state, list, under) }
    // Generic over pages, so the search type is not known here.
    void navigate({ to: '.', search: search as never })
  }
}
