// One driver, one dialect and one set of migrations, for a PostgreSQL server of the office and for the embedded one.
import { Kysely } from 'kysely'
import type pg from 'pg'
import { installJobs } from '../jobs/boss.ts'
import { ensureCollation } from './collation.ts'
import { StartupError } from './database-errors.ts'
import { dialect } from './driver.ts'
import { openEmbedded } from './embedded/embedded.ts'
import { Listener, listenWithReconnect } from './listen.ts'
import { migrate } from './migrate.ts'
import { createPool } from './pool.ts'

/** An open database. `close` waits for the clients in use, then ends every connection and the embedded server. */
export type Database<Schema> = {
  db: Kysely<Schema>
  pool: pg.Pool
  /** LISTEN on NOTIFY of other transactions; connects on the first subscription. */
  listener: Listener
  close(): Promise<void>
}

export type DatabaseOptions = {
  /** A postgres:// address; without it an embedded PostgreSQL is started in `dataDir`. */
  databaseUrl?: string | undefined
  dataDir: string
  /** When set, the collation and these migrations are applied first. */
  migrationsDir?: string | undefined
  log: (line: string) => void
  /** Connections per process; the default is 10. */
  maxConnections?: number | undefined
  /** How long a caller waits for a free connection, in ms; the default is 10,000. */
  waitMs?: number | undefined
  /** Whether statements take as long as they need: for tools. A restore checks all rows in one. */
  unlimited?: boolean | undefined
  /** Whether another process may use the data directory: for tools that only read or add. */
  allowRunning?: boolean | undefined
  /**
   * Called when the embedded PostgreSQL ended for good (disk full, crash): the server should exit. By default it
   * throws.
   */
  onFatal?: (error: Error) => void
}

const seconds = 1000
const statementTimeout = 30 * seconds

/** Opens the database, ready for use. Throws StartupError with a sentence for the operator. */
export async function openDatabase<Schema>(options: DatabaseOptions): Promise<Database<Schema>> {
  const onFatal = options.onFatal ?? throwLater
  const embedded = options.databaseUrl ? undefined : await openEmbedded({ ...options, onFatal })
  const base = { ...SESSION, ...(embedded ? embedded.config : { connectionString: options.databaseUrl }) }
  try {
    await prepare(base, options)
  } catch (error) {
    await embedded?.close()
    throw error
  }
  const listener = new Listener(() => listenWithReconnect(base, listener, options.log))
  const { maxConnections = 10, waitMs = 10 * seconds } = options
  const limits = {
    ...(options.unlimited ? {} : LIMITS),
    max: maxConnections,
    connectionTimeoutMillis: waitMs,
  }
  const pool = createPool({ ...base, ...limits }, options.log)
  return {
    db: new Kysely<Schema>({ dialect: dialect(pool) }),
    pool,
    listener,
    async close() {
      await listener.close()
      await pool.end() // not db.destroy(), which does not end a pool that Kysely has not used yet
      await embedded?.close()
    },
  }
}

function throwLater(error: Error) {
  setImmediate(() => {
    throw error
  })
}

/** Settings of every connection. JIT is off: statements take milliseconds, and compiling one took a second. */
const SESSION: pg.ClientConfig = { keepAlive: true, application_name: 'kontor', options: '-c jit=off' }

/** Timeouts of requests; the start's migrations and tools have none. */
const LIMITS: pg.PoolConfig = {
  statement_timeout: statementTimeout,
  idle_in_transaction_session_timeout: 30 * seconds,
  query_timeout: statementTimeout + seconds, // a timeout of the client, for a server that no longer answers
}

async function prepare(base: pg.PoolConfig, { databaseUrl, migrationsDir, log }: DatabaseOptions) {
  const pool = createPool({ ...base, max: 1, connectionTimeoutMillis: 10 * seconds }, log)
  try {
    if (databaseUrl) await checkServer(pool, databaseUrl)
    if (!migrationsDir) return
    await ensureCollation(pool)
    await migrate(pool, migrationsDir, log)
    await installJobs(pool, log)
  } finally {
    await pool.end()
  }
}

async function checkServer(pool: pg.Pool, databaseUrl: string) {
  const { rows } = await pool
    .query(`select current_setting('server_version_num')::int as number,
      current_setting('server_version') as version, current_setting('server_encoding') as encoding`)
    .catch((error: Error) => {
      throw new StartupError(
        `PostgreSQL at ${withoutPassword(databaseUrl)} does not answer (${reason(error)}).`,
        {
          cause: error,
        },
      )
    })
  const { number, version, encoding } = rows[0]
  if (number < 150000) throw new StartupError(`PostgreSQL 15 or newer is needed; this is ${version}.`)
  if (encoding !== 'UTF8')
    throw new StartupError(`The database must have the encoding UTF8; this one has ${encoding}.`)
}

function reason(error: Error) {
  return error instanceof AggregateError
    ? error.errors.map((each: Error) => each.message).join('; ')
    : error.message
}

function withoutPassword(databaseUrl: string) {
  if (!URL.canParse(databaseUrl)) return 'DATABASE_URL'
  const { host, pathname } = new URL(databaseUrl)
  return host + pathname
}
