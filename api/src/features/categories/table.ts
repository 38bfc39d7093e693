import type { Generated } from 'kysely'
import { explainConstraints } from '../../kit/db/constraints.ts'
import type { RecordTableColumns } from '../../kit/db/schema.ts'

interface CategoryTable extends RecordTableColumns {
  name: string
  name_folded: Generated<string>
}

declare module '../../kit/db/schema.ts' {
  interface Schema {
    categories: CategoryTable
  }
}

explainConstraints({
  categories_in_use: { code: 'validation.in_use' },
  categories_name_taken: {
    field: 'name',
    key: 'validation.unique_name',
    unique: { table: 'categories', columns: ['name_folded'] },
  },
})
