// A program brings a list up to date by lines of JSON.
import { Readable } from 'node:stream'
import type { SheetColumns } from '@kontor/contract/lib/imports/columns'
import { syncOf } from '@kontor/contract/lib/imports/source'
import { NDJSON, type SyncedLine } from '@kontor/contract/lib/imports/sync'
import type { SignedIn } from '../../auth/guard.ts'
import { Download } from '../../http/download.ts'
import { HttpError } from '../../http/http-error.ts'
import { queueOfCallers } from '../../jobs/queue.ts'
import type { Table } from '../../spreadsheets/header-mapping/table.ts'
import type { ImportDefinition, Place } from '../import-definition.ts'
import { importTable } from '../imports.ts'
import { importProgress } from '../lock.ts'
import type { Plan } from '../plan.ts'
import { readRows } from './read-rows.ts'

/** What the response adds for a created record. */
type ExtraOf = (key: string | number) => object | undefined

/** Lines that are answered as one piece. */
const PIECE = 500

/**
 * Brings a list up to date by lines: an import without a file, and without questions. What it does not say stays, null
 * empties, and no record is added without what the form asks. Answers a line for each; `told` adds what only this
 * answer tells of a record that was added.
 */
export async function syncLines<C extends SheetColumns>(
  place: Place,
  recipe: ImportDefinition<C>,
  lines: () => Promise<AsyncIterable<Uint8Array>>,
  user: SignedIn,
  extra?: () => ExtraOf,
): Promise<Download> {
  if (importProgress(recipe.list)) throw new HttpError('import.running') // before the body is read
  const { blank } = recipe.rules
  const empties = (field: string) => blank[field] === null
  const withoutWarnings = { ...recipe, rules: { ...recipe.rules, warnsWithout: [] } } // a program says what it knows
  const body = await lines()
  const table = await inTurn(() => readRows(body, recipe.sheet, empties))
  const source = {
    name: syncOf(recipe.list),
    read: async () => table,
    choices: { clear: true, create_without: false, unknown: 'refuse' } as const,
    cellName: ({ row, key }: Plan['problems'][number]) => (key ? `${row}.${key}` : String(row)),
  }
  return importTable(place, withoutWarnings, source, user, (_table, plan) => {
    const results = resultsOf(table, plan, recipe.rules.key, extra?.())
    return new Download(Readable.from(results), NDJSON)
  })
}

// Rows are in memory: at most two bodies are read at a time, each once it has arrived whole.
const inTurn = queueOfCallers({ atOnce: 2, waiting: 8, patience: 25_000 })

function* resultsOf<C extends SheetColumns>(
  table: Table<C>,
  plan: Plan,
  key: string,
  more: ExtraOf = () => undefined,
) {
  const created = new Set(plan.create.map(({ row }) => row))
  const changed = new Set(plan.update.map(({ row }) => row))
  for (let from = 0; from < table.rows.length; from += PIECE) {
    const lines = table.rows.slice(from, from + PIECE).map(({ row, cells }) => {
      const named = (cells[key] as { value: string | number }).value // by kind: every row has one
      const result = created.has(row) ? 'created' : changed.has(row) ? 'changed' : 'unchanged'
      const line: SyncedLine = { line: row, key: named, result }
      return `${JSON.stringify({ ...line, ...(result === 'created' && more(named)) })}\n`
    })
    yield lines.join('')
  }
}
