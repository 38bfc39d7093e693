import { type Kysely, sql, type Transaction } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { inTransaction } from '../database/transaction.ts'
import { HttpError } from '../http/http-error.ts'

/** The lists that can be imported, by their tables. Each feature's table.ts adds its own by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface ImportableLists {}

/** One of them, also as its lock's name. */
export type ListName = keyof ImportableLists & keyof Schema

/** What runs in this process, an import or the undoing of one, and what it has done so far, in rows. */
export interface Progress {
  action: 'import' | 'undo'
  /** The record whose lines it is about, where each has imports of its own. */
  owner?: number | undefined
  done: number
  /** 0 until the sheet has been read. */
  total: number
  user: string
}

/** Imports of this process, by list: callers of the same process are refused without a query, other nodes by a lock. */
const running = new Map<ListName, Progress>()

export const importProgress = (list: ListName) => running.get(list)

/** Runs an import or undoes one, alone among those of its list; a second one is refused with 429, on every node. */
export async function importAlone<T>(
  list: ListName,
  who: Pick<Progress, 'action' | 'owner' | 'user'>,
  work: (progress: Progress) => Promise<T>,
): Promise<T> {
  if (running.has(list)) throw new HttpError('import.running')
  const progress: Progress = { ...who, done: 0, total: 0 }
  running.set(list, progress)
  try {
    return await work(progress)
  } finally {
    running.delete(list)
  }
}

const key = (list: ListName, use: 'import' | 'write') => sql`hashtextextended(${`${list} ${use}`}, 0)`

/**
 * Does work in one transaction, on a list that nobody else may write to meanwhile: they are refused with 423. Others see
 * nothing of it before its end, and all of it afterwards.
 */
export const inLockedList = <T>(
  db: Kysely<Schema>,
  list: ListName,
  work: (tx: Transaction<Schema>) => Promise<T>,
): Promise<T> =>
  inTransaction(db, async (tx) => {
    await lockForImport(tx, list)
    return work(tx)
  })

/** Inside an import's transaction: takes the list for itself. Writers of a moment ago are waited for. */
async function lockForImport(tx: Transaction<Schema>, list: ListName) {
  const { rows } = await sql<{
    free: boolean
  }>`SELECT pg_try_advisory_xact_lock(${key(list, 'import')}) AS free`.execute(tx)
  if (!rows[0]?.free) throw new HttpError('import.running')
  await sql`SELECT pg_advisory_xact_lock(${key(list, 'write')})`.execute(tx)
}

/** SQL: true, and so until the writer's transaction ends, unless an import of the list is being applied. */
export const isUnlocked = (list: ListName) =>
  sql<boolean>`pg_try_advisory_xact_lock_shared(${key(list, 'write')})`

/**
 * Inside the transaction of a writer, or of one who comes to depend on a record of the list: refuses with 423 while an
 * import of the list is being applied, here or elsewhere.
 */
export async function requireUnlocked(tx: Kysely<Schema>, list: ListName) {
  const { rows } = await sql<{ free: boolean }>`SELECT ${isUnlocked(list)} AS free`.execute(tx)
  if (!rows[0]?.free) throw new HttpError('import.locked')
}
