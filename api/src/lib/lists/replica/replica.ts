// Reads lists and their files from a streaming replica, as exactly as from the primary.
import { Kysely } from 'kysely'
import type pg from 'pg'
import { inBatches } from '../../concurrency/batch.ts'
import { singleFlight } from '../../concurrency/single-flight.ts'
import { isDatabaseError, isUnavailable } from '../../database/database-errors.ts'
import { dialect } from '../../database/driver.ts'
import { createPool } from '../../database/pool.ts'
import type { Schema } from '../../database/schema.ts'
import { HttpError } from '../../http/http-error.ts'
import { Lag } from './lag.ts'

interface ReplicaOptions {
  /** The postgres:// address of the replica. */
  url: string
  /** The primary, of which it must be a copy. */
  primary: pg.Pool
  log: (line: string) => void
  /** Milliseconds between two checks. */
  everyMs?: number
  /** Acceptable lag in ms. */
  maxLagMs?: number
  /** Timeout of a check and of the reading of counters in ms; after it the replica counts as unavailable. */
  timeoutMs?: number
}

const seconds = 1000

/** Tables by name, and whether their changes are counted. */
type CountedTables = ReadonlyMap<string, boolean>

/** The tables of a database. */
async function readCountedTables(pool: pg.Pool): Promise<CountedTables> {
  const { rows } = await pool.query(`SELECT relname,
      EXISTS (SELECT FROM change_counters WHERE table_name = relname) AS is_counted
    FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm')`)
  return new Map(rows.map(({ relname, is_counted }) => [relname, is_counted]))
}

/** Reads the change counters of tables as one text: equal on two servers when both have the same changes of them. */
type ReadCounters = (tables: readonly string[]) => Promise<string>

/**
 * Reads change counters from a server; all reads of one turn of the event loop are one query. The slots of a counter
 * are compared one by one. A transaction locks the slot that it increments until it ends, so the number in a slot
 * identifies the transactions that are included. The sum of all slots does not, because two transactions that end at
 * the same moment may become visible in either order.
 */
function counterReader(pool: pg.Pool, query_timeout: number): ReadCounters {
  const lookUp = inBatches(async (tables) => {
    const query = { name: 'counters', text: COUNTERS, values: [tables], query_timeout }
    const { rows } = await pool.query(query)
    return new Map<string, string>(rows.map(({ table_name, counters }) => [table_name, counters]))
  })
  return async (tables) => (await Promise.all(tables.map(lookUp))).join(';')
}

const COUNTERS = `SELECT table_name, string_agg(changes::text, ',' ORDER BY slot) AS counters
  FROM change_counters WHERE table_name = ANY($1) GROUP BY table_name`

/**
 * A streaming replica. It is checked every second and used while it responds, follows the same primary and is not far
 * behind. The exactness of lists does not depend on the check, but on `counters` (see replica-router.ts).
 */
export class Replica {
  readonly db: Kysely<Schema>
  /** The change counters of tables, on the primary and on the replica. */
  readonly counters: { primary: ReadCounters; replica: ReadCounters }
  /**
   * Lists and portions of files that were read from the replica, and those that had to be read from the primary
   * instead.
   */
  readonly readCounts = { replica: 0, primary: 0 }
  counted: CountedTables = new Map()
  readonly #pool: pg.Pool
  /** One connection for checks, which busy readers cannot take. */
  readonly #checkPool: pg.Pool
  readonly #options: ReplicaOptions
  readonly #timeoutMs: number
  readonly #lag: Lag
  /** Why it is not used; undefined when it is. */
  #reason: string | undefined = 'not checked yet'
  /** The last state that was logged. */
  #reported: boolean | undefined
  /** Rejects the reads that wait for it. */
  #waiting = new Set<(error: Error) => void>()
  #ping = singleFlight(() => this.#check())
  #timer: NodeJS.Timeout
  #isClosed = false

