// bulk: one change of many records, and taking it back. Also entered at kept.ts (the last one), sets.ts (what becomes of
// which value).
import {
  BULK_ROWS,
  BULK_SHOWN,
  type BulkChange,
  type BulkPlan,
  type BulkResult,
} from '@kontor/contract/kit/bulk/bulk'
import type { ListRequest } from '@kontor/contract/kit/list/list'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { SignedIn } from '../auth/guard.ts'
import type { Schema } from '../db/schema.ts'
import { takingBack, withoutHistory } from '../db/triggers.ts'
import { type ListName, requireUnlocked } from '../imports/lock.ts'
import { changedAt, followVersions } from '../imports/table.ts'
import { filtered } from '../list/conditions.ts'
import type { ListSource } from '../list/source.ts'
import { type Attempt, once } from '../serve/idempotency.ts'
import { invalidField, Refusal } from '../serve/refusal.ts'
import { keepBulk, lastBulk, lockRows } from './kept.ts'
import type { BulkSet } from './sets.ts'

/** What of a list can be changed in many records at once. */
interface BulkRecipe<Row, C extends string> {
  list: ListName
  source: ListSource<Row, C>
  sets: Readonly<Record<string, BulkSet>>
}

/** Which records: these, or all that the filters find. */
interface Which {
  ids?: readonly number[] | undefined
  filters?: ListRequest['filters'] | undefined
}

/** What a change would do. Changes nothing. */
export async function planBulk<Row, C extends string>(
  db: Kysely<Schema>,
  recipe: BulkRecipe<Row, C>,
  change: BulkChange,
  which: Which,
): Promise<BulkPlan> {
  await setOf(recipe.sets, change).check?.(db, change)
  const ids = which.ids ?? (await idsOf(db, recipe.source, which.filters))
  if (ids.length > BULK_ROWS) throw invalidField('ids', 'validation.bulk_rows')
  const { rows } = await planned(recipe, change, [...ids]).execute(db)
  const wrong = rows.filter(({ reason }) => reason !== null)
  const changed = rows.filter(({ reason, before, after }) => reason === null && before !== after)
  const problems = [...goneOf(ids, rows), ...wrong.map(namedRow)]
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
  const rows = (await query.limit(BULK_ROWS + 1).execute()) as { id: number }[] // of any list, as selected
  return rows.map(({ id }) => id)
}

interface Planned {
  id: number
  version: number
  name: string
  before: string | null
  after: string | null
  /** The key of the message why it cannot be; null where it can. */
  reason: string | null
}

/** SQL: the records with what stands there, what would, and why it cannot. */
function planned<Row, C extends string>(
  { list, sets }: BulkRecipe<Row, C>,
  change: BulkChange,
  ids: number[],
) {
  const set = setOf(sets, change)
  return sql<Planned>`
    SELECT id, version, name, before, after, ${set.wrong(change)} AS reason FROM (
      SELECT record.*, ${set.before} AS before, ${set.after(change)} AS after
      FROM ${sql.table(list)} AS record WHERE record.id = ANY(${ids}::int[])) AS record
    ORDER BY id`
}

function setOf(sets: Readonly<Record<string, BulkSet>>, { field }: Pick<BulkChange, 'field'>) {
  const set = sets[field]
  if (!set) throw new Refusal('error.not_found')
  return set
}

/**
 * Changes the records that are still as they were read, all in one transaction, and names the others. They are locked in
 * the order of their ids, so that of two such changes one waits for the other.
 */
export const applyBulk = <Row, C extends string>(
  db: Kysely<Schema>,
  recipe: BulkRecipe<Row, C>,
  user: SignedIn,
  { change, ids, versions }: { change: BulkChange; ids: readonly number[]; versions: readonly number[] },
  attempt: Attempt | undefined,
): Promise<BulkResult> =>
  once(db, attempt, async (tx) => {
    await requireUnlocked(tx, recipe.list)
    await setOf(recipe.sets, change).hold?.(tx)
    await lockRows(tx, recipe.list, ids)
    const read = new Map(ids.map((id, index) => [id, versions[index]]))
    const { rows } = await planned(recipe, change, [...read.keys()]).execute(tx)
    const isOvertaken = ({ id, version }: Planned) => read.get(id) !== version
    const overtaken = rows.filter(isOvertaken)
    const wrong = rows.filter((row) => !isOvertaken(row) && row.reason !== null)
    const changed = rows.filter((row) => !isOvertaken(row) && !row.reason && row.before !== row.after)
    const id = await write(tx, recipe, user, change, changed)
    return {
      id,
      changed: changed.length,
      not_done: [
        ...goneOf(ids, rows),
        ...overtaken.map((row) => namedRow({ ...row, reason: 'validation.bulk_overtaken' })),
        ...wrong.map(namedRow),
      ],
    }
  })

