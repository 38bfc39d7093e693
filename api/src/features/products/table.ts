import type { Generated } from 'kysely'
import { explainConstraints } from '../../kit/db/constraints.ts'
import type { RecordTableColumns } from '../../kit/db/schema.ts'

interface ProductTable extends RecordTableColumns {
  erp_code: string
  erp_code_folded: Generated<string>
  name: string
  name_folded: Generated<string>
  description: string | null
  description_folded: Generated<string | null>
  price: string
  quantity: number
  image: string | null
}

declare module '../../kit/db/schema.ts' {
  interface Schema {
    products: ProductTable
  }
}

explainConstraints({
  products_in_use: { code: 'validation.in_use' },
  products_erp_code_taken: {
    field: 'erp_code',
    key: 'validation.unique_code',
    unique: { table: 'products', columns: ['erp_code'] },
  },
})
