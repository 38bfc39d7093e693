// The saved views of a list, and the user's preferred columns and page size.
import type { ResponseBody, Route } from '@kontor/contract/lib/http/route'
import {
  type ColumnChoice,
  defaultViews,
  FILLING,
  INSIDE,
  listNameOf,
  type ViewState,
} from '@kontor/contract/lib/lists/default-views'
import type { ListDefinition } from '@kontor/contract/lib/lists/list'
import { type SavedView, views } from '@kontor/contract/lib/lists/saved-views'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type ApiError, apiRequest } from '../../../lib/api/apiRequest.ts'
import { shownError } from '../../../lib/api/shownError.ts'
import { responseKey } from '../../../lib/api/useApiQuery.ts'
import { cacheAnswer, lastCached } from '../../../lib/offline/cache.ts'
import { refreshAlways } from '../../../lib/realtime/useEvents.ts'
import { session } from '../../../lib/session/session.ts'
import { fillingSize, type ViewPreferences } from '../list-page/listState.ts'

// Followed also while no list is shown, so that the next visit of a list need not ask for its views.
refreshAlways('views', [views.index, views.totals])

type StoredViews = ResponseBody<typeof views.index>

/** The views of a list, and the user's preferences for it. */
export interface SavedViewsOfList {
  /** Name of the list on the server. */
  list: string
  /** Whether the views are shown: a list inside another screen only stores its columns. */
  hasTabs: boolean
  saved: readonly SavedView[]
  preferences: ViewPreferences
  /** The page size that fills the window. */
  filling: number
  columns: ColumnChoice | null
  /** Neither cached nor loaded yet. */
  isAwaited: boolean
  /** They have been loaded from the server. */
  isLoaded: boolean
  failed: { error: ApiError; onRetry: () => void } | undefined
  prefer: (change: PreferenceChange) => void
}

/** Preferences to change; absent ones stay. */
interface PreferenceChange {
  columns?: ColumnChoice | null
  size?: number | null
}

const NONE: readonly SavedView[] = []

/** Preferences that are being saved, by list: views whose reading has begun by then may not have them. */
const unsaved = new Map<string, { owner: string; change: ReturnType<typeof written> }>()

/** Those of the user who is signed in. */
function unsavedOf(list: string) {
  const waiting = unsaved.get(list)
  return waiting?.owner === session.owner() ? waiting.change : undefined
}

// A save that waits for the former one is lost with the page.
window.addEventListener('pagehide', () => {
  if (session.isOthers()) return
  for (const list of unsaved.keys()) {
    const change = unsavedOf(list)
    if (change)
      void apiRequest(views.prefer, { body: { list, ...change } }, { keepalive: true }).catch(() => {})
  }
})

/** The stored views and preferences of a list; the cached ones until the server has answered. */
export function useSavedViews(route: Route, list: ListDefinition, isInside: boolean): SavedViewsOfList {
  const hasTabs = !isInside && !route.path.includes(':')
  const name = listNameOf(route.path) + (isInside ? INSIDE : '')
  const what = `views ${name}`
  const queryKey = useMemo(() => responseKey(views.index, { query: { list: name } }), [name])
  const last = useLastCached(what)
  const storedViewsQuery = {
    queryKey,
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      cacheAnswer(what, async () => {
        const before = unsavedOf(name)
        const stored = await apiRequest(views.index, { query: { list: name } }, { signal })
        return { ...stored, ...before, ...unsavedOf(name) }
      }),
  }
  const query = useQuery<StoredViews, ApiError>({ ...storedViewsQuery, staleTime: 60_000 })
  const data = query.data ?? last
  const queries = useQueryClient()
  const { mutateAsync: save } = useMutation({
    scope: { id: what }, // one after the other, so that the last one counts
    mutationFn: (change: ReturnType<typeof written>) =>
      apiRequest(views.prefer, { body: { list: name, ...change } }),
  })
  const { columns = null, size = null, views: saved = NONE } = data ?? {}
  const like = async (chosen: PreferenceChange) => {
    const change = written(chosen)
    const cached = queries.getQueryData<StoredViews>(queryKey) ?? last
    const stored = cached ?? (await queries.fetchQuery<StoredViews>(storedViewsQuery))
    const next = { ...stored, ...change }
    void queries.cancelQueries({ queryKey })
    if (change.size === FILLING)
      queries.setQueriesData<StoredViews>(
        { queryKey: responseKey(views.index) },
        (other) => other && { ...other, size: other.size ?? FILLING },
      )
    queries.setQueryData(queryKey, next)
    void cacheAnswer(what, async () => next)
    const waiting = { owner: session.owner(), change: { ...unsavedOf(name), ...change } }
    unsaved.set(name, waiting)
    try {
      await save(waiting.change) // also earlier changes, whose save may fail
    } finally {
      if (unsaved.get(name) === waiting) unsaved.delete(name)
    }
  }
  const prefer = (change: PreferenceChange) => void like(change).catch(shownError.show)
  // Computed once: resizing the window does not refetch.
  const filling = useMemo(() => fillingSize(list.sizes, window.innerHeight, isInside), [list, isInside])
  const preferences = useMemo(() => {
    const fills = size === FILLING || (size === null && list.fills === true)
    return { of: viewStateOf(list, saved), size: fills ? filling : size, fills }
  }, [list, saved, size, filling])
  return {
    list: name,
    hasTabs,
    saved,
    preferences,
    filling,
    columns,
    prefer,
    isAwaited: data === undefined && !query.isError,
    isLoaded: query.isSuccess,
    failed: query.error ? { error: query.error, onRetry: () => void query.refetch() } : undefined,
  }
}

/** The cached views of this browser, read once. */
function useLastCached(what: string) {
  const [last] = useState(() => ({ what, data: lastCached<StoredViews>(what)?.data }))
  return last.what === what ? last.data : undefined
}

const written = ({ columns, ...rest }: PreferenceChange) =>
  columns === undefined ? rest : { ...rest, columns: sentColumns(columns) }

/** Columns as the routes of views take them. */
export const sentColumns = (columns: ColumnChoice | null) =>
  columns && { order: [...columns.order], hidden: [...columns.hidden] }

function viewStateOf(list: ListDefinition, saved: readonly SavedView[]) {
  const defaults = defaultViews(list)
  return (view: string): ViewState | undefined => {
    const preset = Object.hasOwn(defaults, view) ? defaults[view] : undefined
    if (preset) return { search: '', sort: null, columns: null, size: null, ...preset }
    return saved.find(({ id }) => String(id) === view)
  }
}
