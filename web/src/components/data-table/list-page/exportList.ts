import type { RequestInput, Route } from '@kontor/contract/lib/http/route'
import { download } from '../../../lib/api/apiRequest.ts'
import { notify } from '../../ui/snackbar/notify.tsx'
import { type ListState, listBodyOf } from './listState.ts'
import { narrowed, type Scope } from './useRows.ts'

interface Export {
  /** Name of the file, without its ending. */
  name: string
  format: 'xlsx' | 'pdf'
  columns: readonly string[]
  /** Only these rows. */
  ids?: readonly number[]
}

/** Saves a list as a file: all rows of the state, in its order, not only one page. A failure is shown. */
export async function exportList(
  route: Route,
  state: ListState,
  report_data: Export,
  scope: Scope = {},
): Promise<void> {
  const { filters, options } = listBodyOf(narrowed(state, scope))
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
    notify.failure(error)
  }
}

/** Saves the file of a route that takes a list's filters and order. A failure is shown. */
export async function exportFiltered(route: Route, state: ListState): Promise<void> {
  const { filters, options } = listBodyOf(state)
  const { sortBy, sortDesc } = options
  const input = { body: { filters, options: { sortBy, sortDesc } } }
  await download(route, input as RequestInput<Route>).catch(notify.failure) // it takes these, or it would not be such a route
}
