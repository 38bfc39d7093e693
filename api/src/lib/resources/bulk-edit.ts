// Bulk edits and their undo.

import type { ListRequest } from '@kontor/contract/lib/lists/list'
import {
  BULK_ROWS,
  BULK_SHOWN,
  type BulkChange,
  type BulkPlan,
  type BulkResult,
} from '@kontor/contract/lib/resources/bulk'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { CurrentUser } from '../auth/guard.ts'
import type { Schema } from '../database/schema.ts'
import { duringUndo, withoutHistory } from '../database/triggers.ts'
import { HttpError, invalidField } from '../http/http-error.ts'
import { type IdempotentCall, withIdempotencyKey } from '../http/idempotency.ts'
import { carryVersionsBack, updatedAtById } from '../imports/apply/import-rows.ts'
import type { ListName } from '../imports/importable-lists.ts'
import { requireUnlocked } from '../imports/lock.ts'
import { filtered } from '../lists/conditions.ts'
import type { ListSource } from '../lists/source.ts'
import type { BulkSet, Publish } from './bulk-fields.ts'
import { lockRows, lockUndoableBulk, saveBulkEdit } from './bulk-history.ts'

/** The bulk edits that a list supports. */
export interface BulkDefinition<Row, C extends string> {
  list: ListName
  source: ListSource<Row, C>
  sets: Readonly<Record<string, BulkSet>>
}

/** Selects records by id, or all that match the filters. */
interface Which {
  ids?: readonly number[] | undefined
  filters?: ListRequest['filters'] | undefined
}

/** Plans a bulk edit without writing. */
export async function planBulk<Row, C extends string>(
  db: Kysely<Schema>,
  bulkDefinition: BulkDefinition<Row, C>,
  change: BulkChange,
  which: Which,
): Promise<BulkPlan> {
  await requireSet(bulkDefinition.sets, change).check?.(db, change)
  const ids = which.ids ?? (await idsOf(db, bulkDefinition.source, which.filters))
  if (ids.length > BULK_ROWS) throw invalidField('ids', 'validation.bulk_rows')
  const { rows } = await planned(bulkDefinition, change, [...ids]).execute(db)
  const wrong = rows.filter(({ reason }) => reason !== null)
  const changed = rows.filter(({ reason, before, after }) => reason === null && before !== after)
  const problems = [...missingRecords(ids, rows), ...wrong.map(namedRow)]
  return {
    total: rows.length - wrong.length + problems.length,
    changed: changed.length,
    same: rows.length - changed.length - wrong.length,
    wrong: problems.length,
    rows: changed.slice(0, BULK_SHOWN).map(({ id, name, before, after }) => ({ id, name, before, after })),
    problems: problems.slice(0, BULK_SHOWN),
    ids: changed.map(({ id }) => id),
    versions: changed.map(({ version }) => version),
  }
}

async function idsOf<Row, C extends string>(
  db: Kysely<Schema>,
  source: ListSource<Row, C>,
  filters: ListRequest['filters'],
) {
  const query = filtered(db, source, { filters }).clearSelect().select(source.id.as('id'))
  const rows = (await query.limit(BULK_ROWS + 1).execute()) as { id: number }[] // as selected
  return rows.map(({ id }) => id)
}

interface Planned {
  id: number
  version: number
  name: string
  before: string | null
  after: string | null
  /** Message key of the reason why the record cannot be changed; null where it can. */
  reason: string | null
}

/** SQL: the records with the old value, the new value, and the reason why it is rejected. */
function planned<Row, C extends string>(
  { list, sets }: BulkDefinition<Row, C>,
  change: BulkChange,
  ids: number[],
) {
  const set = requireSet(sets, change)
  return sql<Planned>`
    SELECT id, version, name, before, after, ${set.wrong(change)} AS reason FROM (
      SELECT record.*, ${set.before} AS before, ${set.after(change)} AS after
      FROM ${sql.table(list)} AS record WHERE record.id = ANY(${ids}::int[])) AS record
    ORDER BY id`
}

function requireSet(sets: Readonly<Record<string, BulkSet>>, { field }: Pick<BulkChange, 'field'>) {
  const set = sets[field]
  if (!set) throw new HttpError('error.not_found')
  return set
}

/** The list that is edited, and the caller. */
interface Editing<Row, C extends string> {
  db: Kysely<Schema>
  bulkDefinition: BulkDefinition<Row, C>
  user: CurrentUser
}

/**
 * Changes the records that are unchanged since they were read, in one transaction, and returns the others as failed.
 * Records are locked in the order of their ids, so that simultaneous bulk edits do not deadlock.
 */
