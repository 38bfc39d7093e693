// The sync API: a program updates a list with lines of JSON.
import { Readable } from 'node:stream'
import type { SheetColumns } from '@kontor/contract/lib/imports/columns'
import { syncOf } from '@kontor/contract/lib/imports/source'
import { NDJSON, type SyncedLine } from '@kontor/contract/lib/imports/sync'
import type { CurrentUser } from '../../auth/guard.ts'
import { fairQueue } from '../../concurrency/queue.ts'
import { timeSlices } from '../../concurrency/time-slices.ts'
import { portions } from '../../database/batch-size.ts'
import { Download } from '../../http/download.ts'
import { HttpError } from '../../http/http-error.ts'
import type { ImportContext, ImportDefinition } from '../import-definition.ts'
import type { ListName } from '../importable-lists.ts'
import { importTable } from '../imports.ts'
import { importProgress } from '../lock.ts'
import type { Plan } from '../plan/plan.ts'
import type { ReceiveLines } from './body.ts'
import { readRows } from './read-rows.ts'

/** What the response adds for a created record. */
type ExtraOf = (key: string | number) => object | undefined

interface SyncOptions<C extends SheetColumns> {
  list: ListName
  lines: ReceiveLines
  /**
   * Creates the definition for the caller, once all lines have arrived. `extra` returns what only this response says of
   * an added record, e.g. its password.
   */
  imported: (user: CurrentUser) => { importDefinition: ImportDefinition<C>; extra?: () => ExtraOf }
}

/** Lines per chunk of the response. */
const PIECE = 500

/**
 * Updates a list by lines: an import without a file and without questions. A missing field is unchanged, null clears
 * it, and a record is added only with all required fields. The response has one line for each.
 */
export async function syncLines<C extends SheetColumns>(
  context: ImportContext,
  { list, lines, imported }: SyncOptions<C>,
): Promise<Download> {
  if (importProgress(list)) throw new HttpError('import.running') // before the body is read
  const { body, user } = await lines()
  const { importDefinition, extra } = imported(user)
  const { defaults } = importDefinition.rules
  const empties = (field: string) => defaults[field] === null
  // values of a program need no confirmation
  const withoutWarnings = { ...importDefinition, rules: { ...importDefinition.rules, warnIfMissing: [] } }
  const table = await enqueue(() => readRows(body, importDefinition.sheet, empties))
  const source = {
    name: syncOf(list),
    read: async () => table,
    answers: { clear: true, create_without: false, unknown: 'refuse' } as const,
    cellName: ({ row, key }: Plan['problems'][number]) => (key ? `${row}.${key}` : String(row)),
  }
  return importTable(context, withoutWarnings, source, user, (_table, plan) => {
    const results = resultsOf(table.keys ?? new Map(), plan, extra?.())
    return new Download(Readable.from(results), NDJSON)
  })
}

// Rows are in memory: at most two bodies are read at a time, each after it has arrived completely.
const enqueue = fairQueue({ concurrency: 2, waiting: 8, maxWaitMs: 25_000 })

async function* resultsOf(
  keys: ReadonlyMap<number, string | number>,
  { results }: Plan,
  more: ExtraOf = () => undefined,
) {
  const slice = timeSlices()
  for (const some of portions(keys, PIECE)) {
    if (slice.isOver()) await slice.next()
    const lines = some.map(([row, key]) => {
      const result = results.get(row) ?? 'unchanged'
      const line: SyncedLine = { line: row, key, result }
      return `${JSON.stringify({ ...line, ...(result === 'created' && more(key)) })}\n`
    })
    yield lines.join('')
  }
}
