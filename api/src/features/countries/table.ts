import type { Generated } from 'kysely'
import { explainConstraints } from '../../kit/db/constraints.ts'
import type { RecordTableColumns } from '../../kit/db/schema.ts'

interface CountryTable extends RecordTableColumns {
  name: string
  name_folded: Generated<string>
  post_code: string | null
  post_code_folded: Generated<string | null>
}

declare module '../../kit/db/schema.ts' {
  interface Schema {
    countries: CountryTable
  }
}

explainConstraints({
  countries_in_use: { code: 'validation.in_use' },
  countries_name_taken: {
    field: 'name',
    key: 'validation.unique_name',
    unique: { table: 'countries', columns: ['name_folded'] },
  },
})
