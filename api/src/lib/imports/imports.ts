// Imports: reading a file, previewing what it would change, and writing all of it in one transaction.

import type { SheetColumns } from '@kontor/contract/lib/imports/columns'
import { type ImportResult, PREVIEW_ROWS } from '@kontor/contract/lib/imports/imports'
import { type ImportAnswers, isOpen } from '@kontor/contract/lib/imports/questions'
import type { Kysely } from 'kysely'
import type { CurrentUser } from '../auth/guard.ts'
import { fairQueue } from '../concurrency/queue.ts'
import type { Schema } from '../database/schema.ts'
import { inTransaction } from '../database/transaction.ts'
import { HttpError } from '../http/http-error.ts'
import type { Upload } from '../http/multipart.ts'
import { headerCounter } from '../spreadsheets/header-mapping/header.ts'
import { readTable, type Table } from '../spreadsheets/header-mapping/table.ts'
import { readWorkbook } from '../spreadsheets/read-workbook.ts'
import { applyPlan } from './apply/apply.ts'
import type { ImportContext, ImportDefinition } from './import-definition.ts'
import { importAlone, inLockedList } from './lock.ts'
import { dryRun } from './plan/dry-run.ts'
import { fingerprintOf } from './plan/fingerprint.ts'
import { type Plan, type PlanOptions, planImport } from './plan/plan.ts'
import { loadStored } from './records/records-by-key.ts'
import { importResponse } from './response.ts'
import './apply/import-rows.ts'

/**
 * Returns what an import would change, without writing. Throws SheetError when the file cannot be read as this list.
 */
export const previewImport = async <C extends SheetColumns>(
  db: Kysely<Schema>,
  importDefinition: ImportDefinition<C>,
  upload: Upload,
  options: PlanOptions,
) => (await readImport(db, importDefinition, upload, options)).preview

/** As {@link previewImport}, with the plan of all rows. */
export async function readImport<C extends SheetColumns>(
  db: Kysely<Schema>,
  importDefinition: ImportDefinition<C>,
  upload: Upload,
  options: PlanOptions,
) {
  const table = await enqueue(() => readSheet(importDefinition, upload, options.answers))
  await importDefinition.begin?.(db, false)
  const stored = await loadStored(db, importDefinition, table, false)
  const planned = await planImport(table, stored, importDefinition.rules, options)
  const plan = await dryRun(planned, importDefinition, table, (work) => inTransaction(db, work))
  return { preview: await importResponse('import.preview', table, plan, importDefinition.shown), plan }
}

/**
 * Imports all rows of a sheet or none. Throws HttpError 429 while another import of the list runs, and 422 when cells
 * are wrong (`errors` by cell, `D7`) or a question about the file is open (`questions`), and 409 when it would not do
 * what the preview with this `plan` has shown.
 */
export function runImport<C extends SheetColumns>(
  context: ImportContext,
  importDefinition: ImportDefinition<C>,
  upload: Upload,
  user: CurrentUser,
  { answers, plan }: { answers?: ImportAnswers | undefined; plan?: string | undefined } = {},
): Promise<ImportResult> {
  const read = () => enqueue(() => readSheet(importDefinition, upload, answers))
  return importTable(
    context,
    importDefinition,
    { name: upload.name, read, answers, plan },
    user,
    (table, plan) => importResponse('import.done', table, plan, importDefinition.shown),
  )
}

/** The source of an import's rows. */
interface Source<C extends SheetColumns> {
  /** Its name in the history. */
  name: string
  read(): Promise<Table<C>>
  answers?: ImportAnswers | undefined
  /** What was confirmed, see `fingerprintOf`. */
  plan?: string | undefined
  /** The name of a wrong cell in the response; by default Excel's, `D7`. */
  cellName?(problem: Plan['problems'][number]): string
}

/** As {@link runImport}, with rows of any source. Returns the result of `reply`. */
export const importTable = <C extends SheetColumns, Answer>(
  context: ImportContext,
  importDefinition: ImportDefinition<C>,
  source: Source<C>,
  user: CurrentUser,
  reply: (table: Table<C>, plan: Plan) => Answer | Promise<Answer>,
): Promise<Answer> =>
  importAlone(
    importDefinition.list,
    { action: 'import', owner: importDefinition.owner, user: user.name },
    async (progress) => {
      const table = await source.read()
      let isChanged = false
      const answer = await inLockedList(context.db, importDefinition.list, async (tx) => {
        await importDefinition.begin?.(tx, true)
        const stored = await loadStored(tx, importDefinition, table, true)
        const planned = await planImport(table, stored, importDefinition.rules, source)
        const plan = await dryRun(planned, importDefinition, table, (work) => work(tx))
        requireReady(plan, source.cellName)
        if (source.plan !== undefined && source.plan !== (await fingerprintOf(plan, table.columns)))
          throw new HttpError('import.plan_changed')
        isChanged = plan.create.length + plan.update.length > 0
        if (isChanged)
          // an import without changes does not replace the last one
          await applyPlan(tx, importDefinition, plan, { name: source.name, user, progress })
        return reply(table, plan)
      })
      if (isChanged) await importDefinition.onChanged?.()
      return answer
    },
  )

async function readSheet<C extends SheetColumns>(
  importDefinition: ImportDefinition<C>,
  upload: Upload,
  answers?: ImportAnswers,
) {
  const fieldsIn = headerCounter(importDefinition.sheet)
  const workbook = await readWorkbook(upload.bytes, {
    fileName: upload.name,
    fieldsIn,
    encoding: answers?.encoding,
  })
  return readTable(workbook, importDefinition.sheet, answers)
}

// A process reads one workbook at a time, because reading needs much memory. Waiting calls keep their uploads in
// memory.
const enqueue = fairQueue({ concurrency: 1, waiting: 8, maxWaitMs: 25_000 })

const excelName: NonNullable<Source<SheetColumns>['cellName']> = ({ column, row }) => `${column}${row}`

function requireReady(plan: Plan, nameOf = excelName) {
  const { problems, questions } = plan
  const open = questions.filter(isOpen).length
  if (problems.length === 0 && open === 0) return
  const cells = problems.slice(0, PREVIEW_ROWS).map((problem) => [nameOf(problem), [problem.reason]])
  throw new HttpError(open > 0 ? 'import.unsettled' : 'import.rejected', {
    errors: Object.fromEntries(cells),
    params: { count: open || problems.length },
    questions,
  })
}
