// What is said of a product beside its list: what is left of it, how price and stock have gone, and where it is offered.
import * as z from 'zod/mini'
import { idParams, moment } from '../lib/fields/fields.ts'
import { route } from '../lib/http/route.ts'
import { choice } from '../lib/lists/selection.ts'

/** Days that the lines of price and stock look back on. */
export const GLANCE_DAYS = 84
/** Places of each kind that are named; the others are counted. */
export const GLANCE_PLACES = 3

const line = z.array(z.object({ at: moment, value: z.string() }))
const offered = <Shape extends z.core.$ZodLooseShape>(more: Shape) =>
  z.optional(z.object({ count: z.int(), first: z.array(z.object({ ...choice.shape, ...more })) }))

const glance = z.object({
  /** Pieces that nobody has ordered from the catalogue since the quantity was last said. */
  free: z.int(),
  /** Pieces that partners asked for in thirty days, wherever; only for whoever may see orders and carts. */
  asked: z.optional(z.int()),
  /** What stood there first, then each change, then what stands there now, the latest last. */
  price: line,
  quantity: line,
  /** Where it is offered, each only for whoever may see it there; those that partners see come first. */
  campaigns: offered({ price: z.string(), is_shown: z.boolean() }),
  catalogue: offered({ path: z.array(z.string()), is_shown: z.boolean() }),
  sliders: offered({ is_shown: z.boolean() }),
})
export type ProductSummary = z.infer<typeof glance>

export const productSummary = route({
  method: 'GET',
  path: '/api/products/:id/glance',
  audience: 'staff',
  permission: 'products.see',
  summary: 'What is left of a product, how its price and stock have gone, and where it is offered',
  params: idParams,
  reply: glance,
})
