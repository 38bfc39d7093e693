import type { RequestInput, ResponseBody, Route } from '@kontor/contract/lib/http/route'
import type { ListDefinition } from '@kontor/contract/lib/lists/list'
import { use, useMemo, useReducer, useRef } from 'react'
import type { ApiError } from '../../../lib/api/apiRequest.ts'
import { type Staleness, stalenessOf } from '../../../lib/api/staleness.ts'
import { useApiQuery } from '../../../lib/api/useApiQuery.ts'
import { useFormat } from '../../../lib/i18n/useFormat.ts'
import { usePress } from '../../../lib/layout/usePress.ts'
import { InlineContext, isIn } from '../inline-edit/InlineEditing.ts'
import type { ListRow } from '../listRow.ts'
import { firstState, isFiltered, type ListState, listBodyOf } from './listState.ts'
import { selectRows } from './wholeList.ts'

/** The row type of a list route, paged (POST) or whole (GET). */
export type RowOf<R extends Route> =
  ResponseBody<R> extends readonly (infer Row)[]
    ? Row & ListRow
    : ResponseBody<R> extends { result: readonly (infer Row)[] }
      ? Row & ListRow
      : never

/** What a table shows. */
export interface Rows<Row> {
  rows: readonly Row[]
  /** The number of rows that match, and the number without filters (undefined until known). */
  total: number
  unfilteredTotal: number | undefined
  /** No response yet. */
  isLoading: boolean
  /** The rows are those of the previous state; the new ones are loading. */
  isPlaceholderData: boolean
  /** Newer rows than these are known, and shown when the pointer is no longer pressed. */
  isWithheld: boolean
  error: ApiError | null
  /** Why the last refetch failed, if it did. */
  refetchFailure: Staleness | null
  refetch: () => void
  /** Loads this page again, and resolves to whether a row is still on it. */
  stillHas: (id: number) => Promise<boolean>
}

/** Narrows a list to the records of another record, such as the contacts of a store. */
export type Scope = Readonly<{
  query?: Record<string, string>
  params?: Record<string, string>
  /** Filters that always apply. */
  filters?: Record<string, string>
  /** Sent with the state, for paged lists that take more. */
  body?: object
}>
const EVERYTHING: Scope = {}

/** The state with the filters of the scope. */
export const narrowed = (state: ListState, { filters }: Scope): ListState =>
  filters ? { ...state, filters: { ...state.filters, ...filters } } : state

/** A POST list is paged by the server; a GET list is loaded whole and filtered, sorted and paged here. */
const isPaged = (route: Route) => route.method === 'POST'

/** The rows of a state, for either kind of list. */
export function useRows<const R extends Route>(
  route: R,
  list: ListDefinition,
  state: ListState,
  scope: Scope = EVERYTHING,
  enabled = true,
): Rows<RowOf<R>> {
  const paged = isPaged(route)
  const inScope = useMemo(() => narrowed(state, scope), [state, scope])
  const { filters: _, ...parts } = scope
  const body = useMemo(() => listBodyOf(inScope), [inScope])
  const main = useApiQuery(
    route,
    asInput<R>(paged ? { ...parts, body: { ...parts.body, ...body } } : { query: {}, ...parts }),
    { enabled: enabled || !paged, keepPrevious: true },
  )
  // While it is not needed it names no page: that of the rows would render the list again when they begin to load.
  const everything = isFiltered(state) ? listBodyOf(narrowed(firstState(list), scope)) : {}
  // `data` is read here, because a query of which nothing is read renders with every change of its state.
  const { data: unfiltered } = useApiQuery(
    route,
    asInput<R>({ ...parts, body: { ...parts.body, ...everything } }),
    { enabled: enabled && paged && isFiltered(state) },
  )
  const found = useFound<RowOf<R>>(main.data, paged, list, inScope)
  return {
    ...found,
    ...useHeldRows(route, scope, found.rows, inScope, main.isPlaceholderData || main.isPending),
    unfilteredTotal: paged && isFiltered(state) ? pageOf(unfiltered)?.total_rows : found.all,
    isLoading: main.isPending,
    isPlaceholderData: main.isPlaceholderData,
    error: main.isError && main.data === undefined ? main.error : null,
    refetchFailure: stalenessOf(main),
    refetch: () => void main.refetch(),
    stillHas: async (id) =>
      paged && (pageOf((await main.refetch()).data)?.result ?? []).some((row) => (row as ListRow).id === id),
  }
}

/** The existing rows of these ids, in their order. A paged list must accept `only`. */
export function useRowsById<const R extends Route>(route: R, ids: readonly number[]): RowOf<R>[] {
  const paged = isPaged(route)
  const { data } = useApiQuery(route, asInput<R>(paged ? { body: { only: ids } } : { query: {} }), {
    enabled: ids.length > 0,
  })
  return useMemo(() => {
    const rows = (paged ? pageOf(data)?.result : (data as unknown[] | undefined)) ?? []
    const known = new Map((rows as RowOf<R>[]).map((row) => [row.id, row]))
    return ids.flatMap((id) => known.get(id) ?? [])
  }, [paged, data, ids])
}

