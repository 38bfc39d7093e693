import { storeFields, storeList } from '@kontor/contract/stores'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../lib/database/schema.ts'
import { inTransaction } from '../../lib/database/transaction.ts'
import { requireUnlocked } from '../../lib/imports/lock.ts'
import { column, listSource } from '../../lib/lists/source.ts'
import { columnSources, referredTables, selectRecords } from '../../lib/resources/field-columns.ts'
import { toggleRecord } from '../../lib/resources/records.ts'
import './table.ts'

export const storeSource = listSource({
  definition: storeList,
  id: sql.ref('stores.id'),
  columns: {
    id: column('stores', 'id'),
    ...columnSources('stores', storeFields, ['name', 'address']),
    is_active: column('stores', 'is_active'),
    latitude: column('stores', 'latitude'),
    longitude: column('stores', 'longitude'),
  },
  tables: ['stores', ...referredTables(storeFields)],
  rows: (db) => selectRecords(db, 'stores', storeFields),
})

/** Throws 423 while an import of stores is being applied. */
export const toggleStore = (db: Kysely<Schema>, id: number, target: boolean | undefined) =>
  inTransaction(db, async (tx) => {
    await requireUnlocked(tx, 'stores')
    return toggleRecord(tx, 'stores', id, target)
  })
