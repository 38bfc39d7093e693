import { countryList } from '@kontor/contract/countries'
import { type Kysely, sql } from 'kysely'
import { column, listSource } from '../../kit/list-source.ts'
import { refuseWhileUsed, toggleRecord } from '../../kit/records.ts'
import type { Schema } from '../../kit/schema.ts'
import { inTransaction } from '../../kit/transaction.ts'
import '../cities/table.ts'
import './table.ts'

export const countrySource = listSource({
  definition: countryList,
  id: sql.ref('countries.id'),
  columns: {
    name: column('countries', 'name', 'name_folded'),
    post_code: column('countries', 'post_code', 'post_code_folded'),
    is_active: column('countries', 'is_active'),
  },
  tables: ['countries'],
  rows: (db) =>
    db.selectFrom('countries').select(['id', 'name', 'post_code', 'is_active', 'version', 'updated_at']),
})

/** A country with active cities stays active: 435. */
export const toggleCountry = (db: Kysely<Schema>, id: number, target: boolean | undefined) =>
  inTransaction(db, async (tx) => {
    const country = await toggleRecord(tx, 'countries', id, target)
    if (!country.is_active) {
      await refuseWhileUsed(
        tx.selectFrom('cities').select('id').where('country_id', '=', id).where('is_active', '=', true),
      )
    }
    return country
  })
