import { storeFields, storeList } from '@kontor/contract/stores'
import { sql } from 'kysely'
import { column, listSource } from '../../lib/lists/source.ts'
import { recordsOf, referredTables, sourcesOf } from '../../lib/resources/field-columns.ts'
import './table.ts'

export const storeSource = listSource({
  definition: storeList,
  id: sql.ref('stores.id'),
  columns: {
    id: column('stores', 'id'),
    ...sourcesOf('stores', storeFields, ['name', 'address']),
    is_active: column('stores', 'is_active'),
    latitude: column('stores', 'latitude'),
    longitude: column('stores', 'longitude'),
  },
  tables: ['stores', ...referredTables(storeFields)],
  rows: (db) => recordsOf(db, 'stores', storeFields),
})
