import type { RequiredPermission } from '@kontor/contract/lib/http/permissions'
import type { RequestInput, Route } from '@kontor/contract/lib/http/route'
import type { Icon } from '@tabler/icons-react'
import type { QueryClient } from '@tanstack/react-query'
import { apiRequest } from '../../lib/api/apiRequest.ts'
import type { Words } from '../../lib/i18n/language.ts'

/** A record as the palette shows it. */
export interface Found {
  id: number
  name: string
  /** Shown at the right, in figures of equal width. */
  code?: string | undefined
  /** What its list is searched for to show it, when that is not the code. */
  search?: string | undefined
  /** The address of its place on the screen, where that is no list that is searched. */
  at?: Record<string, string> | undefined
  /** A few words beside the name. */
  note?: string | undefined
  /** How it is called, where it can be. */
  phone?: string | undefined
  /** How many pieces there are, shown beside the name; none stands out. */
  pieces?: number
}

/** Something that can be done with a record of a screen. */
export interface RecordAct {
  key: string
  label: Words
  /** Other words that it is found by. */
  also?: string
  icon: Icon
  /** Each of them is needed. */
  permission?: readonly RequiredPermission[]
  /** Beside its name, of this record. */
  tells?: (found: Found) => string | undefined
  /** Whether this record has it; all have it when absent. */
  when?: (found: Found) => boolean
  /** Leads out of the app. */
  href?: (found: Found) => string | undefined
  /** What the address asks of the record's own place. */
  search?: Record<string, string>
}

/** Looks for records by what was typed; `acts` is what can be done with one. */
export interface RecordSearch {
  (
    typed: string,
    options: { signal: AbortSignal; queries: QueryClient },
  ): Promise<{ found: Found[]; total: number }>
  acts?: readonly RecordAct[]
}

/** Rows that the palette shows of one list. */
export const SHOWN = 8

/** A finder over a paged list: its `search` filter and first page. */
export function createSearch<Row, const R extends Route>(
  route: R & { reply: { _zod: { output: { result: Row[]; total_rows: number } } } },
  show: (row: Row) => Found,
): RecordSearch {
  return async (typed, { signal }) => {
    const body = { filters: { search: typed }, options: { page: 1, itemsPerPage: SHOWN } }
    // Every paged list takes this body and answers this; of a list in general TypeScript cannot tell.
    const page = (await apiRequest<R>(route, { body } as unknown as RequestInput<R>, { signal })) as Page<Row>
    return { found: page.result.map(show), total: page.total_rows }
  }
}

/** A finder over the search of a tree; what is above a match is its note. */
export function createTreeSearch<const R extends Route>(route: R): RecordSearch {
  return async (typed, { signal }) => {
    const input = { body: { search: typed } }
    // Every tree's search takes this body and answers this; of a tree in general TypeScript cannot tell.
    const { nodes, matches, total_rows } = (await apiRequest<R>(route, input as unknown as RequestInput<R>, {
      signal,
    })) as FoundNodes
    const known = new Map(nodes.map((node) => [node.id, node]))
    const found = matches.slice(0, SHOWN).flatMap((id) => {
      const node = known.get(id)
      const above = node?.parent_id ? known.get(node.parent_id) : undefined
      const code = node?.product?.erp_code
      return node
        ? [
            {
              ...{ id, name: node.name, at: { node: String(id) } },
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
