import { listOf } from '@kontor/contract/kit/resource/columns'
import { countries } from '@kontor/contract/resources/countries'
import { sql } from 'kysely'
import { column, listSource } from '../../kit/list/source.ts'
import './table.ts'

export const countrySource = listSource({
  definition: listOf(countries),
  id: sql.ref('countries.id'),
  columns: {
    id: column('countries', 'id'),
    name: column('countries', 'name', 'name_folded'),
    post_code: column('countries', 'post_code', 'post_code_folded'),
    is_active: column('countries', 'is_active'),
  },
  tables: ['countries'],
  rows: (db) =>
    db.selectFrom('countries').select(['id', 'name', 'post_code', 'is_active', 'version', 'updated_at']),
})
