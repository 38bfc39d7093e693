import * as z from 'zod/mini'
import { stockWords } from '../catalogue/portal.ts'
import { id, moment, offset, pieces, shownPrice } from '../lib/fields/fields.ts'
import { route } from '../lib/http/route.ts'
import { recordRef } from '../lib/lists/list.ts'

/** Maximum lines of one basket. */
export const MAX_LINES = 200

/** A line of an order: from the catalogue or, with `campaign_id`, from a campaign. */
const basketLine = z.strictObject({
  product_id: id,
  campaign_id: z.optional(z.nullable(id)),
  quantity: pieces,
  /** The price that the partner was shown; when it has changed, nothing is ordered. */
  price: shownPrice,
  /** Orders it although there is not enough in stock. */
  ignore_quantity: z.optional(z.boolean()),
})
export type BasketLine = z.input<typeof basketLine>

/** A stored line. `campaign` is null for one from the catalogue. */
const portalOrderLine = z.object({
  id: z.int(),
  campaign: z.nullable(recordRef),
  product: z.object({ id: z.int(), erp_code: z.string(), name: z.string(), image: z.nullable(z.string()) }),
  price: z.string(),
  quantity: z.int(),
  total: z.string(),
  ignore_quantity: z.boolean(),
  /** False when the office has deactivated it. */
  is_active: z.boolean(),
})
export type PortalOrderLine = z.infer<typeof portalOrderLine>

/** Lines that were ordered together from the catalogue. */
const portalOrder = z.object({
  basket: z.string(),
  created_at: moment,
  lines: z.array(portalOrderLine),
  /** Sum of its active lines. */
  pieces: z.int(),
  total: z.string(),
})
export type PortalOrder = z.infer<typeof portalOrder>

/** The current state of a product in a basket. */
const basketProduct = z.object({
  product_id: z.int(),
  campaign_id: z.nullable(z.int()),
  /** Null when this partner cannot order it any more; then the other values are null as well. */
  price: z.nullable(z.string()),
  stock: z.nullable(z.enum(stockWords)),
  pieces: z.nullable(z.int()),
  /** Pieces available to the line after those before it; null when they suffice and are more than ten. */
  available: z.nullable(z.int()),
})

const partner = { audience: 'partner' } as const

export const portalOrders = {
  place: route({
    ...partner,
    method: 'POST',
    path: '/api/app/basket',
    summary: 'Order basket',
    description:
      'Orders all lines or none. Too little stock that a line does not ignore returns 422 `order.short`, with the available quantities in `short`.',
    body: z.strictObject({
      lines: z
        .array(basketLine)
        .check(z.minLength(1, 'validation.field'), z.maxLength(MAX_LINES, 'validation.too_many')),
    }),
    response: z.object({
      basket: z.nullable(z.string()),
      lines: z.array(portalOrderLine),
      total: z.string(),
    }),
    idempotent: true,
  }),
  check: route({
    ...partner,
    method: 'POST',
    path: '/api/app/basket/check',
    summary: 'Check basket',
    description:
      'Returns the current price and stock of its products, or that they cannot be ordered. With quantities it also returns how many pieces are available to a line that wants more.',
    body: z.strictObject({
      lines: z
        .array(
          z.strictObject({
            product_id: id,
            campaign_id: z.optional(z.nullable(id)),
            quantity: z.optional(pieces),
          }),
        )
        .check(z.maxLength(MAX_LINES, 'validation.too_many')),
    }),
    response: z.array(basketProduct),
    whileViewing: true,
  }),
  index: route({
    ...partner,
    method: 'GET',
    path: '/api/app/catalogue/orders',
    summary: 'List own catalogue orders',
    description: 'Returns 20 orders from `offset` on, the newest first.',
    query: z.strictObject({
      offset,
    }),
    response: z.object({ result: z.array(portalOrder), total_rows: z.int() }),
  }),
}
