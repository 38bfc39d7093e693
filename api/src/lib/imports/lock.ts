import { type Kysely, sql, type Transaction } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { inTransaction } from '../database/transaction.ts'
import { HttpError } from '../http/http-error.ts'
import type { ListName } from './importable-lists.ts'

/** An import or undo that runs in this process, and its progress in rows. */
export interface Progress {
  action: 'import' | 'undo'
  /** The owner, where each owner's lines are imported separately. */
  owner?: number | undefined
  done: number
  /** 0 until the sheet has been read. */
  total: number
  user: string
}

/**
 * Imports of this process by list. A second caller in this process is rejected without a query, one on another node by
 * the lock.
 */
const running = new Map<ListName, Progress>()

export const importProgress = (list: ListName) => running.get(list)

/** Runs an import or undo alone for its list; throws 429 while another one runs on any node. */
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
 * Runs work in one transaction on a list that nobody else may write to meanwhile: other writers get 423. Readers see
 * all changes at the commit.
 */
export const inLockedList = <T>(
  db: Kysely<Schema>,
  list: ListName,
  work: (tx: Transaction<Schema>) => Promise<T>,
): Promise<T> =>
  inTransaction(db, async (tx) => {
    await lockForImport(tx, list)
    const answer = await work(tx)
    await cleanPendingLists(tx)
    return answer
  })

/**
 * Moves the pending entries of all search indexes into their main structure, because an import also writes to other
 * lists; otherwise a later change of one row would have to do it. After a failed import it is left to autovacuum.
 */
const cleanPendingLists = (tx: Transaction<Schema>) =>
  sql`SELECT gin_clean_pending_list(oid) FROM pg_class WHERE relkind = 'i'
    AND relnamespace = current_schema()::regnamespace AND relam = (SELECT oid FROM pg_am WHERE amname = 'gin')
    AND pg_has_role(relowner, 'USAGE')`.execute(tx)

/**
 * The pending list of a search index during an import, where moving many entries at once is cheaper. The own PostgreSQL
 * has a smaller one, so that the change of one row never has to move many.
 */
const PENDING_LIST_LIMIT = '4MB'

/** Locks the list in an import's transaction. Waits for transactions that already write to it. */
async function lockForImport(tx: Transaction<Schema>, list: ListName) {
  const { rows } = await sql<{
    free: boolean
  }>`SELECT pg_try_advisory_xact_lock(${key(list, 'import')}) AS free`.execute(tx)
  if (!rows[0]?.free) throw new HttpError('import.running')
  await sql`SELECT pg_advisory_xact_lock(${key(list, 'write')}),
    set_config('gin_pending_list_limit', ${PENDING_LIST_LIMIT}, true)`.execute(tx)
}

/** SQL: true, and until the end of the writer's transaction, unless an import of the list is being applied. */
export const isUnlocked = (list: ListName) =>
  sql<boolean>`pg_try_advisory_xact_lock_shared(${key(list, 'write')})`

/**
 * In the transaction of a writer, or of a caller that references a record of the list: throws 423 while an import of
 * the list is being applied on any node.
 */
export async function requireUnlocked(tx: Kysely<Schema>, list: ListName) {
  const { rows } = await sql<{ free: boolean }>`SELECT ${isUnlocked(list)} AS free`.execute(tx)
  if (!rows[0]?.free) throw new HttpError('import.locked')
}
