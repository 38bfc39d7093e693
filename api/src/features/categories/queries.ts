import { listOf } from '@kontor/contract/kit/resource/columns'
import { categories } from '@kontor/contract/resources/categories'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../kit/db/schema.ts'
import { inTransaction } from '../../kit/db/transaction.ts'
import { requireUnlocked } from '../../kit/imports/lock.ts'
import { column, listSource } from '../../kit/list/source.ts'
import { toggleRecord } from '../../kit/records/records.ts'
import './table.ts'

export const categorySource = listSource({
  definition: listOf(categories),
  id: sql.ref('categories.id'),
  columns: {
    id: column('categories', 'id'),
    name: column('categories', 'name', 'name_folded'),
    is_active: column('categories', 'is_active'),
  },
  tables: ['categories'],
  rows: (db) => db.selectFrom('categories').select(['id', 'name', 'is_active', 'version', 'updated_at']),
})

export const toggleCategory = (db: Kysely<Schema>, id: number, target: boolean | undefined) =>
  inTransaction(db, async (tx) => {
    await requireUnlocked(tx, 'partners') // an import may be about to use it
    return toggleRecord(tx, 'categories', id, target)
  })
