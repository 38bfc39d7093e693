import type { RequiredPermission } from '@kontor/contract/lib/http/permissions'
import type { RequestInput, Route } from '@kontor/contract/lib/http/route'
import type { LocalizedText } from '@kontor/contract/lib/text/locales'
import type { Icon } from '@tabler/icons-react'
import type { QueryClient } from '@tanstack/react-query'
import { apiRequest } from '../../lib/api/apiRequest.ts'

/** A search result as the palette shows it. */
export interface Found {
  id: number
  name: string
  /** Shown at the right, in tabular figures. */
  code?: string | undefined
  /** The search text that finds it in its list; the code when absent. */
  search?: string | undefined
  /** Search params that locate it on a screen without a searchable list. */
  at?: Record<string, string> | undefined
  /** A short note after the name. */
  note?: string | undefined
  /** Phone number, if any. */
  phone?: string | undefined
  /** Number of pieces, shown after the name; highlighted when there are none. */
  pieces?: number
}

/** An action on a record of a screen. */
export interface RecordAction {
  key: string
  label: LocalizedText
  /** Synonyms that it is also found by. */
  also?: string
  icon: Icon
  /** All of them are required. */
  permission?: readonly RequiredPermission[]
  /** Note after the action's name for this record. */
  noteOf?: (found: Found) => string | undefined
  /** Whether the record has this action; all have it when absent. */
  when?: (found: Found) => boolean
  /** External address that it opens. */
  href?: (found: Found) => string | undefined
  /** Search params for the record's own page. */
  search?: Record<string, string>
}

/** Searches records; `actions` are the actions on one of them. */
export interface RecordSearch {
  (
    typed: string,
    options: { signal: AbortSignal; queries: QueryClient },
  ): Promise<{ found: Found[]; total: number }>
  actions?: readonly RecordAction[]
}

/** Rows that the palette shows per list. */
export const MAX_RESULTS = 8

/** A record search over a paged list: its `search` filter, first page. */
export function createSearch<Row, const R extends Route>(
  route: R & { response: { _zod: { output: { result: Row[]; total_rows: number } } } },
  show: (row: Row) => Found,
): RecordSearch {
  return async (typed, { signal }) => {
    const body = { filters: { search: typed }, options: { page: 1, itemsPerPage: MAX_RESULTS } }
    // Every paged list has this body and response; TypeScript cannot infer it for a generic route.
    const page = (await apiRequest<R>(route, { body } as unknown as RequestInput<R>, { signal })) as Page<Row>
    return { found: page.result.map(show), total: page.total_rows }
  }
}

/** A record search over a tree; the ancestors of a match are its note. */
export function createTreeSearch<const R extends Route>(route: R): RecordSearch {
  return async (typed, { signal }) => {
    const input = { body: { search: typed } }
    // Every tree search has this body and response; TypeScript cannot infer it for a generic route.
    const { nodes, matches, total_rows } = (await apiRequest<R>(route, input as unknown as RequestInput<R>, {
      signal,
    })) as FoundNodes
    const known = new Map(nodes.map((node) => [node.id, node]))
    const found = matches.slice(0, MAX_RESULTS).flatMap((id) => {
      const node = known.get(id)
      const above = node?.parent_id ? known.get(node.parent_id) : undefined
      const code = node?.product?.erp_code
      return node
        ? [
            {
              id,
              name: node.name,
              at: { node: String(id) },
              ...(above && { note: above.name }),
              ...(code && { code }),
            },
          ]
        : []
    })
    return { found, total: total_rows }
  }
}

interface FoundNodes {
  nodes: { id: number; parent_id: number | null; name: string; product?: { erp_code: string } | null }[]
  matches: number[]
  total_rows: number
}

interface Page<Row> {
  result: Row[]
  total_rows: number
}
