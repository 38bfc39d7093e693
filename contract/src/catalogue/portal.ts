import * as z from 'zod/mini'
import { idParams, idText, text } from '../lib/fields/fields.ts'
import { route } from '../lib/http/route.ts'
import { choice } from '../lib/lists/list.ts'

/** Stock as partners see it: enough, few (with the number), none. */
export const stockWords = ['in_stock', 'few', 'none'] as const

/** A product that this partner can order. */
const appProduct = z.object({
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
export type AppProduct = z.infer<typeof appProduct>

/** A category, with the number of products in it and below it. */
const appCategory = z.object({
  id: z.int(),
  name: z.string(),
  description: z.nullable(z.string()),
  products: z.int(),
})
export type AppCategory = z.infer<typeof appCategory>

/** Sort orders of products: by name, those in stock first, by price up or down. */
export const productSorts = ['name', 'stock', 'price', '-price'] as const
export type ProductSort = (typeof productSorts)[number]

const partner = { audience: 'partner' } as const

export const appCatalogue = {
  categories: route({
    ...partner,
    method: 'GET',
    path: '/api/app/catalogue',
    summary: 'The categories in a category (`in`; without it at the top), and the way to it',
    query: z.strictObject({ in: z.optional(idText) }),
    reply: z.object({ path: z.array(choice), result: z.array(appCategory) }),
  }),
  products: route({
    ...partner,
    method: 'GET',
    path: '/api/app/catalogue/products',
    summary:
      'Fifty products after the first `offset`: of a category and all below it, of all without `in`; whose code, name or description holds the words of `search`. Each once, wherever it stands',
    query: z.strictObject({
      in: z.optional(idText),
      search: z.optional(text({ max: 200, code: true })),
      sort: z.optional(z.enum(productSorts)),
      /** Number of rows to skip. */
      offset: z.optional(z.string().check(z.regex(/^\d{1,6}$/, 'validation.page'))),
    }),
    reply: z.object({ result: z.array(appProduct), total_rows: z.int() }),
  }),
  product: route({
    ...partner,
    method: 'GET',
    path: '/api/app/catalogue/products/:id',
    summary: 'One product, with the categories that it stands in',
    params: idParams,
    reply: z.extend(appProduct, { categories: z.array(z.array(choice)) }),
  }),
}
