import type { PortalProduct, ProductSort, portalCatalogue } from '@kontor/contract/catalogue/portal'
import { type RawBuilder, sql } from 'kysely'
import type { ScopedDb } from '../../../lib/database/scoped-db.ts'
import { orNotFound } from '../../../lib/http/http-error.ts'
import type { HandlerCall } from '../../../lib/http/register-route.ts'
import { column } from '../../../lib/lists/source.ts'
import { available, isAvailable, matchesWords, stockInWords } from '../../products/scope.ts'

/** The ancestors of a category and the category itself, from the root; empty at the root. Throws 404. */
async function pathTo(scoped: ScopedDb, id: number | undefined) {
  if (id === undefined) return []
  const category = scoped
    .selectFrom('catalogue')
    .select(sql<number[]>`ancestors || id`.as('path'))
    .where('id', '=', id)
    .where('product_id', 'is', null)
  const { path } = orNotFound(await category.executeTakeFirst())
  return named(scoped, path)
}

/** Categories with their names, in the order of the ids. */
async function named(scoped: ScopedDb, ids: readonly number[]) {
  const rows = await scoped
    .selectFrom('catalogue')
    .select(['id', 'name'])
    .where(sql<boolean>`id = ANY(${ids}::int[])`)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** The direct subcategories of a category, each with the number of products in its subtree. */
export async function listCategoriesFor(
  scoped: ScopedDb,
  { in: of }: HandlerCall<typeof portalCatalogue.categories>['query'],
) {
  const path = await pathTo(scoped, of)
  const rows = await scoped
    .selectFrom('catalogue')
    .select(['id', 'name', 'description'])
    .where(sql<boolean>`catalogue_id IS NOT DISTINCT FROM ${of ?? null}::int`)
    .where('product_id', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute()
  const counted = await scoped
    .selectFrom('catalogue')
    .select(sql<number>`ancestors[${path.length + 1}::int]`.as('category'))
    .select(sql<number>`count(DISTINCT product_id)`.as('products'))
    .where('product_id', 'is not', null)
    .where(isUnder(of))
    .groupBy('category')
    .execute()
  const products = new Map(counted.map((row) => [row.category, row.products]))
  return { path, result: rows.map((row) => ({ ...row, products: products.get(row.id) ?? 0 })) }
}

const isUnder = (id: number | undefined) =>
  id === undefined ? sql<boolean>`true` : sql<boolean>`ancestors @> ARRAY[${id}::int]`

/** Products per page. */
const PAGE = 50

const described = column('products', 'description', 'description_folded')
const orders: Record<ProductSort, RawBuilder<unknown>> = {
  name: sql`products.name`,
  stock: sql`${isAvailable} DESC, products.name`,
  price: sql`products.price, products.name`,
  '-price': sql`products.price DESC, products.name`,
}

const shown = (scoped: ScopedDb) =>
  scoped
    .selectFrom('products')
    .select(['products.id', 'erp_code', 'products.name', 'products.description', 'image', 'price'])
    .select(available.as('available'))
const inWords = ({
  available,
  ...product
}: Omit<PortalProduct, 'stock' | 'pieces'> & { available: number }) => ({
  ...product,
  ...stockInWords(available),
})

/** A page of the products in the subtree of a category, or of all, each once. */
export async function listProductsFor(
  scoped: ScopedDb,
  { in: of, search = '', sort = 'name', offset = '0' }: HandlerCall<typeof portalCatalogue.products>['query'],
) {
  await pathTo(scoped, of)
  const placed = scoped
    .selectFrom('catalogue')
    .select(sql<number>`product_id`.as('id'))
    .where('product_id', 'is not', null)
    .where(isUnder(of))
  const about = matchesWords(search, described)
  const rows = await shown(scoped)
    .where('products.id', 'in', placed)
    .where(about)
    .orderBy(orders[sort])
    .orderBy('products.id')
    .limit(PAGE)
    .offset(Number(offset))
    .execute()
  const { total } = await scoped
    .selectFrom('products')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('products.id', 'in', placed)
    .where(about)
    .executeTakeFirstOrThrow()
  return { result: rows.map(inWords), total_rows: total }
}

/** A product with the paths to it. Throws 404, whether it is hidden or does not exist. */
export async function getProductFor(scoped: ScopedDb, id: number) {
  const product = orNotFound(await shown(scoped).where('products.id', '=', id).executeTakeFirst())
  const nodes = await scoped
    .selectFrom('catalogue')
    .select('ancestors')
    .where('product_id', '=', id)
    .orderBy('id')
    .execute()
  const categories = await Promise.all(nodes.map(({ ancestors }) => named(scoped, ancestors)))
  return { ...inWords(product), categories }
}