export const applyBulk = <Row, C extends string>(
  { db, bulkDefinition, user }: Editing<Row, C>,
  { change, ids, versions }: { change: BulkChange; ids: readonly number[]; versions: readonly number[] },
  idempotency: IdempotentCall | undefined,
): Promise<BulkResult> =>
  withIdempotencyKey(db, idempotency, async (tx) => {
    await requireUnlocked(tx, bulkDefinition.list)
    await requireSet(bulkDefinition.sets, change).lock?.(tx)
    await lockRows(tx, bulkDefinition.list, ids)
    const read = new Map(ids.map((id, index) => [id, versions[index]]))
    const { rows } = await planned(bulkDefinition, change, [...read.keys()]).execute(tx)
    const isChangedMeanwhile = ({ id, version }: Planned) => read.get(id) !== version
    const changedMeanwhile = rows.filter(isChangedMeanwhile)
    const wrong = rows.filter((row) => !isChangedMeanwhile(row) && row.reason !== null)
    const changed = rows.filter((row) => !isChangedMeanwhile(row) && !row.reason && row.before !== row.after)
    const { id, publish } = await write(tx, { bulkDefinition, user }, change, changed)
    await publish?.()
    return {
      id,
      changed: changed.length,
      not_done: [
        ...missingRecords(ids, rows),
        ...changedMeanwhile.map((row) => namedRow({ ...row, reason: 'validation.bulk_overtaken' })),
        ...wrong.map(namedRow),
      ],
    }
  })

/** Undoes a bulk edit for the records that are unchanged since; returns the others as failed. */
export const undoBulk = <Row, C extends string>(
  { db, bulkDefinition, user }: Editing<Row, C>,
  id: number,
  requireUndo: (change: BulkChange) => void,
  idempotency: IdempotentCall | undefined,
): Promise<BulkResult> =>
  withIdempotencyKey(db, idempotency, async (tx) => {
    await requireUnlocked(tx, bulkDefinition.list)
    const change = await lockUndoableBulk(tx, bulkDefinition.list, id)
    requireUndo(change)
    const { key, lock } = requireSet(bulkDefinition.sets, change)
    await lock?.(tx)
    const edited = await sql<{
      record_id: number
    }>`SELECT record_id FROM import_rows WHERE import_id = ${id}`.execute(tx)
    await lockRows(
      tx,
      bulkDefinition.list,
      edited.rows.map(({ record_id }) => record_id),
    )
    const { rows } = await sql<Planned & { is_same: boolean }>`
      SELECT record_id AS id, record.version, import_rows.before ->> 'name' AS name, after ->> ${key} AS before, before ->> ${key} AS after,
        CASE WHEN record.id IS NULL THEN 'error.not_found' ELSE 'validation.bulk_overtaken' END AS reason,
        record.version IS NOT DISTINCT FROM import_rows.version AS is_same
      FROM import_rows LEFT JOIN ${sql.table(bulkDefinition.list)} AS record ON record.id = record_id
      WHERE import_id = ${id} ORDER BY record_id`.execute(tx)
    const back = rows.filter(({ is_same }) => is_same)
    const undone = await write(tx, { bulkDefinition, user }, change, back, id)
    await carryVersionsBack(
      tx,
      bulkDefinition.list,
      id,
      back.map((row) => row.id),
    )
    // An undo that reverts no record leaves the edit undoable, because later changes may be undone first.
    if (back.length > 0)
      await tx.updateTable('imports').set({ undone_at: sql`now()` }).where('id', '=', id).execute()
    await undone.publish?.()
    const left = rows.filter(({ is_same }) => !is_same)
    return {
      id: undone.id,
      changed: back.length,
      not_done: left.map(namedRow),
    }
  })

/** The ids that no longer exist, as failed records without further data. */
function missingRecords(ids: readonly number[], rows: readonly Planned[]) {
  const found = new Set(rows.map(({ id }) => id))
  const missing = [...new Set(ids)].filter((id) => !found.has(id))
  return missing.map((id) => ({ id, name: `#${id}`, reason: 'error.not_found' }))
}

const namedRow = ({ id, name, reason }: Planned) => ({ id, name, reason: reason ?? '' })

/**
 * Writes the new values and records old and new ones in one history entry; `undoneId` is the bulk edit that is undone.
 * Returns the entry's id, and what to call last in the transaction.
 */
async function write<Row, C extends string>(
  tx: Transaction<Schema>,
  { bulkDefinition, user }: Pick<Editing<Row, C>, 'bulkDefinition' | 'user'>,
  change: BulkChange,
  rows: readonly Planned[],
  undoneId?: number,
): Promise<{ id: number | null; publish?: Publish | undefined }> {
  if (rows.length === 0) return { id: null }
  const { list, sets } = bulkDefinition
  const set = requireSet(sets, change)
  const action = undoneId === undefined ? 'bulk' : 'bulk_undo'
  const updatedAt = await updatedAtById(tx, list, rows)
  await (undoneId === undefined ? withoutHistory(tx) : duringUndo(tx, list, undoneId))
  const changesJson = JSON.stringify(rows.map(({ id, after }) => ({ id, after })))
  const written = await sql<{ id: number; version: number }>`
    UPDATE ${sql.table(list)} AS record SET ${set.write}
    FROM jsonb_to_recordset(${changesJson}::jsonb) AS given(id int, after text) WHERE record.id = given.id
    RETURNING record.id, record.version`.execute(tx)
  const publish = await set.link?.(tx, { values: changesJson, rows, isUndo: action === 'bulk_undo' })
  const versions = new Map(written.rows.map((row) => [row.id, row]))
  const id = await saveBulkEdit(
    tx,
    { list, user, change, action, set },
    rows.map((row) => ({ ...row, ...versions.get(row.id), updated_at: updatedAt.get(row.id) })),
  )
  return { id, publish }
}
