import type { SheetColumns } from '@kontor/contract/lib/imports/columns'
import { sql, type Transaction } from 'kysely'
import { PORTION } from '../../database/batch-size.ts'
import type { Schema } from '../../database/schema.ts'
import { tryInSavepoint } from '../../database/transaction.ts'
import { duringUndo, withHistory } from '../../database/triggers.ts'
import type { ImportDefinition } from '../import-definition.ts'
import type { ListName, Progress } from '../lock.ts'
import type { RowValues } from '../plan/plan-rules.ts'
import { carryVersionsBack, excludeRows } from './import-rows.ts'

/** A record's values before an import; null when the import added it. */
interface ImportedRow {
  record_id: number
  before: RowValues | null
}

/** A record that could not be reverted, with the database's error. */
export interface RevertFailure extends ImportedRow {
  error: unknown
}

/**
 * Restores the old values of an import's rows and deletes the records it added, except records that were changed since.
 * Returns the failures, see `revertOrDeactivate`. Earlier changes of the other records can then be undone as well.
 */
export async function revert<C extends SheetColumns>(
  tx: Transaction<Schema>,
  importDefinition: ImportDefinition<C>,
  id: number,
  progress: Pick<Progress, 'done'>,
) {
  progress.done = 0 // resets the count of an earlier run of the transaction
  const failed: RevertFailure[] = []
  for (let last: number | undefined = 0; last !== undefined; ) {
    const rows: ImportedRow[] = await rowsAsImported(tx, importDefinition.list, id, last)
    const failures = await revertOrDeactivate(tx, importDefinition, id, rows)
    await settleReverted(tx, importDefinition.list, id, rows, failures)
    progress.done += rows.length
    failed.push(...failures)
    last = rows.at(-1)?.record_id
  }
  return failed
}

async function settleReverted(
  tx: Transaction<Schema>,
  list: ListName,
  id: number,
  rows: readonly ImportedRow[],
  failures: readonly ImportedRow[],
) {
  const stay = new Set(failures.map(({ record_id }) => record_id))
  const back = rows.filter(({ record_id, before }) => before !== null && !stay.has(record_id))
  if (stay.size > 0) await excludeRows(tx, id, [...stay])
  if (back.length > 0)
    await carryVersionsBack(
      tx,
      list,
      id,
      back.map(({ record_id }) => record_id),
    )
}

/**
 * Reverts the rows that the database allows and returns the rest. Added records of the rest are deactivated where no
 * rule forbids it, with a history entry of their own.
 */
async function revertOrDeactivate<C extends SheetColumns>(
  tx: Transaction<Schema>,
  importDefinition: ImportDefinition<C>,
  id: number,
  rows: readonly ImportedRow[],
): Promise<RevertFailure[]> {
  const failed = await revertRows(tx, importDefinition, id, rows)
  if (failed.length === 0) return failed
  await withHistory(tx)
  for (const { record_id } of failed.filter(({ before }) => before === null)) {
    await tryInSavepoint(tx, () =>
      sql`UPDATE ${sql.table(importDefinition.list)} SET is_active = false WHERE id = ${record_id}`.execute(
        tx,
      ),
    )
  }
  return failed
}

/** Reverts all rows at once; where the database rejects that, each half, down to single rows. */
async function revertRows<C extends SheetColumns>(
  tx: Transaction<Schema>,
  importDefinition: ImportDefinition<C>,
  id: number,
  rows: readonly ImportedRow[],
): Promise<RevertFailure[]> {
  const [first] = rows
  if (!first) return []
  const error = await tryInSavepoint(tx, async () => {
    await duringUndo(tx, importDefinition.list, id)
    const changed = rows.flatMap(({ record_id, before }) => (before ? { id: record_id, values: before } : []))
    const added = rows.flatMap(({ record_id, before }) => (before ? [] : record_id))
    if (changed.length > 0) await importDefinition.update(tx, changed)
    if (added.length > 0) await importDefinition.remove(tx, added)
  })
  if (!error) return []
  if (rows.length === 1) return [{ ...first, error }]
  const half = rows.length >> 1
  return [
    ...(await revertRows(tx, importDefinition, id, rows.slice(0, half))),
    ...(await revertRows(tx, importDefinition, id, rows.slice(half))),
  ]
}

/** The next rows of an import that are unchanged since. The list is locked, so no other change can follow. */
async function rowsAsImported(tx: Transaction<Schema>, list: ListName, id: number, after: number) {
  const { rows } = await sql<ImportedRow>`
    SELECT record_id, before FROM import_rows
    JOIN ${sql.table(list)} AS record ON record.id = record_id AND record.version = import_rows.version
    WHERE import_id = ${id} AND record_id > ${after} ORDER BY record_id LIMIT ${PORTION}`.execute(tx)
  return rows
}
