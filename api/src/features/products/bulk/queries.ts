import { sql } from 'kysely'
import { countSet, type LinkedRow, linkSet, moneySet } from '../../../lib/resources/bulk-fields.ts'
import { requireDepthLeft, requireParent } from '../../../lib/tree/branches.ts'
import { levelsToRoot, lockTree, publishTree } from '../../../lib/tree/tree.ts'
import { catalogueTree as tree } from '../../catalogue/table.ts'
import { productSource } from '../queries.ts'

const idsOf = (text: string | null) => (text ? text.split(',').map(Number) : [])

/** SQL: the categories that are in one of the two lists and not in the other, each with its product. */
function onlyIn(rows: readonly LinkedRow[], one: 'before' | 'after', other: 'before' | 'after') {
  const pairs = rows.flatMap((row) => {
    const others = new Set(idsOf(row[other]))
    return idsOf(row[one]).flatMap((place) => (others.has(place) ? [] : [[row.id, place] as const]))
  })
  return { products: pairs.map(([id]) => id), categories: pairs.map(([, place]) => place) }
}

/** The catalogue categories of a product. Only active products are put into one. */
const placeSet = linkSet('catalogue', {
  links: sql`SELECT catalogue_id FROM catalogue WHERE product_id = record.id AND is_active`,
  column: 'catalogue_id',
  wrong: ({ how }) =>
    how === 'add'
      ? sql`CASE WHEN NOT is_active AND before <> after THEN 'validation.inactive' END`
      : sql`NULL`,
  check: async (db, { how, value }) => {
    if (how === 'add') await requireDepthLeft(db, tree, Number(value), 'catalogue')
  },
  lock: (tx) => lockTree(tx, tree),
  async link(tx, { rows, isUndo }) {
    const added = onlyIn(rows, 'after', 'before')
    const gone = onlyIn(rows, 'before', 'after')
    const levels: (number | null)[] = []
    for (const id of new Set(added.categories))
      levels.push(...levelsToRoot(await requireParent(tx, tree, id, 'catalogue')), id)
    const left = await sql<{ ancestors: number[] }>`UPDATE catalogue SET is_active = false
      FROM unnest(${gone.products}::int[], ${gone.categories}::int[]) AS gone(product, category)
      WHERE product_id = product AND catalogue_id = category AND is_active RETURNING ancestors`.execute(tx)
    // An undo restores the node as it was, shown or hidden; a node that was swept meanwhile is inserted again.
    if (isUndo)
      await sql`UPDATE catalogue SET is_active = true WHERE id IN (
        SELECT DISTINCT ON (catalogue_id, product_id) id FROM catalogue
        JOIN unnest(${added.products}::int[], ${added.categories}::int[]) AS added(product, category)
          ON catalogue_id = category AND product_id = product
        ORDER BY catalogue_id, product_id, is_active DESC, deleted_at DESC, id DESC)`.execute(tx)
    await sql`INSERT INTO catalogue (catalogue_id, product_id, name)
      SELECT category, id, name FROM unnest(${added.products}::int[], ${added.categories}::int[]) AS added(product, category)
      JOIN products ON products.id = product ORDER BY name, id
      ON CONFLICT (catalogue_id, product_id) WHERE is_active DO NOTHING`.execute(tx)
    return () => publishTree(tx, tree, [...levels, ...left.rows.flatMap(levelsToRoot)])
  },
})

/** The bulk edits of products. */
export const productBulkDefinition = {
  list: 'products',
  source: productSource,
  sets: {
    price: moneySet('price', 'validation.valid_price'),
    quantity: countSet('quantity'),
    catalogue: placeSet,
  },
} as const
