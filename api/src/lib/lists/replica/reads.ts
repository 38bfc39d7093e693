import type { Kysely } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import type { Replica } from './replica.ts'

/**
 * What features are given for lists and their files: the first server, or the replica where it is as good. It has no
 * query of its own, so that nothing but a list can be read from it and nothing be written.
 *
 * The replica is as good when the change counters of the list's tables stand there as they stand on the first server
 * after the call has come in. Then it holds every change that anybody can know of: one's own, on whichever node it was
 * made, and the one that an event has told of. Where it is behind with these tables the first server is read.
 */
export class Reads {
  readonly #primary: Kysely<Schema>
  readonly #replica: Replica

  constructor(primary: Kysely<Schema>, replica: Replica) {
    this.#primary = primary
    this.#replica = replica
  }

  /** Where a list of these tables is read now; its words are those of its SQL, among which the tables are. */
  async reader(words: (db: Kysely<Schema>) => ReadonlySet<string>): Promise<Reader> {
    const replica = this.#replica
    let isHere = replica.isUsable && (await this.#isAsGood(words(this.#primary)))
    return async (work) => {
      if (isHere && replica.isUsable) {
        try {
          const answer = await replica.read(work)
          replica.reads.here += 1
          return answer
        } catch (error) {
          replica.note(error)
        }
      }
      isHere = false // a file that was begun here is not gone on with on a server that comes back meanwhile
      replica.reads.primary += 1
      return work(this.#primary)
    }
  }

  async #isAsGood(words: ReadonlySet<string>) {
    const { counted, standing } = this.#replica
    const tables = [...words].filter((word) => counted.has(word)).sort()
    if (!tables.every((table) => counted.get(table))) return false
    // Asked for the first answer at once; what is read from the replica later can only be newer.
    const [wanted, here] = await Promise.allSettled([standing.primary(tables), standing.here(tables)])
    if (wanted.status === 'rejected') throw wanted.reason
    if (here.status === 'fulfilled') return here.value === wanted.value
    this.#replica.note(here.reason)
    return false
  }
}

/** Where a list may be read. */
export type ReadFrom = Kysely<Schema> | Reads

/** Runs a read where it was found to be right; when the replica fails, on the first server. */
export type Reader = <Answer>(work: (db: Kysely<Schema>) => Promise<Answer>) => Promise<Answer>
