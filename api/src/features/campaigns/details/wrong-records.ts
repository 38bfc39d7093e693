import type { FieldErrors } from '@kontor/contract/lib/http/errors'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../../lib/database/schema.ts'
import { duplicateTest, wrongPlaces, wrongRecord } from './rules.ts'

type Table = 'categories' | 'partners' | 'products'

/**
 * The errors of a submitted list by index: entries that repeat an earlier one, and added records that do not exist, are
 * inactive, or have another reason against them.
 */
export async function wrongRecords<Row extends { id: number }>(
  db: Kysely<Schema>,
  table: Table,
  rows: readonly Row[],
  added: readonly Row[],
  reasonAgainst: (row: Row) => string | undefined = () => undefined,
): Promise<FieldErrors> {
  const comes = new Set(added)
  const known = await activityOf(db, table, added)
  const isTwice = duplicateTest(rows)
  return wrongPlaces(table, rows, (row, index) => {
    if (isTwice(row, index)) return 'validation.twice'
    return comes.has(row) ? (wrongRecord(known.get(row.id)) ?? reasonAgainst(row)) : undefined
  })
}

/** Whether each of these records is active, by id; without records that do not exist. */
async function activityOf(db: Kysely<Schema>, table: Table, records: readonly { id: number }[]) {
  if (records.length === 0) return new Map<number, { is_active: boolean }>()
  const ids = records.map(({ id }) => id)
  const rows = db.selectFrom(table).select(['id', 'is_active'])
  const found = await rows.where(sql<boolean>`id = ANY(${ids}::int[])`).execute()
  return new Map(found.map((row) => [row.id, row]))
}
