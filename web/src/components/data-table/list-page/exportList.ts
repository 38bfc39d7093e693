import type { RequestInput, Route } from '@kontor/contract/lib/http/route'
import type { ListDefinition } from '@kontor/contract/lib/lists/list'
import { download } from '../../../lib/api/apiRequest.ts'
import { shownError } from '../../../lib/api/shownError.ts'
import { type ListState, listBodyOf } from './listState.ts'
import { narrowed, type Scope } from './useRows.ts'

interface Export {
  /** File name without its extension. */
  name: string
  format: 'xlsx' | 'pdf'
  columns: readonly string[]
  /** Exports these rows only. */
  ids?: readonly number[]
}

/**
 * Downloads a list as a file: all rows of the state in its order, not one page; chosen rows whatever the filters are
 * now. Shows an error on failure.
 */
export async function exportList(
  route: Route,
  state: ListState,
  report_data: Export,
  scope: Scope = {},
): Promise<void> {
  const shown = report_data.ids ? { ...state, search: '', filters: {} } : state
  const { filters, options } = listBodyOf(narrowed(shown, scope))
  const { sortBy, sortDesc } = options
  const { filters: _, ...parts } = scope
  const input =
    route.method === 'POST'
      ? { ...parts, body: { ...parts.body, filters, options: { sortBy, sortDesc }, report_data } }
      : {
          ...parts,
          query: {
            ...parts.query,
            filters: JSON.stringify(filters),
            options: JSON.stringify({ sortBy, sortDesc }),
            report_data: JSON.stringify(report_data),
          },
        }
  try {
    await download(route, input as RequestInput<Route>) // every list takes these
  } catch (error) {
    shownError.show(error)
  }
}

/**
 * What the user may export of a list as shown: its columns, and its state without a sort by others. `lacks` says why that
 * is not the whole list: it is filtered by other columns, or shows no column that he may export.
 */
export function exportableOf(
  { sort }: Pick<ListDefinition, 'sort'>,
  state: ListState,
  shown: readonly string[],
  notExported: readonly string[] = [],
) {
  const isWithheld = (key: string) => notExported.includes(key)
  const columns = shown.filter((key) => !isWithheld(key))
  const isFiltered = Object.keys(state.filters).some(isWithheld)
  const lacks = columns.length === 0 ? ('columns' as const) : isFiltered ? ('filters' as const) : undefined
  return { columns, state: isWithheld(state.by) ? { ...state, ...sort } : state, lacks }
}

/** Downloads the file of a route that takes a list's filters and order. Shows an error on failure. */
export async function exportFiltered(route: Route, state: ListState): Promise<void> {
  const { filters, options } = listBodyOf(state)
  const { sortBy, sortDesc } = options
  const input = { body: { filters, options: { sortBy, sortDesc } } }
  await download(route, input as RequestInput<Route>).catch(shownError.show) // such a route takes these
}
