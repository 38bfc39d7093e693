import { storeList } from '@kontor/contract/stores'
import { sql } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import { column, listSource } from '../../lib/lists/source.ts'
import './table.ts'

export const storeSource = listSource({
  definition: storeList,
  id: sql.ref('stores.id'),
  columns: {
    id: column('stores', 'id'),
    name: column('stores', 'name', 'name_folded'),
    address: column('stores', 'address', 'address_folded'),
    city: column('cities', 'name', 'name_folded'),
    is_active: column('stores', 'is_active'),
    latitude: column('stores', 'latitude'),
    longitude: column('stores', 'longitude'),
  },
  tables: ['stores', 'cities'],
  rows: (db) =>
    db
      .selectFrom('stores')
      .innerJoin('cities', 'cities.id', 'stores.city_id')
      .select(['stores.id', 'stores.name', 'address', 'city_id', 'latitude', 'longitude'])
      .select(['stores.is_active', 'stores.version', 'stores.updated_at'])
      .select(({ ref }) => jsonBuildObject({ id: ref('cities.id'), name: ref('cities.name') }).as('city')),
})
