import type { SheetColumns } from '@kontor/contract/lib/imports/columns'
import { sql, type Transaction } from 'kysely'
import type { CurrentUser } from '../../auth/guard.ts'
import { portions } from '../../database/batch-size.ts'
import type { Schema } from '../../database/schema.ts'
import { withoutHistory } from '../../database/triggers.ts'
import type { ImportDefinition, Written } from '../import-definition.ts'
import type { Progress } from '../lock.ts'
import type { Change, Plan } from '../plan/plan.ts'
import { changedIn, type RowValues, recordKey } from '../plan/plan-rules.ts'
import { saveImport, updatedAtById } from './import-rows.ts'

/**
 * Limit of rows per statement (each statement costs as much as some rows), minimum number of portions for the progress,
 * and minimum rows of a portion.
 */
const MAX_ROWS = 1000
const PORTIONS = 20
const LEAST = 20

/** Writes a plan in portions and stores the previous values for the undo. */
export async function applyPlan<C extends SheetColumns>(
  tx: Transaction<Schema>,
  importDefinition: ImportDefinition<C>,
  { create, update }: Plan,
  { name, user, progress }: { name: string; user: CurrentUser; progress: Progress },
) {
  progress.total = create.length + update.length
  progress.done = 0 // resets the count of an earlier run of the transaction
  const size = Math.min(MAX_ROWS, Math.max(LEAST, Math.ceil(progress.total / PORTIONS)))
  const facts = {
    kind: importDefinition.list,
    owner_id: importDefinition.owner ?? null,
    file_name: name,
    created: create.length,
    updated: update.length,
  }
  const { id } = await tx
    .insertInto('imports')
    .values({ ...facts, user_id: user.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await withoutHistory(tx) // the import is one history entry
  for (const rows of portions(create, size)) {
    const named = importDefinition.named ?? [importDefinition.rules.key]
    const after = new Map(rows.map(({ values }) => [recordKey(values, named), values]))
    const written = await importDefinition.insert(tx, [...after.values()])
    await saveRows(
      tx,
      id,
      written.map(({ key, ...row }) => ({ ...row, before: null, after: after.get(key) })),
    )
    progress.done += rows.length
  }
  for (const rows of portions(update, size)) {
    const planned = new Map(rows.map((row) => [row.id, row]))
    const updatedAt = await updatedAtById(tx, importDefinition.list, rows)
    const written = await importDefinition.update(tx, rows)
    await saveRows(
      tx,
      id,
      written.map((row) => ({
        ...row,
        ...changeOf(planned.get(row.id)),
        updated_at: updatedAt.get(row.id),
      })),
    )
    progress.done += rows.length
  }
  await saveImport(tx, 'import', { id, ...facts })
  await importDefinition.finish?.(tx)
}

type ChangedRow = Written & {
  before: RowValues | null
  after: RowValues | undefined
  updated_at?: string | undefined
}

/** Stores the values of each row before and after, for the history and the undo. */
const saveRows = (tx: Transaction<Schema>, importId: number, rows: ChangedRow[]) =>
  sql`INSERT INTO import_rows (import_id, record_id, before, after, version, updated_at)
    SELECT ${importId}, id, before, after, version, updated_at
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS r(id int, version int, before jsonb, after jsonb, updated_at timestamptz)`.execute(tx)

/** All previous values, and the new values that differ. */
function changeOf(row: Change | undefined) {
  const { before = {}, values = {} } = row ?? {}
  return { before, after: changedIn(values, before) }
}
