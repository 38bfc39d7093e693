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

/** Kysely's PostgreSQL dialect on our pool: sets the user of a change for the history, and prepares repeated statements. */
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

/** The statements that change rows. One that only calls a function which does is not seen; there is none. */
const CHANGE = /^\s*(insert|update|delete|with\b.*\b(insert into|update|delete from))\b/is

class Connection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  readonly #prepared = new Prepared()
  #inTransaction = false
  #isBroken = false

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  /** Who the current user is comes with the beginning, without a round trip of its own, and ends with the transaction. */
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
    if (command === 'ROLLBACK') throw new AbortedTransactionError() // after an error that somebody has swallowed
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

  /** Whether a statement changes something and the user of the transaction has not been set yet. */
  #needsUser(sql: string) {
    const hasUser = this.#inTransaction || currentUser() === undefined || sql.includes(USER_SETTING)
    return !hasUser && CHANGE.test(sql)
  }

  #query(text: string, parameters: readonly unknown[]) {
    const name = this.#prepared.nameOf(text)
    return this.#client.query({ ...(name && { name }), text, values: [...parameters] })
  }

  /** One statement in a transaction of its own. */
  async #alone(query: () => Promise<pg.QueryResult>) {
    await this.begin()
    try {
      const result = await query()
      await this.commit()
      return result
    } catch (error) {
      await this.rollback().catch(() => {}) // what it is about has failed before
      throw error
    }
  }

  streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Long lists are read in pages.')
  }

  /** Gives the client back. What it no longer needs to keep prepared is dropped here, where it can fail no transaction. */
  async release() {
    if (isIdle(this.#client))
      for (const name of this.#prepared.dropped())
        await this.#client.query(`deallocate ${name}`).catch(() => {})
    this.#client.release(this.#isBroken)
  }
}

/** Statements that a connection keeps prepared; a server meets some dozens of them again and again. */
const MOST = 300

/**
 * What a connection sends repeatedly gets a name, under which PostgreSQL plans it once; what has not come for the longest
 * time makes room. Searches are left out: how best to look for a word depends on the word, and a plan made for any word
 * is a bad one for most.
 */
class Prepared {
  readonly #seen = new LRUCache<string, true>({ max: MOST })
  readonly #names = new LRUCache<string, string>({ max: MOST, dispose: (name) => this.#dropped.push(name) })
  #dropped: string[] = []
  #made = 0

  nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known) return known
    if (this.#seen.has(text)) this.#names.set(text, `kontor_${++this.#made}`)
    else if (!/\bLIKE\b| ~ | @@ /i.test(text)) this.#seen.set(text, true)
    return this.#names.get(text)
  }

  /** The names that made room since this was last asked; the server has not even taken those whose first use it refused. */
  dropped() {
    const names = this.#dropped
    this.#dropped = []
    return names
  }
}