/** One row of a list by id; null when it does not exist, undefined while unknown. */
export function useRowById<const R extends Route>(route: R, scope: Scope, id: number | undefined): OneRow<R> {
  const paged = isPaged(route)
  const { filters, body, ...parts } = scope
  const one = { filters: { ...filters, id: String(id) } }
  const query = useApiQuery(
    route,
    asInput<R>(paged ? { ...parts, body: { ...body, ...one } } : { query: {}, ...parts }),
    { enabled: id !== undefined },
  )
  if (id === undefined) return {}
  const { data, error, isFetching, refetch } = query
  if (data === undefined) return error ? { failed: { id, error, onRetry: () => void refetch() } } : {}
  const rows = (paged ? pageOf(data)?.result : data) as RowOf<R>[]
  return { row: rows.find((row) => row.id === id) ?? null, isLoading: isFetching }
}

interface OneRow<R extends Route> {
  row?: RowOf<R> | null
  /** It is loaded again. */
  isLoading?: boolean
  /** The row could not be loaded. */
  failed?: { id: number; error: ApiError; onRetry: () => void }
}

// Every paged list takes this body and every whole one this query; it cannot be typed for a generic route.
const asInput = <R extends Route>(input: Scope & ({ body: object } | { query: object })) =>
  input as unknown as RequestInput<R>
// The route determines which of the two responses it is; checked here.
const pageOf = (answer: unknown) => answer as { result: unknown[]; total_rows: number } | undefined

/**
 * The rows do not move under a pressed pointer. While a value of a row is being edited, and until the focus leaves the
 * row, the rows of the page keep their places, and that row stays although a refetch has moved or removed it: what is
 * typed would be lost, and the next key would belong to another row.
 */
function useHeldRows<R extends Route>(
  route: R,
  scope: Scope,
  rows: readonly RowOf<R>[],
  state: ListState,
  isOther: boolean,
) {
  const cell = use(InlineContext)?.held ?? null
  const last = useRef<{ rows: readonly RowOf<R>[]; state: ListState | null }>({ rows: [], state: null })
  const waiting = useRef(false)
  const [, render] = useReducer((count: number) => count + 1, 0)
  const isPressed = usePress(() => waiting.current && render())
  const known = last.current.state === state ? last.current.rows : null
  const edited = known?.find(({ id }) => isIn(cell, id))
  const before = edited ? known : null
  const hasLeft = edited !== undefined && !rows.some(({ id }) => id === edited.id)
  const { row: elsewhere } = useRowById(route, scope, hasLeft ? edited.id : undefined)
  const held = useMemo(() => {
    if (!before) return rows
    const all = elsewhere ? [...rows, elsewhere] : rows
    const kept = before.flatMap(
      (row) => all.find(({ id }) => id === row.id) ?? (isIn(cell, row.id) ? row : []),
    )
    const others = rows.filter(({ id }) => !kept.some((row) => row.id === id))
    const now = [...kept, ...others.slice(0, Math.max(0, rows.length - kept.length))]
    return now.length === before.length && before.every((row, index) => row === now[index]) ? before : now
  }, [before, rows, elsewhere, cell])
  const shown = isPressed.current && known ? inPlaces(known, held) : held
  waiting.current = shown !== held
  last.current = { rows: shown, state: isOther ? null : state }
  return { rows: shown, isWithheld: waiting.current }
}

/** The rows of before at their places, with their values of now. */
function inPlaces<Row extends ListRow>(before: readonly Row[], rows: readonly Row[]) {
  const now = before.map((row) => rows.find(({ id }) => id === row.id) ?? row)
  return now.every((row, index) => row === before[index]) ? before : now
}

function useFound<Row extends ListRow>(
  answer: unknown,
  paged: boolean,
  list: ListDefinition,
  state: ListState,
) {
  const { compare } = useFormat()
  const { filters, search, by, desc, page, size } = state
  const selected = useMemo(
    () => (paged ? [] : selectRows((answer ?? []) as Row[], list, { filters, search, by, desc }, compare)),
    [answer, paged, list, filters, search, by, desc, compare],
  )
  return useMemo(() => {
    if (!paged)
      return {
        rows: selected.slice((page - 1) * size, page * size),
        total: selected.length,
        all: (answer as Row[] | undefined)?.length,
      }
    const response = pageOf(answer)
    return {
      rows: (response?.result ?? []) as Row[],
      total: response?.total_rows ?? 0,
      all: response?.total_rows,
    }
  }, [answer, paged, selected, page, size])
}
