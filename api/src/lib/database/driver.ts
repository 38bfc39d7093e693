import {
  AbortedTransactionError,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import { currentUser, USER_SETTING } from './current-user.ts'
import { isIdle } from './pool.ts'

/**
 * Kysely's PostgreSQL dialect on our pool: sets the user of a change for the audit triggers, and prepares repeated
 * statements.
 */
export const dialect = (pool: pg.Pool): Dialect => ({
  createDriver: () => new PoolDriver(pool),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createAdapter: () => new PostgresAdapter(),
  createIntrospector: (db) => new PostgresIntrospector(db),
})

class PoolDriver implements Driver {
  readonly #pool: pg.Pool
  readonly #connections = new WeakMap<pg.PoolClient, Connection>()

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  async init() {}

  async acquireConnection() {
    const client = await this.#pool.connect()
    const connection = this.#connections.get(client) ?? new Connection(client)
    this.#connections.set(client, connection)
    return connection
  }

  beginTransaction = (connection: Connection, settings: TransactionSettings) => connection.begin(settings)
  commitTransaction = (connection: Connection) => connection.commit()
  rollbackTransaction = (connection: Connection) => connection.rollback()
  releaseConnection = (connection: Connection) => connection.release()
  destroy = () => this.#pool.end()
}

/**
 * Statements that change rows. A SELECT that calls a changing function is not recognised: the functions of a sign-in
 * (`count_attempt`, `open_session`, …) change tables that have no history, so they need no user.
 */
const CHANGE = /^\s*(insert|update|delete|with\b.*\b(insert into|update|delete from))\b/is

class Connection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  readonly #prepared = new Prepared()
  #inTransaction = false
  #isBroken = false

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  /** BEGIN sets the current user in the same round trip; the setting ends with the transaction. */
  async begin({ isolationLevel, accessMode }: TransactionSettings = {}) {
    const isolation = isolationLevel && `isolation level ${isolationLevel}`
    const begin = ['begin', isolation, accessMode].filter(Boolean).join(' ')
    const user = currentUser()
    await this.#client.query(user === undefined ? begin : `${begin}; set local ${USER_SETTING} = '${user}'`)
    this.#inTransaction = true
  }

  async commit() {
    this.#inTransaction = false
    const { command } = await this.#client.query('commit')
    if (command === 'ROLLBACK') throw new AbortedTransactionError() // after an error that the caller caught
  }

  async rollback() {
    this.#inTransaction = false
    try {
      await this.#client.query('rollback')
    } catch (error) {
      this.#isBroken = true
      throw error
    }
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const query = () => this.#query(sql, parameters)
    const { command, rowCount, rows } = await (this.#needsUser(sql) ? this.#alone(query) : query())
    const isChange = /^(INSERT|UPDATE|DELETE|MERGE)$/.test(command)
    return { rows: (rows ?? []) as Row[], ...(isChange && { numAffectedRows: BigInt(rowCount ?? 0) }) }
  }

  /** Whether a statement changes rows and the transaction's user is not set yet. */
  #needsUser(sql: string) {
    const hasUser = this.#inTransaction || currentUser() === undefined || sql.includes(USER_SETTING)
    return !hasUser && CHANGE.test(sql)
  }

  #query(text: string, parameters: readonly unknown[]) {
    const name = this.#prepared.nameOf(text)
    return this.#client.query({ ...(name && { name }), text, values: [...parameters] })
  }

  /** Runs one statement in a transaction of its own. */
  async #alone(query: () => Promise<pg.QueryResult>) {
    await this.begin()
    try {
      const result = await query()
      await this.commit()
      return result
    } catch (error) {
      await this.rollback().catch(() => {}) // the statement's error matters, not this one
      throw error
    }
  }

  streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Streaming is not supported: read long lists in pages.')
  }

  /**
   * Returns the client to the pool. Statements beyond the limit are deallocated here, where that cannot fail a
   * transaction.
   */
  async release() {
    if (isIdle(this.#client))
      for (const name of this.#prepared.dropped())
        await this.#client.query(`deallocate ${name}`).catch(() => {})
    this.#client.release(this.#isBroken)
  }
}

/** Limit of prepared statements per connection; a server repeats some dozens. */
const MAX_PREPARED = 300

/**
 * A statement that a connection repeats gets a name, under which PostgreSQL plans it once; the least recently used one
 * is dropped. Searches are never prepared: the best plan depends on the searched word, and a generic plan is bad for
 * most words.
 */
class Prepared {
  readonly #seen = new LRUCache<string, true>({ max: MAX_PREPARED })
  readonly #names = new LRUCache<string, string>({
    max: MAX_PREPARED,
    dispose: (name) => this.#dropped.push(name),
  })
  #dropped: string[] = []
  #made = 0

  nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known) return known
    if (this.#seen.has(text)) this.#names.set(text, `kontor_${++this.#made}`)
    else if (!/\bLIKE\b| ~ | @@ /i.test(text)) this.#seen.set(text, true)
    return this.#names.get(text)
  }

  /** The names dropped since the last call; some of them may have failed on their first use and never been prepared. */
  dropped() {
    const names = this.#dropped
    this.#dropped = []
    return names
  }
}
