import { type ImportResult, PREVIEW_ROWS } from '@kontor/contract/kit/imports'
import type { SheetColumns } from '@kontor/contract/kit/sheet'
import type { Kysely, Transaction } from 'kysely'
import { readTable, type Table } from './excel/table.ts'
import type { SignedIn } from './guard.ts'
import { applyPlan } from './import-apply.ts'
import { type Plan, type PlanRules, planImport, type StoredRecord, type Values } from './import-plan.ts'
import { importReply } from './import-reply.ts'
import { inSteps, type Place, portions } from './import-steps.ts'
import { importAlone, type ListName } from './list-lock.ts'
import type { Upload } from './multipart.ts'
import { queue } from './queue.ts'
import { Refusal } from './refusal.ts'
import type { Schema } from './schema.ts'
import { readWorkbook } from './sheets/read.ts'

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
  /** Fields that the rules between records look at. */
  ruled: readonly string[]
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

/** What an import would do; nothing is written. Throws SheetError when the file is no table of this kind. */
export async function previewImport<C extends SheetColumns>(
  db: Kysely<Schema>,
  recipe: ImportRecipe<C>,
  upload: Upload,
) {
  const table = await inTurn(() => readSheet(recipe, upload))
  await recipe.begin?.(db, false)
  const stored = await storedOf(recipe, table, (keys) => recipe.load(db, keys, false))
  const plan = await planImport(table, stored, recipe.rules)
  return importReply('import.preview', table, plan, recipe.shown)
}

/**
 * Imports all of a sheet or nothing. Refuses with 429 while another import of the list runs, and with 422 when a cell is
 * wrong: `errors` then holds the reasons by cell.
 */
export function runImport<C extends SheetColumns>(
  place: Place,
  recipe: ImportRecipe<C>,
  upload: Upload,
  user: SignedIn,
): Promise<ImportResult> {
  return importAlone(recipe.list, { action: 'import', user: user.name }, async (progress) => {
    const table = await inTurn(() => readSheet(recipe, upload))
    return inSteps(place, recipe, async (step) => {
      await step(async (tx) => recipe.begin?.(tx, true))
      const load = (keys: string[]) => step((tx) => recipe.load(tx, keys, true))
      const plan = await planImport(table, await storedOf(recipe, table, load), recipe.rules)
      refuseProblems(plan)
      if (plan.create.length + plan.update.length > 0)
        await applyPlan(step, recipe, plan, { upload, user, progress }) // else the one before stays the last
      return importReply('import.done', table, plan, recipe.shown)
    })
  })
}

async function readSheet<C extends SheetColumns>(recipe: ImportRecipe<C>, upload: Upload) {
  return readTable(await readWorkbook(upload.bytes, { fileName: upload.name }), recipe.sheet)
}

// Reading is what costs memory: one workbook at a time in a process. Those that wait hold their files meanwhile.
const readingPlace = queue({ atOnce: 1, waiting: 8, patience: 25_000 })
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const leave = await readingPlace()
  try {
    return await work()
  } finally {
    leave()
  }
}

/** The records that the sheet names, a portion at a time: one answer with all of them would hold up everybody. */
async function storedOf<C extends SheetColumns>(
  { rules }: ImportRecipe<C>,
  table: Table<C>,
  load: (keys: string[]) => Promise<Map<string, StoredRecord>>,
) {
  const keys = table.rows.flatMap(({ cells }) => cells[rules.key]?.value?.toString() ?? [])
  const stored = new Map<string, StoredRecord>()
  for (const some of portions(keys, 1000)) {
    for (const [key, record] of await load(some)) stored.set(key, record)
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
