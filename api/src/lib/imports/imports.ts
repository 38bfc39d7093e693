// The rows of a file become changes of records: asked, shown, made and undone as one.

import { type ImportChoices, isOpen } from '@kontor/contract/lib/imports/ambiguities'
import type { SheetColumns } from '@kontor/contract/lib/imports/columns'
import { type ImportResult, PREVIEW_ROWS } from '@kontor/contract/lib/imports/imports'
import type { Kysely, RawBuilder, Transaction } from 'kysely'
import type { AppContext } from '../../context.ts'
import type { SignedIn } from '../auth/guard.ts'
import type { Schema } from '../database/schema.ts'
import { inTransaction } from '../database/transaction.ts'
import { HttpError } from '../http/http-error.ts'
import type { Upload } from '../http/multipart.ts'
import { queueOfCallers } from '../jobs/queue.ts'
import { headerCounter } from '../spreadsheets/header-mapping/header.ts'
import { readTable, type Table } from '../spreadsheets/header-mapping/table.ts'
import { readWorkbook } from '../spreadsheets/read-workbook.ts'
import { applyPlan } from './apply.ts'
import { dryRun } from './dry-run.ts'
import { importAlone, inLockedList, type ListName } from './lock.ts'
import { type Plan, planImport, type Stored } from './plan.ts'
import type { PlanRules, StoredRecord, Values } from './plan-rules.ts'
import type { ImportReferences } from './references.ts'
import { importReply } from './response.ts'
import { loadStored } from './stored-records.ts'
import './import-rows.ts'

/** Where imports are, and whose they are. */
export type Place = Pick<AppContext, 'db' | 'userName'>

/** A record as an import left it. */
export interface Written {
  id: number
  version: number
}

/** How records of a list are imported; the feature writes its own SQL, in portions that come to it. */
export interface ImportDefinition<C extends SheetColumns> {
  list: ListName
  /** The record whose lines are imported, where each has imports of its own: these are told and undone apart. */
  owner?: number
  sheet: C
  rules: PlanRules
  /** SQL over `record`, a row of the list: what it is called, where that is not its name. */
  called?: RawBuilder<unknown>
  /**
   * Called before anything else, in the transaction of an import again for each of its tries: looks up what cells refer
   * to, to stay as it is until the end when `lock` is true, and forgets what an earlier try has left.
   */
  begin?(db: Kysely<Schema>, lock: boolean): Promise<void>
  /** A record's values as a preview shows them, when they are not kept as they stand in the sheet. */
  shown?(values: Values): Values
  /** The records that have these keys, by key; locked when `lock` is true. */
  load?(db: Kysely<Schema>, keys: string[], lock: boolean): Promise<Map<string, StoredRecord>>
  /** The same where a record is told by more than one cell: what every row names. */
  match?(db: Kysely<Schema>, table: Table<C>, lock: boolean): Promise<Stored>
  /** What fields refer to, read with the rows where records are found by `load`. */
  references?: ImportReferences
  /** The fields whose values tell records that are added from each other; `rules.key` alone when absent. */
  named?: readonly string[]
  /** Whether only the database can say if a change keeps the rules: it is tried before anything is promised. */
  isRisky?(values: Values, before?: Values): boolean
  insert(tx: Transaction<Schema>, rows: Values[]): Promise<(Written & { key: string })[]>
  update(tx: Transaction<Schema>, rows: { id: number; values: Values }[]): Promise<Written[]>
  remove(tx: Transaction<Schema>, ids: number[]): Promise<void>
  /** Called last in the transaction that ends an import, or the undoing of one. */
  finish?(tx: Transaction<Schema>): Promise<unknown>
}

/** What an import would do; nothing is written. Throws SheetError when the file is no table of this kind. */
export const previewImport = async <C extends SheetColumns>(...of: Previewed<C>) =>
  (await readImport(...of)).preview

type Previewed<C extends SheetColumns> = [
  db: Kysely<Schema>,
  importDefinition: ImportDefinition<C>,
  upload: Upload,
  choices?: ImportChoices,
]

