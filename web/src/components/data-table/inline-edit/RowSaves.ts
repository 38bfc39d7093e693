import type { Route } from '@kontor/contract/lib/http/route'
import type { QueryClient } from '@tanstack/react-query'
import { rowNow } from '../../../lib/api/apiRequest.ts'
import { showSaved } from '../../../lib/api/queries.ts'
import { responseKey, routeKey } from '../../../lib/api/useApiQuery.ts'
import { isSameNumber, type NumberValue, VersionConflictError } from './useNumberEdit.ts'

export interface Versioned {
  id: number
  version: number
}

/** The params of the list, in which alone the ids are unique. */
export type Scope = Readonly<{ params: Readonly<Record<string, string>> }>

export interface SaveOptions<Row> {
  of: (row: Row) => string | null
  /** The new value. */
  to: string | null
  request: (now: Row) => Promise<Partial<Row> & { version: number }>
  /** A save that starts from another state of the row. */
  again?: (now: Row) => NumberValue['save']
}

/** Saves values of rows: sequentially within a row, each from the result of the one before; concurrently across rows. */
export class RowSaves<Row extends Versioned> {
  readonly #queries: QueryClient
  readonly #running = new Map<number, Promise<unknown>>()
  readonly #saved = new Map<number, Row>()

  constructor(queries: QueryClient) {
    this.#queries = queries
  }

  /**
   * Resolves with the row when the list has been refetched. Throws a {@link VersionConflictError} when the value itself
   * was changed meanwhile.
   */
  save(
    { list, scope }: { list: Route; scope?: Scope | undefined },
    row: Row,
    { of, to, request, again }: SaveOptions<Row>,
  ): Promise<Row> {
    const saveFrom = async (from: Row) => {
      const after = { ...from, ...(await request(from)) }
      this.#saved.set(row.id, after)
      showSaved(this.#queries, scope ? responseKey(list, scope) : responseKey(list), after)
      return after
    }
    const run = async () => {
      const lastSaved = this.#saved.get(row.id)
      const from = lastSaved && lastSaved.version > row.version ? lastSaved : row
      try {
        return await saveFrom(from)
      } catch (error) {
        const now = rowNow<Row>(error)
        if (!now) throw error
        if (isSameNumber(of(now), to)) return now // an earlier request succeeded and its response was lost
        if (of(now) !== of(from)) throw new VersionConflictError(of(now), again?.(now))
        this.#saved.delete(row.id) // the next save must start from the row of the server, also when this one fails
        return await saveFrom(now)
      } finally {
        void this.#queries.invalidateQueries()
        await this.#queries.invalidateQueries({ queryKey: routeKey(list) })
      }
    }
    const before = this.#running.get(row.id)
    const saved = before ? before.then(run, run) : run()
    this.#running.set(row.id, saved)
    return saved
  }
}
