// The part of the catalogue that a partner may access: categories open to it, with their active products.
import { type RawBuilder, sql } from 'kysely'
import { defineScope } from '../../lib/database/scoped-db.ts'
import { isReached } from '../../lib/tree/tree.ts'
import { activeCategoriesOf } from '../partners/table.ts'
import { catalogueTree as tree } from './table.ts'

declare module '../../lib/database/schema.ts' {
  interface ScopedTables {
    catalogue: never
    products: never
  }
}

/** SQL: whether a partner sees the category or product node of a query. */
const reached = (partnerId: number | RawBuilder<number>) => isReached(tree, activeCategoriesOf(partnerId))

/** SQL: whether a partner sees the product of a query: active, and in a category open to the partner. */
export const sees = (partnerId: number | RawBuilder<number>) => sql<boolean>`(products.is_active AND EXISTS (
  SELECT FROM catalogue WHERE catalogue.product_id = products.id AND ${reached(partnerId)}))`

const none = () => ({})
defineScope(
  'catalogue',
  ({ partner_id }) => sql`(${reached(partner_id)} AND (catalogue.product_id IS NULL OR EXISTS (
    SELECT FROM products WHERE products.id = catalogue.product_id AND products.is_active)))`,
  none,
)
defineScope('products', ({ partner_id }) => sees(partner_id), none)