/** Takes a change back where the record is still as the change left it; the others are named. */
export const undoBulk = <Row, C extends string>(
  db: Kysely<Schema>,
  recipe: BulkRecipe<Row, C>,
  user: SignedIn,
  id: number,
  mayTake: (change: BulkChange) => void,
  attempt: Attempt | undefined,
): Promise<BulkResult> =>
  once(db, attempt, async (tx) => {
    await requireUnlocked(tx, recipe.list)
    const change = await lastBulk(tx, recipe.list, id)
    mayTake(change)
    const { key, hold } = setOf(recipe.sets, change)
    await hold?.(tx)
    const kept = await sql<{
      record_id: number
    }>`SELECT record_id FROM import_rows WHERE import_id = ${id}`.execute(tx)
    await lockRows(
      tx,
      recipe.list,
      kept.rows.map(({ record_id }) => record_id),
    )
    const { rows } = await sql<Planned & { is_same: boolean }>`
      SELECT record_id AS id, record.version, import_rows.before ->> 'name' AS name, after ->> ${key} AS before, before ->> ${key} AS after,
        CASE WHEN record.id IS NULL THEN 'error.not_found' ELSE 'validation.bulk_overtaken' END AS reason,
        record.version IS NOT DISTINCT FROM import_rows.version AS is_same
      FROM import_rows LEFT JOIN ${sql.table(recipe.list)} AS record ON record.id = record_id
      WHERE import_id = ${id} ORDER BY record_id`.execute(tx)
    const back = rows.filter(({ is_same }) => is_same)
    const undone = await write(tx, recipe, user, change, back, id)
    await followVersions(
      tx,
      recipe.list,
      id,
      back.map((row) => row.id),
    )
    // What takes nothing back is still there to be taken back, when what stands over it has been.
    if (back.length > 0)
      await tx.updateTable('imports').set({ undone_at: sql`now()` }).where('id', '=', id).execute()
    const left = rows.filter(({ is_same }) => !is_same)
    return {
      id: undone,
      changed: back.length,
      not_done: left.map(namedRow),
    }
  })

/** Which of these there are no more, as ones that are not done: nothing but their number is known of them. */
function goneOf(ids: readonly number[], rows: readonly Planned[]) {
  const there = new Set(rows.map(({ id }) => id))
  const gone = [...new Set(ids)].filter((id) => !there.has(id))
  return gone.map((id) => ({ id, name: `#${id}`, reason: 'error.not_found' }))
}

const namedRow = ({ id, name, reason }: Planned) => ({ id, name, reason: reason ?? '' })

/** Writes the new values and keeps both, which make one entry of the history; `takenBack` is the change that is undone. */
async function write<Row, C extends string>(
  tx: Transaction<Schema>,
  { list, sets }: BulkRecipe<Row, C>,
  user: SignedIn,
  change: BulkChange,
  rows: readonly Planned[],
  takenBack?: number,
) {
  if (rows.length === 0) return null
  const set = setOf(sets, change)
  const action = takenBack === undefined ? 'bulk' : 'bulk_undo'
  const moments = await changedAt(tx, list, rows)
  await (takenBack === undefined ? withoutHistory(tx) : takingBack(tx, list, takenBack))
  const given = JSON.stringify(rows.map(({ id, after }) => ({ id, after })))
  const written = await sql<{ id: number; version: number }>`
    UPDATE ${sql.table(list)} AS record SET ${set.write}
    FROM jsonb_to_recordset(${given}::jsonb) AS given(id int, after text) WHERE record.id = given.id
    RETURNING record.id, record.version`.execute(tx)
  await set.link?.(tx, { given, rows, isBack: action === 'bulk_undo' })
  const versions = new Map(written.rows.map((row) => [row.id, row]))
  return keepBulk(
    tx,
    { list, user, change, action, set },
    rows.map((row) => ({ ...row, ...versions.get(row.id), updated_at: moments.get(row.id) })),
  )
}