  constructor(options: ReplicaOptions) {
    const { url, primary, everyMs = seconds, maxLagMs = 10 * seconds } = options
    const { timeoutMs = 2 * seconds } = options
    this.#options = options
    this.#timeoutMs = timeoutMs
    this.#lag = new Lag(maxLagMs)
    const base = {
      connectionString: url,
      keepAlive: true,
      application_name: 'kontor',
      options: '-c jit=off -c default_transaction_read_only=on',
      connectionTimeoutMillis: timeoutMs,
    }
    const limits = { max: 10, statement_timeout: 30 * seconds, query_timeout: 31 * seconds }
    const checkAgain = () => void this.#ping() // the check logs the reason
    this.#pool = createPool({ ...base, ...limits }, checkAgain)
    this.#checkPool = createPool({ ...base, max: 1, query_timeout: timeoutMs }, checkAgain)
    this.db = new Kysely<Schema>({ dialect: dialect(this.#pool) })
    this.counters = {
      primary: counterReader(primary, timeoutMs),
      replica: counterReader(this.#pool, timeoutMs),
    }
    this.#timer = setInterval(() => void this.#ping(), everyMs).unref()
  }

  get isUsable() {
    return this.#reason === undefined
  }

  get lagSeconds() {
    return this.#lag.ms / seconds
  }

  /** Checks it now; at the start, so that it is used from the first request on. */
  ping() {
    return this.#ping()
  }

  /** Reads from the replica. Rejects as soon as a check fails, without waiting for the query. */
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
   * Handles the error of a read, which is then repeated on the primary; rethrows errors that are not the server's.
   * A query that was cancelled, by recovery (hot standby) or after its time, is no reason to stop using it.
   */
  handleError(error: unknown) {
    if (error instanceof HttpError) throw error
    const isBusy = error instanceof Error && /timeout exceeded when trying to connect/.test(error.message)
    if (!isCancelled(error) && !isBusy && isUnavailable(error)) this.#stopUsing((error as Error).message)
  }

  async close() {
    this.#isClosed = true
    clearInterval(this.#timer)
    await this.#ping() // a check that runs already has its connection by then
    await Promise.all([this.#pool.end(), this.#checkPool.end()])
  }

  #stopUsing(reason: string) {
    this.#reason = reason
    const error = new Error(`replica not in use: ${reason}`)
    for (const end of this.#waiting) end(error)
    this.#waiting.clear()
    this.#reportChange()
  }

  /** Logs a change of the state, not every check. */
  #reportChange() {
    if (this.#reported === this.isUsable || this.#isClosed) return
    this.#reported = this.isUsable
    this.#options.log(
      this.isUsable
        ? 'Replica in use: lists and exports are read from it.'
        : `Replica not in use (${this.#reason}): everything is read from the primary.`,
    )
  }

  async #check() {
    if (this.#isClosed) return
    const primary = await this.#queryRow<PrimaryPosition>(this.#options.primary, PRIMARY_POSITION).catch(
      () => undefined,
    )
    if (!primary) return // without the primary the lag is unknown
    try {
      const replica = await this.#queryRow<ReplicaPosition>(this.#checkPool, REPLICA_POSITION)
      this.#lag.record(primary.walPosition, replica.walPosition)
      if (this.counted.size === 0) this.counted = await readCountedTables(this.#options.primary)
      const reason = this.#unusableBecause(primary, replica)
      if (reason) return this.#stopUsing(reason)
      this.#reason = undefined
      this.#reportChange()
    } catch (error) {
      if (!isCancelled(error))
        this.#stopUsing(error instanceof Error ? error.message || error.name : String(error))
    }
  }

  async #queryRow<Row>(pool: pg.Pool, text: string): Promise<Row> {
    const query = { text, query_timeout: this.#timeoutMs } as pg.QueryConfig // its timeout is missing in pg's types
    return (await pool.query(query)).rows[0]
  }

  #unusableBecause(primary: PrimaryPosition, replica: ReplicaPosition): string | undefined {
    if (!isSameCluster(primary, replica)) return 'DATABASE_REPLICA_URL is not a replica of DATABASE_URL'
    if (!replica.isInRecovery) return 'not in recovery: it is a primary itself'
    return this.#lag.isTooMuch ? `${Math.round(this.lagSeconds)} s behind` : undefined
  }
}

const QUERY_CANCELED = '57014'
const isCancelled = (error: unknown) =>
  isDatabaseError(error) && (error.code === QUERY_CANCELED || /conflict with recovery/.test(error.message))

const isSameCluster = (primary: PrimaryPosition, replica: ReplicaPosition) =>
  replica.system === primary.system && replica.database === primary.database

interface PrimaryPosition {
  /** Write position of the log in bytes; of a replica its replay position. */
  walPosition: number
  system: string
  database: string
}
interface ReplicaPosition extends PrimaryPosition {
  isInRecovery: boolean
}

/** Identifies the cluster and its database: the same in every copy. */
const IDENTITY = `(SELECT system_identifier::text FROM pg_control_system()) AS system,
  (SELECT oid::text FROM pg_database WHERE datname = current_database()) AS database`
const PRIMARY_POSITION = `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint AS "walPosition", ${IDENTITY}`
const REPLICA_POSITION = `SELECT pg_is_in_recovery() AS "isInRecovery",
  pg_wal_lsn_diff(coalesce(pg_last_wal_replay_lsn(), '0/0'), '0/0')::bigint AS "walPosition", ${IDENTITY}`
