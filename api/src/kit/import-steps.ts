import type { SheetColumns } from '@kontor/contract/kit/sheet'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from './db.ts'
import { withoutHistory } from './history.ts'
import type { Values } from './import-plan.ts'
import type { ImportRecipe } from './importing.ts'
import { giveListBack, type ListName, lockForImport, takeList } from './list-lock.ts'
import { withoutRules } from './rules.ts'
import type { Schema } from './schema.ts'
import { inTransaction } from './transaction.ts'
import './import-table.ts'

/** Where imports are kept, and how they come there. */
export type Place = Pick<Database<Schema>, 'db' | 'engine'>

/** Does one step of an import in a transaction: its own on the embedded engine, the whole import's on PostgreSQL. */
export type Step = <T>(work: (tx: Transaction<Schema>) => Promise<T>) => Promise<T>

/** Rows written by one step: few enough that others, who get their turn between two of them, hardly wait. */
const PORTION = 200

export function* portions<T>(rows: readonly T[], size = PORTION): Generator<T[]> {
  for (let from = 0; from < rows.length; from += size) yield rows.slice(from, from + size)
}

/**
 * Does work on a list that nobody else may write to meanwhile: they are refused with 423.
 *
 * On PostgreSQL all steps are one transaction. The embedded engine has one session, and everybody would wait for such a
 * transaction's end; there each step is committed, others get their turn in between and see the list change by and by.
 * What breaks off is settled at once, or after a kill by the next start. A list that cannot be settled stays taken.
 */
export async function inSteps<C extends SheetColumns, T>(
  { db, engine }: Place,
  recipe: ImportRecipe<C>,
  work: (step: Step) => Promise<T>,
): Promise<T> {
  if (engine === 'postgres') {
    return inTransaction(db, async (tx) => {
      await lockForImport(tx, recipe.list)
      return work((does) => does(tx))
    })
  }
  const step: Step = (does) => inTransaction(db, does)
  takeList(recipe.list)
  await settle(step, recipe)
  const done = await work(step).catch(async (error: unknown) => {
    await settle(step, recipe)
    giveListBack(recipe.list)
    throw error
  })
  giveListBack(recipe.list)
  return done
}

/** Before anybody is served: settles what a process that was killed has left of an import of this list. */
export async function settleImports<C extends SheetColumns>(place: Place, recipe: ImportRecipe<C>) {
  if (await findBegun(place.db, recipe.list)) await inSteps(place, recipe, (step) => settle(step, recipe))
}

/** An import that broke off is taken back as if it had never been; the undoing of one goes on to its end. */
async function settle<C extends SheetColumns>(step: Step, recipe: ImportRecipe<C>) {
  const begun = await step((tx) => findBegun(tx, recipe.list))
  if (!begun) return
  const stood: Step = (work) =>
    step(async (tx) => {
      await withoutRules(tx) // what comes back stood there before
      return work(tx)
    })
  await restore(stood, recipe, begun.id)
  if (begun.under_way === 'undo') await step((tx) => endUndo(tx, begun.id))
  else await step((tx) => tx.deleteFrom('imports').where('id', '=', begun.id).execute())
}

const findBegun = (db: Kysely<Schema>, list: ListName) =>
  db
    .selectFrom('imports')
    .select(['id', 'under_way'])
    .where('kind', '=', list)
    .where('under_way', 'is not', null)
    .executeTakeFirst()

export const endUndo = (tx: Transaction<Schema>, id: number) =>
  tx
    .updateTable('imports')
    .set({ under_way: null, undone_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute()

/** Gives an import's rows their old values and removes those it added, as far as that has not been done already. */
export async function restore<C extends SheetColumns>(
  step: Step,
  recipe: ImportRecipe<C>,
  id: number,
  told: (rows: number) => void = () => {},
) {
  for (let last: number | undefined = 0; last !== undefined; ) {
    last = await step(async (tx): Promise<number | undefined> => {
      const rows = await rowsAsImported(tx, recipe.list, id, last ?? 0)
      await putBack(tx, recipe, rows)
      told(rows.length)
      return rows.at(-1)?.record_id
    })
  }
}

export async function putBack<C extends SheetColumns>(
  tx: Transaction<Schema>,
  recipe: ImportRecipe<C>,
  rows: readonly Kept[],
) {
  await withoutHistory(tx)
  const changed = rows.flatMap(({ record_id, before }) => (before ? { id: record_id, values: before } : []))
  const added = rows.flatMap(({ record_id, before }) => (before ? [] : record_id))
  if (changed.length > 0) await recipe.update(tx, changed)
  if (added.length > 0) await recipe.remove(tx, added)
}

/** What stood in a record before an import; null for one that it added. */
export interface Kept {
  record_id: number
  before: Values | null
}

/** The next rows of an import that are still as it left them: nobody else has written to its list since. */
async function rowsAsImported(tx: Transaction<Schema>, list: ListName, id: number, after: number) {
  const { rows } = await sql<Kept>`
    SELECT record_id, before FROM import_rows
    JOIN ${sql.table(list)} AS record ON record.id = record_id AND record.version = import_rows.version
    WHERE import_id = ${id} AND record_id > ${after} ORDER BY record_id LIMIT ${PORTION}`.execute(tx)
  return rows
}
