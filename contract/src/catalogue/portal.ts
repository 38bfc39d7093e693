import * as z from 'zod/mini'
import { idParams, idText, offset, text } from '../lib/fields/fields.ts'
import { route } from '../lib/http/route.ts'
import { recordRef } from '../lib/lists/list.ts'

/** Stock as partners see it: enough, few (with the number), none. */
export const stockWords = ['in_stock', 'few', 'none'] as const

/** A product that this partner can order. */
export const portalProduct = z.object({
  /** The product's id. */
  id: z.int(),
  erp_code: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  /** File name under /api/images/products. */
  image: z.nullable(z.string()),
  /** Euros. */
  price: z.string(),
  stock: z.enum(stockWords),
  /** Pieces in stock when they are few. */
  pieces: z.nullable(z.int()),
})
export type PortalProduct = z.infer<typeof portalProduct>

/** A category, with the number of products in it and below it. */
const portalCategory = z.object({
  id: z.int(),
  name: z.string(),
  description: z.nullable(z.string()),
  products: z.int(),
})
export type PortalCategory = z.infer<typeof portalCategory>

/** Sort orders of products: by name, those in stock first, by price up or down. */
export const productSorts = ['name', 'stock', 'price', '-price'] as const
export type ProductSort = (typeof productSorts)[number]

const partner = { audience: 'partner' } as const

export const portalCatalogue = {
  categories: route({
    ...partner,
    method: 'GET',
    path: '/api/app/catalogue',
    summary: 'List visible catalogue categories',
    description: 'Returns the categories in the category `in` (without it: at the root), and the path to it.',
    query: z.strictObject({ in: z.optional(idText) }),
    response: z.object({ path: z.array(recordRef), result: z.array(portalCategory) }),
  }),
  products: route({
    ...partner,
    method: 'GET',
    path: '/api/app/catalogue/products',
    summary: 'List visible catalogue products',
    description:
      'Returns 50 products from `offset` on: of the category `in` with its subcategories, or of all. `search` filters by words in code, name or description. Each product is returned once.',
    query: z.strictObject({
      in: z.optional(idText),
      search: z.optional(text({ max: 200, code: true })),
      sort: z.optional(z.enum(productSorts)),
      offset,
    }),
    response: z.object({ result: z.array(portalProduct), total_rows: z.int() }),
  }),
  product: route({
    ...partner,
    method: 'GET',
    path: '/api/app/catalogue/products/:id',
    summary: 'Get visible catalogue product',
    description: 'Includes the categories in which it is.',
    params: idParams,
    response: z.extend(portalProduct, { categories: z.array(z.array(recordRef)) }),
  }),
}
