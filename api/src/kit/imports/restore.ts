import type { SheetColumns } from '@kontor/contract/kit/imports/sheet'
import { sql, type Transaction } from 'kysely'
import { isIntegrityViolation } from '../db/database-errors.ts'
import type { Schema } from '../db/schema.ts'
import { takingBack, withHistory, withRules } from '../db/triggers.ts'
import { PORTION } from '../jobs/portions.ts'
import type { ImportRecipe } from './imports.ts'
import type { ListName, Progress } from './lock.ts'
import type { Values } from './plan.ts'
import type { Step } from './steps.ts'
import './table.ts'

/** What stood in a record before an import; null for one that it added. */
export interface Kept {
  record_id: number
  before: Values | null
}

/** Takes rows of an import back in a transaction, and answers how many were kept. */
type PutBack = <C extends SheetColumns>(
  tx: Transaction<Schema>,
  recipe: ImportRecipe<C>,
  rows: readonly Kept[],
) => Promise<number>

/**
 * Gives an import's rows their old values and removes those it added, as far as that has not been done already. Answers
 * how many were kept.
 */
export async function restore<C extends SheetColumns>(
  step: Step,
  recipe: ImportRecipe<C>,
  id: number,
  take: PutBack,
  progress: Pick<Progress, 'done'> = { done: 0 },
) {
  progress.done = 0
  let kept = 0
  for (let last: number | undefined = 0; last !== undefined; ) {
    const after: number = last
    const taken = await step(async (tx) => {
      const rows = await rowsAsImported(tx, recipe.list, id, after)
      return { rows, kept: await take(tx, recipe, rows) }
    })
    progress.done += taken.rows.length
    kept += taken.kept
    last = taken.rows.at(-1)?.record_id
  }
  return kept
}

/** All of them: throws what the database says when something has come to use one, or when it would break a rule. */
export const putBack: PutBack = async (tx, recipe, rows) => {
  await takingBack(tx)
  const changed = rows.flatMap(({ record_id, before }) => (before ? { id: record_id, values: before } : []))
  const added = rows.flatMap(({ record_id, before }) => (before ? [] : record_id))
  if (changed.length > 0) await recipe.update(tx, changed)
  if (added.length > 0) await recipe.remove(tx, added)
  return 0
}

/**
 * Those that the database lets go. The others stay as the import left them, added ones inactive if that breaks no rule,
 * which is an entry of their history.
 */
export const putBackOrKeep: PutBack = async (tx, recipe, rows) => {
  const isBack = (some: readonly Kept[]) => unlessRefused(tx, () => putBack(tx, recipe, some))
  if (await isBack(rows)) return 0
  const kept: Kept[] = []
  for (const row of rows) if (!(await isBack([row]))) kept.push(row)
  await withHistory(tx)
  await withRules(tx)
  for (const { record_id } of kept.filter(({ before }) => before === null)) {
    await unlessRefused(tx, () =>
      sql`UPDATE ${sql.table(recipe.list)} SET is_active = false WHERE id = ${record_id}`.execute(tx),
    )
  }
  return kept.length
}

/** Whether the database has let this be done; when it refuses, nothing of it was, and the transaction goes on. */
async function unlessRefused(tx: Transaction<Schema>, work: () => Promise<unknown>) {
  await sql`SAVEPOINT attempt`.execute(tx)
  try {
    await work()
  } catch (error) {
    if (!isIntegrityViolation(error)) throw error
    await sql`ROLLBACK TO SAVEPOINT attempt`.execute(tx)
    return false
  }
  await sql`RELEASE SAVEPOINT attempt`.execute(tx)
  return true
}

/** The next rows of an import that are still as it left them: nobody else has written to its list since. */
async function rowsAsImported(tx: Transaction<Schema>, list: ListName, id: number, after: number) {
  const { rows } = await sql<Kept>`
    SELECT record_id, before FROM import_rows
    JOIN ${sql.table(list)} AS record ON record.id = record_id AND record.version = import_rows.version
    WHERE import_id = ${id} AND record_id > ${after} ORDER BY record_id LIMIT ${PORTION}`.execute(tx)
  return rows
}
