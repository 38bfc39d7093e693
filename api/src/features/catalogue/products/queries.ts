import { type catalogue, MAX_ATTACHED } from '@kontor/contract/catalogue'
import { productFields, productList } from '@kontor/contract/products'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Schema } from '../../../lib/database/schema.ts'
import { inTransaction } from '../../../lib/database/transaction.ts'
import { invalid, invalidField } from '../../../lib/http/http-error.ts'
import type { HandlerCall } from '../../../lib/http/register-route.ts'
import { requireUnlocked } from '../../../lib/imports/lock.ts'
import { listIds } from '../../../lib/lists/list.ts'
import { column, listSource } from '../../../lib/lists/source.ts'
import { columnSources, joined, referredTables } from '../../../lib/resources/field-columns.ts'
import { requireParent } from '../../../lib/tree/branches.ts'
import { levelsToRoot, publishTree } from '../../../lib/tree/tree.ts'
import { catalogueTree as tree } from '../table.ts'

/** The active products, with the filters of the list of products. */
const candidates = listSource({
  definition: productList,
  id: sql.ref('products.id'),
  columns: {
    updated_at: column('products', 'updated_at'),
    ...columnSources('products', productFields, ['erp_code', 'name', 'description']),
    is_active: column('products', 'is_active'),
  },
  tables: ['products', ...referredTables(productFields)],
  rows: (db) =>
    joined(db.selectFrom('products').select('products.id'), 'products', productFields).where(
      'products.is_active',
      '=',
      true,
    ),
})

/** Puts products into a category. Products that are in it already are only counted. */
export const attachProducts = (db: Kysely<Schema>, catalogue_id: number, ids: readonly number[]) =>
  inTransaction(db, async (tx) => {
    await requireUnlocked(tx, 'products')
    await requireAll(tx, ids)
    return attach(tx, catalogue_id, ids)
  })

/** Puts all active products that match a filter into a category, as {@link attachProducts} does. */
export const attachFound = (
  db: Kysely<Schema>,
  catalogue_id: number,
  { filters }: HandlerCall<typeof catalogue.attachFound>['body'],
) =>
  inTransaction(db, async (tx) => {
    await requireUnlocked(tx, 'products')
    const ids = await listIds(tx, candidates, { filters })
    if (ids.length > MAX_ATTACHED) throw invalidField('filters', 'validation.too_many')
    return attach(tx, catalogue_id, ids)
  })

async function attach(tx: Transaction<Schema>, catalogue_id: number, ids: readonly number[]) {
  const category = await requireParent(tx, tree, catalogue_id, 'catalogue_id')
  const { numAffectedRows } = await sql`INSERT INTO catalogue (catalogue_id, product_id, name)
    SELECT ${catalogue_id}::int, id, name FROM products WHERE id = ANY(${ids}::int[]) ORDER BY name, id
    ON CONFLICT (catalogue_id, product_id) WHERE is_active DO NOTHING`.execute(tx)
  const added = Number(numAffectedRows)
  if (added > 0) await publishTree(tx, tree, [...levelsToRoot(category), catalogue_id])
  return { added, already: ids.length - added }
}

/** Maximum number of invalid entries in an error. */
const MAX_EXAMPLES = 100

/** Throws for products that do not exist or are inactive, by their indexes. */
async function requireAll(tx: Transaction<Schema>, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; is_active: boolean }>`
    SELECT id, is_active FROM products WHERE id = ANY(${ids}::int[])`.execute(tx)
  const active = new Map(rows.map((row) => [row.id, row.is_active]))
  const wrong = ids.flatMap((id, index): [string, string[]][] => {
    const reason = active.has(id) ? 'validation.inactive' : 'validation.not_found'
    return active.get(id) ? [] : [[`products.${index}`, [reason]]]
  })
  if (wrong.length > 0) throw invalid(Object.fromEntries(wrong.slice(0, MAX_EXAMPLES)))
}
