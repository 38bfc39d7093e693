import type {
  DeleteQueryBuilder,
  DeleteResult,
  Insertable,
  InsertQueryBuilder,
  InsertResult,
  Kysely,
  RawBuilder,
  SelectQueryBuilder,
  UpdateQueryBuilder,
  UpdateResult,
} from 'kysely'
import type { CurrentPartnerUser } from '../auth/guard.ts'
import { HttpError } from '../http/http-error.ts'
import { type IdempotentCall, isRepeated, withIdempotencyKey } from '../http/idempotency.ts'
import type { Schema, ScopedTables } from './schema.ts'
import { inTransaction } from './transaction.ts'

type Table = keyof ScopedTables & keyof Schema
type Own<T extends Table> = keyof Insertable<Schema[T]> & ScopedTables[T]

interface Scope {
  rows: (user: CurrentPartnerUser) => RawBuilder<boolean>
  own: (user: CurrentPartnerUser) => object
}

const scopes = new Map<string, Scope>()
const databases = new WeakMap<ScopedDb, Kysely<Schema>>()

/**
 * The unscoped database of a portal call. Only a scope.ts may import it (architecture.test.ts). Every ScopedDb is
 * registered, hence the cast.
 */
export const unscopedDb = (scoped: ScopedDb): Kysely<Schema> => databases.get(scoped) as Kysely<Schema>

/** Defines which rows of a table a partner's call sees, and the column of a new row that holds its owner. */
export function defineScope<T extends Table>(
  table: T,
  rows: Scope['rows'],
  own: (user: CurrentPartnerUser) => Pick<Insertable<Schema[T]>, Own<T>>,
) {
  scopes.set(table, { rows, own })
}

/** The owner columns of a table into which partners insert nothing. */
export const none = () => ({})

/**
 * The database of a portal call: only tables with a scope, and only the rows of that scope. Joined tables are not
 * restricted.
 */
export class ScopedDb {
  readonly user: CurrentPartnerUser
  readonly #db: Kysely<Schema>
  // biome-ignore lint/suspicious/noExplicitAny: Kysely cannot follow a table that is a type parameter
  readonly #tables: any

  constructor(db: Kysely<Schema>, user: CurrentPartnerUser) {
    this.#db = db
    this.#tables = db
    this.user = user
    databases.set(this, db)
  }

  selectFrom<T extends Table>(table: T): SelectQueryBuilder<Schema, T, object> {
    return this.#tables.selectFrom(table).where(this.#rowsOf(table))
  }

  updateTable<T extends Table>(table: T): UpdateQueryBuilder<Schema, T, T, UpdateResult> {
    this.#requireWriter()
    return this.#tables.updateTable(table).where(this.#rowsOf(table))
  }

  deleteFrom<T extends Table>(table: T): DeleteQueryBuilder<Schema, T, DeleteResult> {
    this.#requireWriter()
    return this.#tables.deleteFrom(table).where(this.#rowsOf(table))
  }

  /** Inserts rows that belong to the caller; the scope sets the owner. */
  insertInto<T extends Table>(
    table: T,
    rows: Omit<Insertable<Schema[T]>, Own<T>>[],
  ): InsertQueryBuilder<Schema, T, InsertResult> {
    this.#requireWriter()
    const ownerColumns = scopeOf(table).own(this.user)
    return this.#tables.insertInto(table).values(rows.map((row) => ({ ...row, ...ownerColumns })))
  }

  transaction<Answer>(work: (tx: ScopedDb) => Promise<Answer>): Promise<Answer> {
    this.#requireWriter()
    return inTransaction(this.#db, (tx) => work(new ScopedDb(tx, this.user)))
  }

  /** Runs the work of a call with an idempotency key once. */
  withIdempotencyKey<Answer>(
    idempotency: IdempotentCall | undefined,
    work: (tx: ScopedDb) => Promise<Answer>,
  ): Promise<Answer> {
    this.#requireWriter()
    return withIdempotencyKey(this.#db, idempotency, (tx) => work(new ScopedDb(tx, this.user)))
  }

  /** Whether this call has been answered. */
  isRepeated(idempotency: IdempotentCall): Promise<boolean> {
    return isRepeated(this.#db, idempotency)
  }

  /** Who only views the app as this user writes nothing; the guard has refused it already. */
  #requireWriter() {
    if (this.user.viewer) throw new HttpError('error.view_only')
  }

  #rowsOf(table: string) {
    return scopeOf(table).rows(this.user)
  }
}

function scopeOf(table: string): Scope {
  const found = scopes.get(table)
  if (!found) throw new Error(`no scope.ts declares which rows of ${table} partners see`)
  return found
}
