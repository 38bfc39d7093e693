import type { Insertable, Kysely } from 'kysely'
import type { Schema } from '../src/lib/database/schema.ts'
import '../src/features.ts'
import { makeProduct } from './make.ts'

let count = 0
const next = () => (count += 1)

/** A category of the catalogue, at the root by default; with categories of partners that see it. */
export async function makeCatalogueNode(
  db: Kysely<Schema>,
  {
    category_ids = [],
    ...values
  }: Partial<Insertable<Schema['catalogue']>> & { category_ids?: number[] } = {},
) {
  const node = await db
    .insertInto('catalogue')
    .values({ name: `Grupa ${next()}`, description: null, catalogue_id: null, product_id: null, ...values })
    .returningAll()
    .executeTakeFirstOrThrow()
  const links = category_ids.map((category_id) => ({ catalogue_id: node.id, category_id }))
  if (links.length > 0) await db.insertInto('catalogue_categories').values(links).execute()
  return node
}

/** A product's node in a category; of a new product unless one is given. */
export async function makePlace(
  db: Kysely<Schema>,
  catalogue_id: number,
  ofProduct: Partial<Insertable<Schema['products']>> & { id?: number } = {},
) {
  const { id: product_id, name = 'Proizvod' } = ofProduct.id ? ofProduct : await makeProduct(db, ofProduct)
  const node = await makeCatalogueNode(db, { catalogue_id, product_id: product_id as number, name })
  return { ...node, product_id: product_id as number }
}
