import type { Generated } from 'kysely'
import { explainConstraints } from '../../kit/db/constraints.ts'
import type { RecordTableColumns } from '../../kit/db/schema.ts'

interface CityTable extends RecordTableColumns {
  name: string
  name_folded: Generated<string>
  country_id: number
}

declare module '../../kit/db/schema.ts' {
  interface Schema {
    cities: CityTable
  }
}

explainConstraints({
  cities_country_inactive: { field: 'country_id', key: 'validation.inactive_country' },
  cities_in_use: { code: 'validation.in_use' },
  cities_name_taken: {
    field: 'name',
    key: 'validation.unique_name',
    unique: { table: 'cities', columns: ['country_id', 'name_folded'] },
  },
  cities_country_missing: { field: 'country_id', key: 'validation.not_found' },
})
