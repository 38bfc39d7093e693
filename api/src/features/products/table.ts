import { productFields } from '@kontor/contract/products'
import { type Generated, type Kysely, sql } from 'kysely'
import { registerConstraints } from '../../lib/database/constraints.ts'
import type { RecordTableColumns, Schema } from '../../lib/database/schema.ts'
import type { FieldsTable } from '../../lib/resources/field-columns.ts'
import { registerTableErrors } from '../../lib/resources/table.ts'

type ProductTable = RecordTableColumns &
  FieldsTable<typeof productFields> & {
    erp_code_folded: Generated<string>
    name_folded: Generated<string>
    description_folded: Generated<string | null>
    image: string | null
    /** When its quantity was last set; set by a trigger. */
    quantity_set_at: Generated<string>
    /** When it was set before, the latest first, to restore it in an undo. */
    previous_quantity_set_at: Generated<string[]>
  }

declare module '../../lib/imports/importable-lists.ts' {
  interface ImportableLists {
    products: true
  }
}

declare module '../../lib/database/schema.ts' {
  interface Schema {
    products: ProductTable
  }
}

registerTableErrors('products', productFields)
registerConstraints({
  products_erp_code_taken: {
    field: 'erp_code',
    key: 'validation.unique_code',
    unique: { table: 'products', columns: ['erp_code'] },
  },
})

/** SQL: the product of an ordered line, and the same with its image. */
export const orderedProduct = sql<{ id: number; erp_code: string; name: string }>`json_build_object(
  'id', products.id, 'erp_code', products.erp_code, 'name', products.name)`
export const orderedProductWithImage = sql<{
  id: number
  erp_code: string
  name: string
  image: string | null
}>`json_build_object(
  'id', products.id, 'erp_code', products.erp_code, 'name', products.name, 'image', products.image)`

/**
 * Locks these products against other orders and changes of quantity until the end of the transaction; in the order of
 * their ids, so that simultaneous baskets do not deadlock.
 */
export const lockProducts = (tx: Kysely<Schema>, ids: readonly number[]) =>
  tx
    .selectFrom('products')
    .select('id')
    .where(sql<boolean>`id = ANY(${[...new Set(ids)]})`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
