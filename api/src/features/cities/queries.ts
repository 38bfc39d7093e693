import { listOf } from '@kontor/contract/kit/resource/columns'
import { cities } from '@kontor/contract/resources/cities'
import { type Kysely, sql } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { Schema } from '../../kit/db/schema.ts'
import { inTransaction } from '../../kit/db/transaction.ts'
import { requireUnlocked } from '../../kit/imports/lock.ts'
import { column, listSource } from '../../kit/list/source.ts'
import { toggleRecord } from '../../kit/records/records.ts'
import { found } from '../../kit/serve/refusal.ts'
import '../countries/table.ts'
import './table.ts'

export const citySource = listSource({
  definition: listOf(cities),
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

export const toggleCity = (db: Kysely<Schema>, id: number, target: boolean | undefined) =>
  inTransaction(db, async (tx) => {
    await requireUnlocked(tx, 'partners') // an import may be about to use it
    return toggleRecord(tx, 'cities', id, target)
  })
