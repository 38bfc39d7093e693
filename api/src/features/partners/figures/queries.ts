import { figureFields } from '@kontor/contract/partners/fields'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../../lib/database/schema.ts'
import '../../../lib/imports/import-rows.ts'

/** Whether an import wrote debts, plans or bonuses. */
export async function hasFigures(db: Kysely<Schema>, importId: number) {
  const row = await db
    .selectFrom('import_rows')
    .select('record_id')
    .where('import_id', '=', importId)
    .where(sql<boolean>`after ?| ${Object.keys(figureFields)}`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
