import { type ImportResult, PREVIEW_ROWS } from '@kontor/contract/kit/imports'
import type { SheetColumns } from '@kontor/contract/kit/sheet'
import { type Kysely, sql, type Transaction } from 'kysely'
import { readTable, type Table } from './excel/table.ts'
import type { SignedIn } from './guard.ts'
import { keepImport, withoutHistory } from './history.ts'
import { type Plan, type PlanRules, planImport, type StoredRecord, type Values } from './import-plan.ts'
import { importReply } from './import-reply.ts'
import { importAlone, type ListName, lockForImport, type Progress } from './list-lock.ts'
import type { Upload } from './multipart.ts'
import { Refusal } from './refusal.ts'
import type { Schema } from './schema.ts'
import { readWorkbook } from './sheets/read.ts'
import { inTransaction } from './transaction.ts'
import './import-table.ts'

/** A record as an import left it. */
export interface Written {
  id: number
  version: number
}

/** How records of a list are imported; the room writes its own SQL, in portions that come to it. */
export interface ImportRecipe<C extends SheetColumns> {
  list: ListName
  sheet: C
  rules: PlanRules
  /**
   * Called before anything else, in the transaction of an import again for each of its tries: looks up what cells refer
   * to, to stay as it is until the end when `lock` is true, and forgets what an earlier try has left.
   */
  begin?(db: Kysely<Schema>, lock: boolean): Promise<void>
  /** A record's values as a preview shows them, when they are not kept as they stand in the sheet. */
  shown?(values: Values): Values
  /** The records that have these keys, by key; locked when `lock` is true. */
  load(db: Kysely<Schema>, keys: string[], lock: boolean): Promise<Map<string, StoredRecord>>
  insert(tx: Transaction<Schema>, rows: Values[]): Promise<(Written & { key: string })[]>
  update(tx: Transaction<Schema>, rows: { id: number; values: Values }[]): Promise<Written[]>
  remove(tx: Transaction<Schema>, ids: number[]): Promise<void>
}

/** Rows written by one statement: few enough that other work gets its turn between two of them. */
const PORTION = 500

/** What an import would do; nothing is written. Throws SheetError when the file is no table of this kind. */
export async function previewImport<C extends SheetColumns>(
  db: Kysely<Schema>,
  recipe: ImportRecipe<C>,
  upload: Upload,
) {
  const table = await inTurn(() => readSheet(recipe, upload))
  await recipe.begin?.(db, false)
  const plan = await planImport(table, await storedOf(db, recipe, table, false), recipe.rules)
  return importReply('import.preview', table, plan, recipe.shown)
}

/**
 * Imports all of a sheet or nothing. Refuses with 429 while another import of the list runs, and with 422 when a cell is
 * wrong: `errors` then holds the reasons by cell.
 */
export function runImport<C extends SheetColumns>(
  db: Kysely<Schema>,
  recipe: ImportRecipe<C>,
  upload: Upload,
  user: SignedIn,
): Promise<ImportResult> {
  return importAlone(recipe.list, user.name, async (progress) => {
    const table = await inTurn(() => readSheet(recipe, upload))
    return inTransaction(db, async (tx) => {
      await lockForImport(tx, recipe.list)
      await recipe.begin?.(tx, true)
      const plan = await planImport(table, await storedOf(tx, recipe, table, true), recipe.rules)
      refuseProblems(plan)
      if (plan.create.length + plan.update.length > 0)
        await apply(tx, recipe, plan, { upload, user, progress }) // else the one before stays the last
      return importReply('import.done', table, plan, recipe.shown)
    })
  })
}

async function readSheet<C extends SheetColumns>(recipe: ImportRecipe<C>, upload: Upload) {
  return readTable(await readWorkbook(upload.bytes, { fileName: upload.name }), recipe.sheet)
}

// Reading is what costs memory: one workbook at a time in a process, the others wait.
let reading: Promise<unknown> = Promise.resolve()
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = reading.then(work)
  reading = turn.catch(() => undefined)
  return turn
}

/** The records that the sheet names, a portion at a time: one answer with all of them would hold up everybody. */
async function storedOf<C extends SheetColumns>(
  db: Kysely<Schema>,
  recipe: ImportRecipe<C>,
  table: Table<C>,
  lock: boolean,
) {
  const keys = table.rows.flatMap(({ cells }) => cells[recipe.rules.key]?.value?.toString() ?? [])
  const stored = new Map<string, StoredRecord>()
  for (const some of portions(keys, 2000)) {
    for (const [key, record] of await recipe.load(db, some, lock)) stored.set(key, record)
  }
  return stored
}

function refuseProblems({ problems }: Plan) {
  if (problems.length === 0) return
  const cells = problems
    .slice(0, PREVIEW_ROWS)
    .map(({ column, row, reason }) => [`${column}${row}`, [reason]])
  throw new Refusal('import.rejected', {
    errors: Object.fromEntries(cells),
    params: { count: problems.length },
  })
}

async function apply<C extends SheetColumns>(
  tx: Transaction<Schema>,
  recipe: ImportRecipe<C>,
  plan: Plan,
  { upload, user, progress }: { upload: Upload; user: SignedIn; progress: Progress },
) {
  const { create, update } = plan
  Object.assign(progress, { done: 0, total: create.length + update.length })
  const facts = {
    kind: recipe.list,
    file_name: upload.name,
    created: create.length,
    updated: update.length,
  }
  const imported = tx.insertInto('imports').values({ ...facts, user_id: user.id })
  const { id } = await imported.returning('id').executeTakeFirstOrThrow()
  await keepImport(tx, 'import', { id, ...facts })
  await withoutHistory(tx) // the import's rows are kept below
  for (const rows of portions(create)) {
    const after = new Map(rows.map(({ values }) => [String(values[recipe.rules.key]), values]))
    const written = await recipe.insert(tx, [...after.values()])
    await keepRows(
      tx,
      id,
      written.map(({ key, ...row }) => ({ ...row, before: null, after: after.get(key) })),
    )
    progress.done += rows.length
  }
  for (const rows of portions(update)) {
    const planned = new Map(rows.map((row) => [row.id, row]))
    const written = await recipe.update(tx, rows)
    await keepRows(
      tx,
      id,
      written.map((row) => ({ ...row, ...changeOf(planned.get(row.id)) })),
    )
    progress.done += rows.length
  }
}

/** What stood before, whole, and what was written over it. */
function changeOf(row: Plan['update'][number] | undefined) {
  const { before = {}, values = {} } = row ?? {}
  return {
    before,
    after: Object.fromEntries(Object.entries(values).filter(([field, value]) => before[field] !== value)),
  }
}

/** Each import keeps what stood before and what it wrote, in as many statements as it has portions. */
async function keepRows(
  tx: Transaction<Schema>,
  importId: number,
  rows: (Written & { before: Values | null; after: Values | undefined })[],
) {
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    AS r(id int, version int, before jsonb, after jsonb)`
  await sql`INSERT INTO import_rows (import_id, record_id, before, after, version)
    SELECT ${importId}, id, before, after, version FROM ${given}`.execute(tx)
}

export function* portions<T>(rows: readonly T[], size = PORTION): Generator<T[]> {
  for (let from = 0; from < rows.length; from += size) yield rows.slice(from, from + size)
}
