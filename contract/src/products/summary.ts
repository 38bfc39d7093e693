// The summary of a product next to its list: available stock, price and stock over time, and where it is offered.
import * as z from 'zod/mini'
import { idParams, moment } from '../lib/fields/fields.ts'
import { route } from '../lib/http/route.ts'
import { recordRef } from '../lib/lists/list.ts'

/** Days of the lines of price and stock. */
export const TREND_DAYS = 84
/** Offers of each kind that are named; the others are only counted. */
export const NAMED_OFFERS = 3

const line = z.array(z.object({ at: moment, value: z.string() }))
const offered = <Shape extends z.core.$ZodLooseShape>(more: Shape) =>
  z.optional(z.object({ count: z.int(), first: z.array(z.object({ ...recordRef.shape, ...more })) }))

const productSummaryShape = z.object({
  /** Pieces in stock minus those ordered from the catalogue and in promotions since the quantity was last set. */
  free: z.int(),
  /** Pieces that partners have ordered anywhere in thirty days; only with the permissions for all of it. */
  asked: z.optional(z.int()),
  /** The value at the beginning, then each change, then the current value. */
  price: line,
  quantity: line,
  /** Where it is offered, each kind only with its permission; those that partners see come first. */
  campaigns: offered({ price: z.string(), is_shown: z.boolean() }),
  catalogue: offered({ path: z.array(z.string()), is_shown: z.boolean() }),
  sliders: offered({ is_shown: z.boolean() }),
})
export type ProductSummary = z.infer<typeof productSummaryShape>

export const productSummary = route({
  method: 'GET',
  path: '/api/products/:id/glance',
  audience: 'staff',
  permission: 'products.see',
  summary: 'Get product summary',
  description:
    'Returns the available stock, the history of price and stock, and where the product is offered.',
  params: idParams,
  response: productSummaryShape,
})
