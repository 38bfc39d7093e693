// Lists and their files read from a second PostgreSQL that follows the first, as exact as from the first.
import { Kysely } from 'kysely'
import type pg from 'pg'
import { isDatabaseError, isUnavailable } from '../../database/database-errors.ts'
import { dialect } from '../../database/driver.ts'
import { createPool } from '../../database/pool.ts'
import type { Schema } from '../../database/schema.ts'
import { HttpError } from '../../http/http-error.ts'
import { singleFlight } from '../../jobs/single-flight.ts'
import { Lag } from './lag.ts'
import { type CountedTables, readCountedTables, type Standing, standingOf } from './standing.ts'

interface ReplicaOptions {
  /** A postgres:// address of the server that follows. */
  url: string
  /** The first server, of which it must be the copy. */
  primary: pg.Pool
  log: (line: string) => void
  maxConnections?: number
  /** Milliseconds between two looks at it. */
  everyMs?: number
  /** Milliseconds that it may be behind. */
  mostBehindMs?: number
}

const seconds = 1000
/** A look and a question of where it stands take no longer, or it is not there. */
const PATIENCE = 2 * seconds

/**
 * A server that follows the first one. It is looked at every second and used while it answers, follows the same server
 * and is not far behind; how exact a list is does not hang on that, but on `standing` (see reads.ts).
 */
export class Replica {
  readonly db: Kysely<Schema>
  /** Where the tables of lists stand, on the first server and on this one. */
  readonly standing: { primary: Standing; here: Standing }
  /** Lists and portions of files that were read from here, and that had to be read from the first server instead. */
  readonly reads = { here: 0, primary: 0 }
  counted: CountedTables = new Map()
  readonly #pool: pg.Pool
  /** One connection to look at it, which no busy hour takes. */
  readonly #watch: pg.Pool
  readonly #options: ReplicaOptions
  readonly #lag: Lag
  /** Why it is not used; nothing when it is. */
  #trouble: string | undefined = 'it has not been looked at yet'
  /** Whether the operator knows it to be used. */
  #told: boolean | undefined
  /** Ends the reads that wait for it. */
  #waiting = new Set<(error: Error) => void>()
  #ping = singleFlight(() => this.#see())
  #timer: NodeJS.Timeout
  #isClosed = false

  constructor(options: ReplicaOptions) {
    const { url, primary, maxConnections = 10, everyMs = seconds, mostBehindMs = 10 * seconds } = options
    this.#options = options
    this.#lag = new Lag(mostBehindMs)
    const base = {
      connectionString: url,
      keepAlive: true,
      application_name: 'kontor',
      options: '-c jit=off -c default_transaction_read_only=on',
      connectionTimeoutMillis: PATIENCE,
    }
    const limits = { max: maxConnections, statement_timeout: 30 * seconds, query_timeout: 31 * seconds }
    const lost = () => void this.#ping() // the look says what there is to say
    this.#pool = createPool({ ...base, ...limits }, lost)
    this.#watch = createPool({ ...base, max: 1, query_timeout: PATIENCE }, lost)
    this.db = new Kysely<Schema>({ dialect: dialect(this.#pool) })
    this.standing = { primary: standingOf(primary, PATIENCE), here: standingOf(this.#pool, PATIENCE) }
    this.#timer = setInterval(() => void this.#ping(), everyMs).unref()
  }

  get isUsable() {
    return this.#trouble === undefined
  }

  get behindSeconds() {
    return this.#lag.ms / seconds
  }

  /** Looks at it now; at the start, so that it is used from the first call on. */
  ping() {
    return this.#ping()
  }

  /** Reads from it. Rejects as soon as it is found to be gone, however long an answer might be waited for. */
  async read<Answer>(work: (db: Kysely<Schema>) => Promise<Answer>): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    this.#waiting.add(reject)
    work(this.db).then(resolve, reject)
    try {
      return await promise
    } finally {
      this.#waiting.delete(reject)
    }
  }

  /**
   * Takes note of what a read failed with, which the first server is asked for instead; throws what is no failure of a
   * server. Recovery may cancel a query that stands in its way (hot_standby): that is no reason to leave it.
   */
  note(error: unknown) {
    if (error instanceof HttpError) throw error
    const isConflict = isDatabaseError(error) && /conflict with recovery/.test(error.message)
    const isBusy = error instanceof Error && /timeout exceeded when trying to connect/.test(error.message)
    if (!isConflict && !isBusy && isUnavailable(error)) this.#fails((error as Error).message)
  }

  async close() {
    this.#isClosed = true
    clearInterval(this.#timer)
    await this.#ping() // one that is under way has its connection back then
    await Promise.all([this.#pool.end(), this.#watch.end()])
  }

  #fails(trouble: string) {
    this.#trouble = trouble
    const error = new Error(`the replica is not used: ${trouble}`)
    for (const end of this.#waiting) end(error)
    this.#waiting.clear()
    this.#tell()
  }

  /** Once for every turn of things, not for every look. */
  #tell() {
    if (this.#told === this.isUsable || this.#isClosed) return
    this.#told = this.isUsable
    this.#options.log(
      this.isUsable
        ? 'The replica follows: lists and exports are read from it.'
        : `The replica is not used (${this.#trouble}): everything is read from the first server.`,
    )
  }

  async #see() {
    if (this.#isClosed) return
    const first = await ask<First>(this.#options.primary, FIRST).catch(() => undefined)
    if (!first) return // nothing can be said of the replica
    try {
      const here = await ask<Here>(this.#watch, HERE)
      this.#lag.see(first.at, here.at)
      if (this.counted.size === 0) this.counted = await readCountedTables(this.#options.primary)
      const trouble = this.#wrongWith(first, here)
      if (trouble) return this.#fails(trouble)
      this.#trouble = undefined
      this.#tell()
    } catch (error) {
      this.#fails(error instanceof Error ? error.message || error.name : String(error))
    }
  }

  #wrongWith(first: First, here: Here): string | undefined {
    if (here.system !== first.system || here.database !== first.database)
      return 'DATABASE_REPLICA_URL is no copy of the database of DATABASE_URL'
    if (!here.follows) return 'it follows no server'
    return this.#lag.isTooMuch ? `it is ${Math.round(this.behindSeconds)} s behind` : undefined
  }
}

interface First {
  /** The byte of the log that was written last, and of a replica the one that it has come to. */
  at: number
  system: string
  database: string
}
interface Here extends First {
  follows: boolean
}

/** Which server and which of its databases it is: the same in every copy. */
const IDENTITY = `(SELECT system_identifier::text FROM pg_control_system()) AS system,
  (SELECT oid::text FROM pg_database WHERE datname = current_database()) AS database`
const FIRST = `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint AS at, ${IDENTITY}`
const HERE = `SELECT pg_is_in_recovery() AS follows,
  pg_wal_lsn_diff(coalesce(pg_last_wal_replay_lsn(), '0/0'), '0/0')::bigint AS at, ${IDENTITY}`

async function ask<Row>(pool: pg.Pool, text: string): Promise<Row> {
  const asked = { text, query_timeout: PATIENCE } as pg.QueryConfig // a limit of one query, absent in pg's types
  return (await pool.query(asked)).rows[0]
}
