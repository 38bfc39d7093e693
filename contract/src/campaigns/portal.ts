import * as z from 'zod/mini'
import { portalProduct } from '../catalogue/portal.ts'
import { id, idParams, moment, offset, pieces, text, version } from '../lib/fields/fields.ts'
import { route } from '../lib/http/route.ts'
import { recordRef } from '../lib/lists/list.ts'
import { campaignType } from './kinds.ts'

/** Orders the line although there is not enough in stock, in a campaign without limited quantities. */
const ignore_quantity = z.optional(z.boolean())

/** A campaign in the list of its partners. */
const portalCampaignRow = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  /** File name under /api/images/campaigns. */
  image: z.string(),
  campaign_type_id: campaignType,
  /** Its last day. */
  visible_until: z.nullable(z.string()),
  updated_at: moment,
  products: z.int(),
  /** Pieces that this partner has ordered, and pieces that were delivered to it. */
  ordered: z.int(),
  delivered: z.int(),
})
export type PortalCampaignRow = z.infer<typeof portalCampaignRow>

/**
 * A product of a campaign. `quantity` is the number of pieces left in a campaign with limited quantities, otherwise
 * null.
 */
const portalCampaignProduct = z.extend(portalProduct, {
  /** The product's own price where the campaign's differs. */
  regular_price: z.nullable(z.string()),
  quantity: z.nullable(z.int()),
})
export type PortalCampaignProduct = z.infer<typeof portalCampaignProduct>

/** A line of the partner's cart. It can be changed and removed until it is delivered. */
const portalCartItem = z.object({
  id: z.int(),
  campaign: recordRef,
  product: z.object({ id: z.int(), erp_code: z.string(), name: z.string(), image: z.nullable(z.string()) }),
  price: z.string(),
  quantity: z.int(),
  total: z.string(),
  /** Ordered although there was not enough in stock. */
  ignore_quantity: z.boolean(),
  is_delivered: z.boolean(),
  version: z.int(),
  created_at: moment,
})
export type PortalCartItem = z.infer<typeof portalCartItem>

/** The details of one campaign. */
const portalCampaign = z.extend(portalCampaignRow, {
  /** The partner's cash: euros or a percentage (`5%`); null where the campaign has none. */
  cash: z.nullable(z.string()),
  /** Euros that the partner has ordered for, and what is left of a cash in euros, at least 0. */
  spent: z.string(),
  cash_left: z.nullable(z.string()),
  items: z.array(portalCartItem),
})
export type PortalCampaign = z.infer<typeof portalCampaign>

const partner = { audience: 'partner' } as const

export const portalCampaigns = {
  index: route({
    ...partner,
    method: 'GET',
    path: '/api/app/campaigns',
    summary: 'List own campaigns',
    description: 'Returns the active and visible campaigns of the partner, the last changed first.',
    response: z.array(portalCampaignRow),
  }),
  one: route({
    ...partner,
    method: 'GET',
    path: '/api/app/campaigns/:id',
    summary: 'Get own campaign',
    description: 'Includes the partner’s cart.',
    params: idParams,
    response: portalCampaign,
  }),
  products: route({
    ...partner,
    method: 'GET',
    path: '/api/app/campaigns/:id/products',
    summary: 'List products of own campaign',
    description: 'Returns those from `offset` on, sorted by name; `search` filters by words in code or name.',
    params: idParams,
    query: z.strictObject({
      search: z.optional(text({ max: 200 })),
      offset,
    }),
    response: z.object({ result: z.array(portalCampaignProduct), total_rows: z.int() }),
  }),
  add: route({
    ...partner,
    method: 'POST',
    path: '/api/app/campaigns/:id/cart',
    summary: 'Add own cart line',
    description:
      'Orders a product of the campaign. Each call with a new Idempotency-Key adds a line. Too little stock that is not ignored returns 422 `order.short`, with the available quantity in `short`.',
    params: idParams,
    body: z.strictObject({
      product_id: id,
      quantity: pieces,
      /** The price that the partner was shown; when it has changed, nothing is ordered. */
      price: z.optional(z.string()),
      ignore_quantity,
    }),
    response: portalCartItem,
    idempotent: true,
  }),
  cart: route({
    ...partner,
    method: 'GET',
    path: '/api/app/cart',
    summary: 'List own cart',
    description: 'The newest lines come first.',
    response: z.array(portalCartItem),
  }),
  change: route({
    ...partner,
    method: 'PUT',
    path: '/api/app/cart/:id',
    summary: 'Update own cart line',
    description:
      'Changes the quantity of an undelivered line; it can only grow while the price is the same. Too little stock returns the same error as for a new line.',
    params: idParams,
    body: z.strictObject({ quantity: pieces, version, ignore_quantity }),
    response: portalCartItem,
  }),
  remove: route({
    ...partner,
    method: 'DELETE',
    path: '/api/app/cart/:id',
    summary: 'Withdraw own cart line',
    description:
      'Only undelivered lines can be withdrawn; with a `version` only when it has not changed since.',
    params: idParams,
    body: z.optional(z.nullable(z.strictObject({ version }))),
    response: z.object({ id: z.int() }),
  }),
}
