import type { Ask, Route } from '@kontor/contract/kit/api/route'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../net/call.ts'

/** A record as the palette shows it. */
interface Found {
  id: number
  name: string
  /** Shown at the right, in figures of equal width. */
  code?: string
  /** What its list is searched for to show it, when that is not the code. */
  search?: string
  /** A few words beside the name. */
  note?: string
  /** How many pieces there are, shown beside the name; none stands out. */
  pieces?: number
}

/** Looks for records by what was typed. */
export type Finder = (
  typed: string,
  options: { signal: AbortSignal; queries: QueryClient },
) => Promise<{ found: Found[]; total: number }>

/** Rows that the palette shows of one list. */
export const SHOWN = 8

/** A finder over a paged list: its `search` filter and first page. */
export function finder<Row, const R extends Route>(
  route: R & { reply: { _zod: { output: { result: Row[]; total_rows: number } } } },
  show: (row: Row) => Found,
): Finder {
  return async (typed, { signal }) => {
    const body = { filters: { search: typed }, options: { page: 1, itemsPerPage: SHOWN } }
    // Every paged list takes this body and answers this; of a list in general TypeScript cannot tell.
    const page = (await call<R>(route, { body } as unknown as Ask<R>, { signal })) as Page<Row>
    return { found: page.result.map(show), total: page.total_rows }
  }
}

interface Page<Row> {
  result: Row[]
  total_rows: number
}
