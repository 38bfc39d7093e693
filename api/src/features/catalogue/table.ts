import type { CatalogueNode } from '@kontor/contract/catalogue'
import { type Generated, type Kysely, sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import { inBatches } from '../../lib/concurrency/batch.ts'
import { compileQuery } from '../../lib/database/compiled-query.ts'
import { registerConstraints } from '../../lib/database/constraints.ts'
import { memoizePerDatabase } from '../../lib/database/per-database.ts'
import type { Schema } from '../../lib/database/schema.ts'
import { contains } from '../../lib/lists/conditions.ts'
import { column } from '../../lib/lists/source.ts'
import { publish } from '../../lib/realtime/events.ts'
import { publishTree, type TreeColumns, tree } from '../../lib/tree/tree.ts'
import { isShown as inShownCampaign } from '../campaigns/table.ts'
import { available, matchesWords } from '../products/scope.ts'
import '../products/table.ts'
import { isShown as inShownSlider } from '../sliders/table.ts'

interface CatalogueTable extends TreeColumns {
  catalogue_id: number | null
  product_id: number | null
  /** Whether it is a product; set by a trigger. */
  is_item: Generated<boolean>
}

declare module '../../lib/database/schema.ts' {
  interface Schema {
    catalogue: CatalogueTable
    catalogue_categories: { catalogue_id: number; category_id: number }
  }
}

const notFound = 'validation.not_found'

registerConstraints({
  catalogue_cycle: { code: 'tree.cycle', field: 'parent_id' },
  catalogue_depth: { code: 'tree.depth', field: 'parent_id' },
  catalogue_parent_item: { code: 'tree.parent_item', field: 'catalogue_id' },
  catalogue_parent_missing: { field: 'catalogue_id', key: notFound },
  catalogue_parent_gone: { field: 'catalogue_id', key: notFound },
  catalogue_product_root: { field: 'parent_id', key: 'validation.catalogue_root' },
  catalogue_product_taken: { field: 'parent_id', key: 'validation.catalogue_taken' },
  catalogue_product_missing: { field: 'products', key: notFound },
  catalogue_product_inactive: { field: 'products', key: 'validation.inactive' },
  catalogue_categories_category_inactive: { field: 'categories', key: 'validation.inactive' },
  catalogue_categories_category_missing: { field: 'categories', key: notFound },
})

const name = column('catalogue', 'name', 'name_folded')
const description = column('catalogue', 'description', 'description_folded')
const ofProduct = column('products', 'description', 'description_folded')

/** The catalogue as a tree. A product node has the current values of its product, also in searches. */
export const catalogueTree = tree<CatalogueNode>({
  table: 'catalogue',
  event: 'catalogue',
  see: 'catalogue.see',
  joins: sql`LEFT JOIN products ON products.id = catalogue.product_id`,
  name: sql`coalesce(products.name, catalogue.name)`,
  description: sql`CASE WHEN catalogue.is_item THEN products.description ELSE catalogue.description END`,
  columns: sql`catalogue.catalogue_id, CASE WHEN catalogue.is_item THEN json_build_object(
    'id', products.id, 'erp_code', products.erp_code, 'name', products.name, 'description', products.description,
    'price', products.price::text, 'quantity', products.quantity, 'available', ${available}, 'image', products.image,
    'imagePath', '/api/images/products/' || products.image, 'is_active', products.is_active) END AS product`,
  matchesWord: (word) => sql`CASE WHEN catalogue.is_item
    THEN catalogue.product_id IN (SELECT products.id FROM products WHERE ${matchesWords(word, ofProduct)})
    ELSE ${contains(name, word)} OR ${contains(description, word)} END`,
})

/** Maximum levels in one event. */
const MAX_LEVELS = 500

/**
 * Publishes that this product, or any, has changed, where partners see it: in the catalogue, which the office sees
 * too, in a campaign or in a promotion. It runs after the commit, and an error is only logged, because the change
 * itself succeeded.
 */
export const publishProducts = (context: Pick<AppContext, 'db' | 'log'>, product_id?: number) =>
  publishLevels(context.db, product_id).catch((error: unknown) =>
    context.log(`catalogue: the change of products was not published: ${String(error)}`),
  )

async function publishLevels(db: Kysely<Schema>, product_id?: number) {
  const levels = product_id === undefined ? await levelsOfProducts(db) : await levelsByProduct(db)(product_id)
  if (levels && levels.length > 0) await publishTree(db, catalogueTree, levels.slice(0, MAX_LEVELS))
  else if (await isInShownOffer(db, product_id))
    await publish(db, { to: 'portal', type: 'catalogue', data: { parents: [] } })
}

/** Whether partners see this product, or any, in a campaign or a promotion. */
async function isInShownOffer(db: Kysely<Schema>, product_id?: number) {
  const offers = sql<{ product_id: number }>`
    SELECT product_id FROM campaign_products JOIN campaigns ON campaigns.id = campaign_id WHERE ${inShownCampaign}
    UNION ALL SELECT product_id FROM sliders WHERE product_id IS NOT NULL AND ${inShownSlider}`
  const { rows } = await sql`SELECT FROM (${offers}) AS offered
    WHERE ${product_id === undefined ? sql`true` : sql`product_id = ${product_id}`} LIMIT 1`.execute(db)
  return rows.length > 0
}

async function levelsOfProducts(db: Kysely<Schema>) {
  const nodes = db.selectFrom('catalogue').select('catalogue_id').distinct().limit(MAX_LEVELS)
  const shown = nodes.where('is_active', '=', true).where('product_id', 'is not', null)
  return (await shown.execute()).map(({ catalogue_id }) => catalogue_id)
}

/** The levels with a product, of all that are changed in the same turn by one query. */
const levelsByProduct = memoizePerDatabase((db: Kysely<Schema>) =>
  inBatches(async (ids: number[]) => {
    const levels = new Map<number, (number | null)[]>(ids.map((id) => [id, []]))
    for (const { product_id, catalogue_id } of await nodesWith(db, ids))
      levels.get(product_id)?.push(catalogue_id)
    return levels
  }),
)
const nodesWith = compileQuery((db) =>
  db
    .selectFrom('catalogue')
    .select(['catalogue_id', sql.ref<number>('product_id').as('product_id')])
    .distinct()
    .where('is_active', '=', true)
    .where(sql<boolean>`product_id = ANY(${[]}::int[])`),
)
