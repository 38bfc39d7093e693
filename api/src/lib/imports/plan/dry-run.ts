import { columnLetters, type SheetColumns, type SheetProblem } from '@kontor/contract/lib/imports/columns'
import { sql, type Transaction } from 'kysely'
import { timeSlices } from '../../concurrency/time-slices.ts'
import { portions } from '../../database/batch-size.ts'
import { constraintError } from '../../database/constraints.ts'
import { isDatabaseError } from '../../database/database-errors.ts'
import type { Schema } from '../../database/schema.ts'
import { tryInSavepoint } from '../../database/transaction.ts'
import { withoutHistory } from '../../database/triggers.ts'
import { HttpError } from '../../http/http-error.ts'
import type { Table } from '../../spreadsheets/header-mapping/table.ts'
import type { ImportDefinition } from '../import-definition.ts'
import { type Addition, cellText, inOrder, type Plan } from './plan.ts'

/**
 * Writes the rows of a plan that only the database can check, and rolls back. Rows that violate a constraint become
 * problems of their cells, so that a preview shows them.
 */
export async function dryRun<C extends SheetColumns>(
  plan: Plan,
  importDefinition: ImportDefinition<C>,
  table: Table<C>,
  runInTransaction: <T>(work: (tx: Transaction<Schema>) => Promise<T>) => Promise<T>,
): Promise<Plan> {
  const rows = await rowsToTry(plan, importDefinition)
  if (rows.length === 0) return plan
  const rejected = await runInTransaction((tx) => tryRows(tx, importDefinition, rows))
  return rejected.length > 0 ? withRejected(plan, rejected, table, importDefinition.rules.key) : plan
}

type TriedRow = Addition & { id?: number }

async function rowsToTry<C extends SheetColumns>(
  { create, update }: Plan,
  { needsDryRun }: ImportDefinition<C>,
): Promise<TriedRow[]> {
  const rows: TriedRow[] = []
  if (!needsDryRun) return rows
  const slice = timeSlices()
  for (const row of create) {
    if (needsDryRun(row.values)) rows.push(row)
    if (slice.isOver()) await slice.next()
  }
  for (const row of update) {
    if (needsDryRun(row.values, row.before)) rows.push(row)
    if (slice.isOver()) await slice.next()
  }
  return rows
}

/** Writes all rows in portions, and single rows where a portion fails; rolls everything back. */
async function tryRows<C extends SheetColumns>(
  tx: Transaction<Schema>,
  importDefinition: ImportDefinition<C>,
  rows: readonly TriedRow[],
) {
  const rejected: RejectedRow[] = []
  await sql`SAVEPOINT dry_run`.execute(tx)
  await withoutHistory(tx)
  for (const some of portions(rows)) {
    if (!(await tryWrite(tx, importDefinition, some))) continue
    for (const row of some) {
      const wrong = await tryWrite(tx, importDefinition, [row])
      if (wrong) rejected.push({ row: row.row, ...wrong })
    }
  }
  await sql`ROLLBACK TO SAVEPOINT dry_run`.execute(tx)
  return rejected
}

/**
 * Writes rows and returns undefined; when the database rejects them, writes nothing and returns the field and the
 * message key.
 */
async function tryWrite<C extends SheetColumns>(
  tx: Transaction<Schema>,
  importDefinition: ImportDefinition<C>,
  rows: readonly TriedRow[],
) {
  const added = rows.flatMap(({ id, values }) => (id === undefined ? [values] : []))
  const changed = rows.flatMap(({ id, values }) => (id === undefined ? [] : [{ id, values }]))
  const write = async () => {
    if (added.length > 0) await importDefinition.insert(tx, added)
    if (changed.length > 0) await importDefinition.update(tx, changed)
  }
  const error = await tryInSavepoint(tx, write, hasFieldErrors)
  if (error === undefined) return undefined
  const httpError = isDatabaseError(error) ? await constraintError(tx, error, added.length > 0) : error
  if (!(httpError instanceof HttpError)) throw error
  const [field = 'is_active', reasons = [httpError.code]] =
    Object.entries(httpError.details.errors ?? {})[0] ?? []
  return { field, reason: reasons[0] ?? httpError.code }
}

const hasFieldErrors = (error: unknown) => error instanceof HttpError && error.details.errors !== undefined

/** A row that violates a constraint of the database: the field and the message key. */
interface RejectedRow {
  row: number
  field: string
  reason: string
}

/**
 * A plan whose rejected rows are reported as problems; a problem of a field that the sheet lacks is reported at the
 * key.
 */
function withRejected<C extends SheetColumns>(
  plan: Plan,
  rejected: readonly RejectedRow[],
  { headers, rows }: Table<C>,
  key: string,
): Plan {
  const wrong = new Map(rejected.map((one) => [one.row, one]))
  const stays = ({ row }: { row: number }) => !wrong.has(row)
  const problems: SheetProblem[] = []
  for (const row of rows) {
    const one = wrong.get(row.row)
    if (!one) continue
    const field = headers[one.field] ? one.field : key
    const { column, header } = headers[field] ?? { column: columnLetters(0), header: field }
    problems.push({ row: row.row, column, header, key: field, raw: cellText(row, field), reason: one.reason })
  }
  return {
    ...plan,
    create: [...plan.create].filter(stays),
    update: [...plan.update].filter(stays),
    problems: [...plan.problems, ...problems].sort(inOrder),
  }
}
