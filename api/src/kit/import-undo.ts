import type { ImportStatus } from '@kontor/contract/kit/imports'
import type { SheetColumns } from '@kontor/contract/kit/sheet'
import { type Kysely, sql, type Transaction } from 'kysely'
import { isDatabaseError } from './database-errors.ts'
import { keepImport, withoutHistory } from './history.ts'
import type { Values } from './import-plan.ts'
import { type ImportRecipe, portions } from './importing.ts'
import { importProgress, type ListName, lockForImport } from './list-lock.ts'
import { Refusal } from './refusal.ts'
import type { Schema } from './schema.ts'
import { inTransaction } from './transaction.ts'
import './import-table.ts'

const FOREIGN_KEY = '23503'

/** Where the imports of a list stand. */
export async function importStatus(db: Kysely<Schema>, list: ListName): Promise<ImportStatus> {
  const last = await lastImport(db, list)
  const running = importProgress(list)
  return {
    running: running ? { ...running } : null,
    last: last
      ? { ...last, undoable: last.undone_at === null && (await isUntouched(db, list, last.id)) }
      : null,
  }
}

const lastImport = (db: Kysely<Schema>, list: ListName) =>
  db
    .selectFrom('imports')
    .innerJoin('users', 'users.id', 'imports.user_id')
    .select([
      'imports.id',
      'file_name',
      'users.name as user',
      'imports.created_at',
      'created',
      'updated',
      'undone_at',
    ])
    .where('kind', '=', list)
    .orderBy('imports.id', 'desc')
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
 * Takes the last import of a list back: old values again, created records gone. Refuses with 422 when it is not the last
 * or was taken back already, with 409 when something else has changed its rows since, or uses
 * one that would go.
 */
export function undoImport<C extends SheetColumns>(db: Kysely<Schema>, recipe: ImportRecipe<C>, id: number) {
  return inTransaction(db, async (tx) => {
    await lockForImport(tx, recipe.list)
    const last = await lastImport(tx, recipe.list)
    if (last?.id !== id || last.undone_at !== null) throw new Refusal('import.nothing_to_undo')
    if (!(await isUntouched(tx, recipe.list, id))) throw new Refusal('import.changed_since')
    await keepImport(tx, 'undo', { kind: recipe.list, ...last })
    await withoutHistory(tx)
    await restore(tx, recipe, id).catch((error: unknown) => {
      const isUsed = isDatabaseError(error) && error.code === FOREIGN_KEY
      throw isUsed ? new Refusal('import.changed_since') : error
    })
    await tx.updateTable('imports').set({ undone_at: sql<string>`now()` }).where('id', '=', id).execute()
    return { created: last.created, updated: last.updated }
  })
}

async function restore<C extends SheetColumns>(tx: Transaction<Schema>, recipe: ImportRecipe<C>, id: number) {
  const rows = await tx
    .selectFrom('import_rows')
    .select(['record_id', 'before'])
    .where('import_id', '=', id)
    .execute()
  const changed = rows.flatMap(({ record_id, before }) =>
    before ? [{ id: record_id, values: before as Values }] : [],
  )
  for (const portion of portions(changed)) await recipe.update(tx, portion)
  const created = rows.flatMap(({ record_id, before }) => (before ? [] : [record_id]))
  for (const portion of portions(created)) await recipe.remove(tx, portion)
}
