import { setTimeout as pause } from 'node:timers/promises'
import type { SheetColumns } from '@kontor/contract/kit/imports/sheet'
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { isClosed } from '../db/database-errors.ts'
import type { Database } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import { inTransaction } from '../db/transaction.ts'
import { withoutRules } from '../db/triggers.ts'
import { PORTION } from '../jobs/portions.ts'
import type { ImportRecipe } from './imports.ts'
import {
  giveListBack,
  importAlone,
  importProgress,
  type ListName,
  lockForImport,
  takeList,
  tellUndoing,
} from './lock.ts'
import { restore } from './restore.ts'
import './table.ts'

/** Where imports are kept, how they come there, whose they are, and one line for the operator about what went wrong. */
export interface Place extends Pick<Database<Schema>, 'db' | 'engine'> {
  /** SQL: the name of the user with this id. */
  userName: (id: RawBuilder<number>) => RawBuilder<string>
  log: (line: string) => void
}

/** Does one step of an import in a transaction: its own on the embedded engine, the whole import's on PostgreSQL. */
export type Step = <T>(work: (tx: Transaction<Schema>) => Promise<T>) => Promise<T>

/** Rows written by one statement: where nobody waits for it, a statement for each few costs as much as the rows. */
export const portionOf = ({ engine }: Pick<Place, 'engine'>) => (engine === 'postgres' ? 1000 : PORTION)

/**
 * Does work on a list that nobody else may write to meanwhile: they are refused with 423.
 *
 * On PostgreSQL all steps are one transaction. The embedded engine has one session, and everybody would wait for such a
 * transaction's end; there each step is committed, others get their turn in between and see the list change by and by.
 * What breaks off is settled before its error is thrown, or after a kill by the next start.
 */
export async function inSteps<C extends SheetColumns, T>(
  place: Place,
  recipe: ImportRecipe<C>,
  work: (step: Step) => Promise<T>,
): Promise<T> {
  const { db, engine } = place
  if (engine === 'postgres') {
    return inTransaction(db, async (tx) => {
      await lockForImport(tx, recipe.list)
      return work((does) => does(tx))
    })
  }
  takeList(recipe.list)
  const done = await work((does) => inTransaction(db, does)).catch(async (error: unknown) => {
    await settleAtLast(place, recipe)
    throw error
  })
  giveListBack(recipe.list)
  return done
}

/**
 * Before anybody is served: settles what a process that was killed has left of an import of this list. What cannot be
 * settled at once keeps nobody from working, but its list stays taken until it is.
 */
export async function settleImports<C extends SheetColumns>(place: Place, recipe: ImportRecipe<C>) {
  const begun = await findBegun(place.db, place, recipe.list)
  if (!begun) return
  if (place.engine === 'postgres') {
    return inSteps(place, recipe, (step) => settle(step, recipe, place))
  }
  takeList(recipe.list)
  if (await hasSettled(place, recipe)) return
  void importAlone(recipe.list, { action: 'undo', user: begun.user }, () => settleAtLast(place, recipe))
}

/** Tries until it has succeeded, ever later, or the database was closed: then the next start does it. */
async function settleAtLast<C extends SheetColumns>(place: Place, recipe: ImportRecipe<C>) {
  for (let wait = 250; !(await hasSettled(place, recipe)); wait = Math.min(2 * wait, 30_000)) {
    await pause(wait, undefined, { ref: false })
  }
}

/** Settles a taken list and gives it back. False when it should be tried again. */
async function hasSettled<C extends SheetColumns>(place: Place, recipe: ImportRecipe<C>) {
  const { db, log } = place
  try {
    await settle((work) => inTransaction(db, work), recipe, place)
  } catch (error) {
    if (isClosed(error)) return true
    tellUndoing(recipe.list)
    log(`An import of ${recipe.list} that broke off cannot be taken back yet: ${error}`)
    return false
  }
  giveListBack(recipe.list)
  return true
}

/** An import that broke off is taken back as if it had never been; the undoing of one goes on to its end. */
async function settle<C extends SheetColumns>(step: Step, recipe: ImportRecipe<C>, place: Place) {
  const begun = await step((tx) => findBegun(tx, place, recipe.list))
  if (!begun) return
  tellUndoing(recipe.list)
  const stood: Step = (work) =>
    step(async (tx) => {
      await withoutRules(tx) // what comes back stood there before
      return work(tx)
    })
  const kept = await restore(stood, recipe, begun.id, importProgress(recipe.list))
  if (kept.length > 0)
    place.log(`${kept.length} ${recipe.list} of an import that was taken back are in use: they were kept.`)
  if (begun.under_way === 'undo') await step((tx) => endUndo(tx, begun.id))
  else await step((tx) => tx.deleteFrom('imports').where('id', '=', begun.id).execute())
}

const findBegun = (db: Kysely<Schema>, { userName }: Place, list: ListName) =>
  db
    .selectFrom('imports')
    .select(['id', 'under_way', userName(sql.ref('user_id')).as('user')])
    .where('kind', '=', list)
    .where('under_way', 'is not', null)
    .executeTakeFirst()

export const endUndo = (tx: Transaction<Schema>, id: number) =>
  tx
    .updateTable('imports')
    .set({ under_way: null, undone_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute()
