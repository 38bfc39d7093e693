import type { ImportStatus } from '@kontor/contract/kit/imports/imports'
import type { SheetColumns } from '@kontor/contract/kit/imports/sheet'
import { type Kysely, sql } from 'kysely'
import type { SignedIn } from '../auth/guard.ts'
import { isDatabaseError } from '../db/database-errors.ts'
import type { Schema } from '../db/schema.ts'
import { portions } from '../jobs/portions.ts'
import { Refusal } from '../serve/refusal.ts'
import type { ImportRecipe } from './imports.ts'
import { importAlone, importProgress, type ListName } from './lock.ts'
import { type Kept, putBack, putBackOrKeep, restore } from './restore.ts'
import { endUndo, inSteps, type Place, type Step } from './steps.ts'
import { keepEntry } from './table.ts'

const FOREIGN_KEY = '23503'

/** Where the imports of a list stand, or those of a record's lines. While one runs, none can be undone. */
export async function importStatus(place: Place, list: ListName, owner?: number): Promise<ImportStatus> {
  const last = await lastImport(place.db, place, list, owner)
  const running = importProgress(list)
  const mayUndo = async (id: number) =>
    last?.undone_at === null && !running && (await isUntouched(place.db, list, id))
  return {
    running: running?.owner === owner && running ? { ...running } : null,
    last: last ? { ...last, undoable: await mayUndo(last.id) } : null,
  }
}

const lastImport = (db: Kysely<Schema>, { userName }: Place, list: ListName, owner: number | null = null) =>
  db
    .selectFrom('imports')
    .select(['id', 'file_name', userName(sql.ref('user_id')).as('user')])
    .select(['created_at', 'created', 'updated', 'undone_at'])
    .where('kind', '=', list)
    .where('owner_id', 'is not distinct from', owner)
    .where(sql<boolean>`under_way IS DISTINCT FROM 'import'`)
    .where('bulk', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Whether every row of an import is still as the import left it. */
async function isUntouched(db: Kysely<Schema>, list: ListName, id: number) {
  const { rows } = await sql`SELECT 1 FROM import_rows LEFT JOIN ${sql.table(list)} AS record
    ON record.id = record_id AND record.version = import_rows.version
    WHERE import_id = ${id} AND record.id IS NULL LIMIT 1`.execute(db)
  return rows.length === 0
}

/**
 * Takes the last import of a list back: old values again, created records gone. Answers how many of each it had, and how
 * many rows were kept, see `putBackOrKeep`. Refuses with 422 when it is not the last
 * or was taken back already, with 429 while another one runs, and with 409 when something else has changed its rows
 * since, or uses one that would go.
 */
export function undoImport<C extends SheetColumns>(
  place: Place,
  recipe: ImportRecipe<C>,
  id: number,
  user: SignedIn,
) {
  return importAlone(recipe.list, { action: 'undo', owner: recipe.owner, user: user.name }, (progress) =>
    inSteps(place, recipe, async (step) => {
      const { created, updated, ...last } = await step((tx) => requireUndoable(tx, place, recipe, id))
      progress.total = created + updated
      const kept = await refusingUsed(async () => {
        if (place.engine === 'embedded') await rehearse(step, recipe, id)
        await step(async (tx) => {
          await tx.updateTable('imports').set({ under_way: 'undo' }).where('id', '=', id).execute()
          await keepEntry(tx, 'undo', {
            ...last,
            kind: recipe.list,
            owner_id: recipe.owner ?? null,
            created,
            updated,
          })
        })
        const take = place.engine === 'embedded' ? putBackOrKeep : putBack
        return restore(step, recipe, id, take, progress)
      })
      await step(async (tx) => {
        await endUndo(tx, id)
        await recipe.finish?.(tx)
      })
      return { created, updated, kept }
    }),
  )
}

async function requireUndoable<C extends SheetColumns>(
  tx: Kysely<Schema>,
  place: Place,
  { list, owner }: ImportRecipe<C>,
  id: number,
) {
  const last = await lastImport(tx, place, list, owner)
  if (last?.id !== id || last.undone_at !== null) throw new Refusal('import.nothing_to_undo')
  if (!(await isUntouched(tx, list, id))) throw new Refusal('import.changed_since')
  return last
}

const refusingUsed = <T>(work: () => Promise<T>) =>
  work().catch((error: unknown) => {
    const isUsed = isDatabaseError(error) && error.code === FOREIGN_KEY
    throw isUsed ? new Refusal('import.changed_since') : error
  })

/** Thrown for its rollback alone. */
class Rehearsed extends Error {}

/**
 * Takes back what others may have come to depend on, and each of these steps too: an undoing that is committed by and by
 * should know before it begins that nothing is used and no rule is broken. After that requireUnlocked and requireStaying
 * keep others from coming to depend on these records; what does so past them makes its record one that is kept.
 */
async function rehearse<C extends SheetColumns>(step: Step, recipe: ImportRecipe<C>, id: number) {
  const rows = await step(async (tx) => {
    const found = await sql<Kept>`SELECT record_id, before FROM import_rows
      WHERE import_id = ${id} AND (before IS NULL OR after IS NULL OR after ?| ${[...recipe.ruled]})`.execute(
      tx,
    )
    return found.rows
  })
  for (const some of portions(rows)) {
    const rehearsal = step(async (tx) => {
      await putBack(tx, recipe, some)
      throw new Rehearsed()
    })
    await rehearsal.catch((error: unknown) => {
      if (!(error instanceof Rehearsed)) throw error
    })
  }
}
