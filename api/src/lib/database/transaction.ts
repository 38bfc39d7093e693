import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import { isIntegrityViolation, isRepeatable } from './database-errors.ts'

const tries = 3

/**
 * Runs `work` in one transaction: committed with its result, rolled back when it throws. After a deadlock or a
 * serialization failure it runs again, at most three times, so `work` must have no effect outside `tx` (no mail, no
 * file, no variable) and must use `tx` for every query: another query would wait for a second connection, which a busy
 * pool does not have. The last error is rethrown (SQLSTATE 40001 or 40P01).
 */
export const inTransaction = <Schema, Answer>(
  db: Kysely<Schema>,
  work: (tx: Transaction<Schema>) => Promise<Answer>,
): Promise<Answer> => withRetry(() => db.transaction().execute(work))

/**
 * Runs work that is a single statement, and thus a transaction of its own; retries after a deadlock like
 * `inTransaction`.
 */
export async function withRetry<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === tries || !isRepeatable(error)) throw error
      await pause(attempt * (5 + Math.random() * 20))
    }
  }
}

/**
 * Runs work in a savepoint. Returns the violated constraint, or another error that `isExpected`; the work is then rolled
 * back and the transaction continues. Other errors are thrown.
 */
export async function tryInSavepoint<Schema>(
  tx: Transaction<Schema>,
  work: () => Promise<unknown>,
  isExpected: (error: unknown) => boolean = () => false,
): Promise<unknown> {
  await sql`SAVEPOINT attempt`.execute(tx)
  try {
    await work()
  } catch (error) {
    if (!isIntegrityViolation(error) && !isExpected(error)) throw error
    await sql`ROLLBACK TO SAVEPOINT attempt`.execute(tx)
    return error
  }
  await sql`RELEASE SAVEPOINT attempt`.execute(tx)
  return undefined
}
