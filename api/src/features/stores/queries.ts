import { storeList, type stores } from '@kontor/contract/stores'
import { type Kysely, sql } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import { column, listSource } from '../../kit/list-source.ts'
import { createRecord, getRow, requireActive, toggleRecord, updateRecord } from '../../kit/records.ts'
import { found } from '../../kit/refusal.ts'
import type { Schema } from '../../kit/schema.ts'
import type { Call } from '../../kit/serve.ts'
import { inTransaction } from '../../kit/transaction.ts'
import '../cities/table.ts'
import './table.ts'

type Fields = Call<typeof stores.update>['body']

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

export const createStore = (db: Kysely<Schema>, { version: _, ...fields }: Fields) =>
  inTransaction(db, async (tx) => {
    await requireActive(tx, 'cities', fields.city_id, 'city_id')
    return createRecord(tx, 'stores', storeSource, fields)
  })

/** An inactive store may keep a city that has become inactive, but none moves into one. */
export const updateStore = (db: Kysely<Schema>, id: number, fields: Fields) =>
  inTransaction(db, async (tx) => {
    const store = tx.selectFrom('stores').select('city_id').where('id', '=', id).forUpdate()
    const { city_id } = found(await store.executeTakeFirst())
    if (city_id !== fields.city_id) await requireActive(tx, 'cities', fields.city_id, 'city_id')
    return updateRecord(tx, 'stores', storeSource, id, fields)
  })

/** A store of an inactive city cannot be activated: 422. */
export const toggleStore = (db: Kysely<Schema>, id: number, target: boolean | undefined) =>
  inTransaction(db, async (tx) => {
    const store = await toggleRecord(tx, 'stores', id, target)
    if (store.is_active) {
      const { city_id } = await getRow(tx, storeSource, id)
      await requireActive(tx, 'cities', city_id, 'city_id', 'validation.inactive_city')
    }
    return store
  })