/** The same with all of the rows that it would write. */
export async function readImport<C extends SheetColumns>(
  ...[db, importDefinition, upload, choices]: Previewed<C>
) {
  const table = await inTurn(() => readSheet(importDefinition, upload, choices))
  await importDefinition.begin?.(db, false)
  const stored = await loadStored(db, importDefinition, table, false)
  const planned = await planImport(table, stored, importDefinition.rules, choices)
  const plan = await dryRun(planned, importDefinition, table, (work) => inTransaction(db, work))
  return { preview: importReply('import.preview', table, plan, importDefinition.shown), plan }
}

/**
 * Imports all of a sheet or nothing. Refuses with 429 while another import of the list runs, and with 422 when a cell is
 * wrong, whose reasons `errors` then holds by cell, or a question of the file is open.
 */
export function runImport<C extends SheetColumns>(
  place: Place,
  importDefinition: ImportDefinition<C>,
  upload: Upload,
  user: SignedIn,
  choices?: ImportChoices,
): Promise<ImportResult> {
  const read = () => inTurn(() => readSheet(importDefinition, upload, choices))
  return importTable(place, importDefinition, { name: upload.name, read, choices }, user, (table, plan) =>
    importReply('import.done', table, plan, importDefinition.shown),
  )
}

/** What an import reads its rows from. */
interface Source<C extends SheetColumns> {
  /** What it is called in the history. */
  name: string
  read(): Promise<Table<C>>
  choices?: ImportChoices | undefined
  /** How a wrong cell is named in the answer; else as Excel does, `D7`. */
  cellName?(problem: Plan['problems'][number]): string
}

/** The same with the rows of any source; answers what `reply` makes of them and of what was done. */
export const importTable = <C extends SheetColumns, Answer>(
  place: Place,
  importDefinition: ImportDefinition<C>,
  source: Source<C>,
  user: SignedIn,
  reply: (table: Table<C>, plan: Plan) => Answer,
): Promise<Answer> =>
  importAlone(
    importDefinition.list,
    { action: 'import', owner: importDefinition.owner, user: user.name },
    async (progress) => {
      const table = await source.read()
      return inLockedList(place.db, importDefinition.list, async (tx) => {
        await importDefinition.begin?.(tx, true)
        const stored = await loadStored(tx, importDefinition, table, true)
        const planned = await planImport(table, stored, importDefinition.rules, source.choices)
        const plan = await dryRun(planned, importDefinition, table, (work) => work(tx))
        refuseUnready(plan, source.cellName)
        if (plan.create.length + plan.update.length > 0)
          await applyPlan(tx, importDefinition, plan, { name: source.name, user, progress }) // else the one before stays the last
        return reply(table, plan)
      })
    },
  )

async function readSheet<C extends SheetColumns>(
  importDefinition: ImportDefinition<C>,
  upload: Upload,
  choices?: ImportChoices,
) {
  const fieldsIn = headerCounter(importDefinition.sheet)
  const workbook = await readWorkbook(upload.bytes, {
    fileName: upload.name,
    fieldsIn,
    encoding: choices?.encoding,
  })
  return readTable(workbook, importDefinition.sheet, choices)
}

// Reading is what costs memory: one workbook at a time in a process. Those that wait hold their files meanwhile.
const inTurn = queueOfCallers({ atOnce: 1, waiting: 8, patience: 25_000 })

const excelName: NonNullable<Source<SheetColumns>['cellName']> = ({ column, row }) => `${column}${row}`

function refuseUnready(plan: Plan, nameOf = excelName) {
  const { problems, questions } = plan
  const unsettled = questions.some(isOpen)
  if (problems.length === 0 && !unsettled) return
  const cells = problems.slice(0, PREVIEW_ROWS).map((problem) => [nameOf(problem), [problem.reason]])
  throw new HttpError(unsettled ? 'import.unsettled' : 'import.rejected', {
    errors: Object.fromEntries(cells),
    params: { count: problems.length },
    questions,
  })
}
