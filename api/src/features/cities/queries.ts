import { type cities, cityList } from '@kontor/contract/cities'
import { type Kysely, sql } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import { requireUnlocked } from '../../kit/list-lock.ts'
import { column, listSource } from '../../kit/list-source.ts'
import {
  createRecord,
  getRow,
  refuseWhileUsed,
  requireActive,
  toggleRecord,
  updateRecord,
} from '../../kit/records.ts'
import { found } from '../../kit/refusal.ts'
import type { Schema } from '../../kit/schema.ts'
import type { Call } from '../../kit/serve.ts'
import { inTransaction } from '../../kit/transaction.ts'
import '../countries/table.ts'
import '../partners/table.ts'
import '../stores/table.ts'
import './table.ts'

type Fields = Call<typeof cities.update>['body']

export const citySource = listSource({
  definition: cityList,
  id: sql.ref('cities.id'),
  columns: {
    id: column('cities', 'id'),
    name: column('cities', 'name', 'name_folded'),
    country: column('countries', 'name', 'name_folded'),
    is_active: column('cities', 'is_active'),
  },
  tables: ['cities', 'countries'],
  rows: (db) =>
    db
      .selectFrom('cities')
      .innerJoin('countries', 'countries.id', 'cities.country_id')
      .select([
        'cities.id',
        'cities.name',
        'country_id',
        'cities.is_active',
        'cities.version',
        'cities.updated_at',
      ])
      .select(({ ref }) =>
        jsonBuildObject({ id: ref('countries.id'), name: ref('countries.name') }).as('country'),
      ),
})

/** The cities of a country, by name. Refuses with 404 when there is no such country. */
export async function listCitiesOf(db: Kysely<Schema>, countryId: number) {
  found(await db.selectFrom('countries').select('id').where('id', '=', countryId).executeTakeFirst())
  return citySource
    .rows(db)
    .where('country_id', '=', countryId)
    .orderBy('cities.name')
    .orderBy('cities.id')
    .execute()
}

export const createCity = (db: Kysely<Schema>, { version: _, ...fields }: Fields) =>
  inTransaction(db, async (tx) => {
    await requireActive(tx, 'countries', fields.country_id, 'country_id')
    return createRecord(tx, 'cities', citySource, fields)
  })

/** A city may keep a country that has become inactive, but not move into one. */
export const updateCity = (db: Kysely<Schema>, id: number, fields: Fields) =>
  inTransaction(db, async (tx) => {
    const city = tx.selectFrom('cities').select('country_id').where('id', '=', id).forUpdate()
    const { country_id } = found(await city.executeTakeFirst())
    if (country_id !== fields.country_id)
      await requireActive(tx, 'countries', fields.country_id, 'country_id')
    return updateRecord(tx, 'cities', citySource, id, fields)
  })

/** A city with active partners or stores stays active (435), and one of an inactive country inactive (422). */
export const toggleCity = (db: Kysely<Schema>, id: number, target: boolean | undefined) =>
  inTransaction(db, async (tx) => {
    await requireUnlocked(tx, 'partners') // an import may be about to use it
    const city = await toggleRecord(tx, 'cities', id, target)
    if (!city.is_active) {
      await refuseWhileUsed(
        tx.selectFrom('partners').select('id').where('city_id', '=', id).where('is_active', '=', true),
        tx.selectFrom('stores').select('id').where('city_id', '=', id).where('is_active', '=', true),
      )
    } else {
      const { country_id } = await getRow(tx, citySource, id)
      await requireActive(tx, 'countries', country_id, 'country_id', 'validation.inactive_country')
    }
    return city
  })
