import type { Kysely } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import type { Replica } from './replica.ts'

/**
 * The database that features get for lists and their files: the primary, or the replica where it is equally current. It
 * has no query method of its own, so that only lists can be read from it and nothing written.
 * The replica is current when the change counters of the list's tables are the same as on the primary after the request
 * has arrived. Then it has every change that the client can know of: its own, on any node, and those that events have
 * announced. Otherwise the primary is read.
 */
export class ReplicaRouter {
  readonly #primary: Kysely<Schema>
  readonly #replica: Replica

  constructor(primary: Kysely<Schema>, replica: Replica) {
    this.#primary = primary
    this.#replica = replica
  }

  /**
   * Chooses the server for a list. `tablesIn` returns the words of the list's SQL, which include the names of its tables.
   */
  async choose(tablesIn: (db: Kysely<Schema>) => ReadonlySet<string>): Promise<RunRead> {
    const replica = this.#replica
    let readsReplica = replica.isUsable && (await this.#isFreshEnough(tablesIn(this.#primary)))
    return async (work) => {
      if (readsReplica && replica.isUsable) {
        try {
          const result = await replica.read(work)
          replica.readCounts.replica += 1
          return result
        } catch (error) {
          replica.handleError(error)
        }
      }
      readsReplica = false // the rest of a file is read from the primary, even when the replica recovers
      replica.readCounts.primary += 1
      return work(this.#primary)
    }
  }

  async #isFreshEnough(words: ReadonlySet<string>) {
    const { counted, counters } = this.#replica
    const tables = [...words].filter((word) => counted.has(word)).sort()
    if (!tables.every((table) => counted.get(table))) return false
    // The primary's counters are read first; later reads of the replica can only be newer.
    const [primary, replica] = await Promise.allSettled([counters.primary(tables), counters.replica(tables)])
    if (primary.status === 'rejected') throw primary.reason
    if (replica.status === 'fulfilled') return replica.value === primary.value
    this.#replica.handleError(replica.reason)
    return false
  }
}

/** The source of a list: one database, or primary and replica. */
export type ListDatabase = Kysely<Schema> | ReplicaRouter

/** Runs a read on the chosen server; when the replica fails, on the primary. */
export type RunRead = <Answer>(work: (db: Kysely<Schema>) => Promise<Answer>) => Promise<Answer>
