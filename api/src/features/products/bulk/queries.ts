import { sql } from 'kysely'
import { type BulkSet, countSet, linkedIds, moneySet } from '../../../kit/bulk/sets.ts'
import { requireParent } from '../../../kit/tree/branches.ts'
import { holdTree, levelsTo, tellOfTree } from '../../../kit/tree/tree.ts'
import { catalogueTree as tree } from '../../catalogue/table.ts'
import { productSource } from '../queries.ts'

const own = sql`SELECT catalogue_id FROM catalogue WHERE product_id = record.id AND is_active`

/** SQL: the categories that stand on one side of a change and not on the other, each with its product. */
const onlyIn = (given: string, one: 'before' | 'after', other: 'before' | 'after') => sql`
  SELECT given.id AS product_id, place::int AS catalogue_id
  FROM jsonb_to_recordset(${given}::jsonb) AS given(id int, before text, after text),
    unnest(string_to_array(${sql.ref(`given.${one}`)}, ',')) AS place
  WHERE place <> ALL (string_to_array(${sql.ref(`given.${other}`)}, ','))`

/** The categories of the catalogue that a product is in. Only what is active is put into one. */
const placeSet: BulkSet = {
  key: 'catalogue',
  before: linkedIds(own),
  after: ({ how, value }) =>
    linkedIds(
      how === 'add' ? sql`${own} UNION SELECT ${value}::int` : sql`${own} AND catalogue_id <> ${value}::int`,
    ),
  wrong: ({ how }) =>
    how === 'add'
      ? sql`CASE WHEN NOT is_active AND before <> after THEN 'validation.inactive' END`
      : sql`NULL`,
  // Its places are a part of the product: it becomes a new version.
  write: sql`name = record.name`,
  hold: (tx) => holdTree(tx, tree),
  async link(tx, given) {
    const [added, gone] = [onlyIn(given, 'after', 'before'), onlyIn(given, 'before', 'after')]
    const into = await sql<{
      id: number
    }>`SELECT DISTINCT catalogue_id AS id FROM (${added}) AS added`.execute(tx)
    const levels: (number | null)[] = []
    for (const { id } of into.rows)
      levels.push(...levelsTo(await requireParent(tx, tree, id, 'catalogue')), id)
    const left = await sql<{
      ancestors: number[]
    }>`UPDATE catalogue SET is_active = false FROM (${gone}) AS gone
      WHERE catalogue.product_id = gone.product_id AND catalogue.catalogue_id = gone.catalogue_id AND is_active
      RETURNING ancestors`.execute(tx)
    await sql`INSERT INTO catalogue (catalogue_id, product_id, name)
      SELECT added.catalogue_id, product_id, name FROM (${added}) AS added JOIN products ON products.id = product_id
      ORDER BY name, product_id
      ON CONFLICT (catalogue_id, product_id) WHERE is_active DO NOTHING`.execute(tx)
    await tellOfTree(tx, tree, [...new Set([...levels, ...left.rows.flatMap(levelsTo)])])
  },
  json: (text) => sql`to_jsonb(${text}::text)`,
}

/** What can be changed in many products at once. */
export const productBulkRecipe = {
  list: 'products',
  source: productSource,
  sets: {
    price: moneySet('price', 'validation.valid_price'),
    quantity: countSet('quantity'),
    catalogue: placeSet,
  },
} as const
