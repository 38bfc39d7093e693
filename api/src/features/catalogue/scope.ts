// The part of the catalogue that a partner may access: categories open to it, with the products offered there.
import { type RawBuilder, sql } from 'kysely'
import { defineScope, none } from '../../lib/database/scoped-db.ts'
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
const reached = (partnerId: number) => isReached(tree, activeCategoriesOf(partnerId))

/** SQL: whether partners may see the product of a query. One that was imported without a price has 0. */
const isActiveWithPrice = sql`products.is_active AND products.price > 0`

/** SQL: whether partners with these active categories see the product of a query: offered, and in a node open to them. */
export const visibleWith = (
  categories: RawBuilder<number[]>,
) => sql<boolean>`(${isActiveWithPrice} AND EXISTS (
  SELECT FROM catalogue WHERE catalogue.product_id = products.id AND ${isReached(tree, categories)}))`

/** SQL: a query of the partners' categories that decide who sees a product: those of its nodes and of all above them. */
export const decidingCategories = (productId: number) => sql`(SELECT category_id FROM catalogue_categories
  WHERE catalogue_id IN (SELECT unnest(ancestors || id) FROM catalogue WHERE product_id = ${productId}))`

defineScope(
  'catalogue',
  ({ partner_id }) => sql`(${reached(partner_id)} AND (catalogue.product_id IS NULL OR EXISTS (
    SELECT FROM products WHERE products.id = catalogue.product_id AND ${isActiveWithPrice})))`,
  none,
)
defineScope('products', ({ partner_id }) => visibleWith(activeCategoriesOf(partner_id)), none)
