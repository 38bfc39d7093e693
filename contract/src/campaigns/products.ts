// The products of a campaign with their prices and quantities there.
import * as z from 'zod/mini'
import { id, idOrRecord, idText, many, version } from '../lib/fields/fields.ts'
import { patchOf } from '../lib/http/patch.ts'
import { route } from '../lib/http/route.ts'
import { commonColumns, listBody } from '../lib/lists/list.ts'
import { recordList } from '../lib/lists/record-list.ts'
import { LINES_BYTES, ownPrice, ownQuantity, panel } from './details.ts'

/** A product of a campaign. `own_price` and `own_quantity` are null where the product's apply. */
const campaignProduct = z.object({
  /** The product's id. */
  id: z.int(),
  erp_code: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  /** File name under /api/images/products. */
  image: z.nullable(z.string()),
  is_active: z.boolean(),
  /**
   * The price and quantity that apply in the campaign. In a quantity campaign a product's own quantity is that in stock
   * with what was delivered before it was set, because `ordered` has that too.
   */
  price: z.string(),
  quantity: z.int(),
  own_price: z.nullable(z.string()),
  own_quantity: z.nullable(z.int()),
  product_price: z.string(),
  product_quantity: z.int(),
  /** Pieces that have been ordered in the campaign. */
  ordered: z.int(),
  version: z.int(),
})
export type CampaignProduct = z.infer<typeof campaignProduct>

export const campaignProductList = recordList({
  name: 'campaignProducts',
  noun: {
    cnr: { gender: 'm', title: 'Proizvodi kampanje', one: 'Proizvod', other: 'proizvoda' },
    en: { title: 'Campaign products', one: 'Product', other: 'products' },
    add: { cnr: 'Izaberi proizvode', en: 'Choose products' },
    empty_hint: {
      cnr: 'Izaberite proizvode koje partneri mogu poručiti u kampanji.',
      en: 'Choose the products that partners can order in the campaign.',
    },
  },
  sizes: [10, 20, 30, 50, 100],
  columns: {
    erp_code: { label: { cnr: 'Šifra', en: 'Code' }, filter: 'text' },
    name: commonColumns.name,
    description: { label: { cnr: 'Opis', en: 'Description' }, filter: 'text' },
    price: { label: { cnr: 'Cijena', en: 'Price' }, filter: 'number', money: true },
    quantity: { label: { cnr: 'Količina', en: 'Quantity' }, filter: 'number' },
    ordered: { label: { cnr: 'Poručeno', en: 'Ordered' }, filter: 'number', sort: false },
  },
  search: ['erp_code', 'name', 'description'],
  sort: { by: 'name', desc: false },
})
const change = { audience: 'staff', permission: 'campaigns.change' } as const
const POST = { method: 'POST' } as const

const lineParams = z.strictObject({ campaign_id: idText, product_id: idText })
const lineBody = z.strictObject({ price: ownPrice, quantity: ownQuantity, version })
const update = route({
  ...change,
  method: 'PUT',
  path: '/api/productCampaigns/:campaign_id/:product_id',
  summary: 'Update campaign product',
  description: 'Changes price and quantity in the campaign; null means the values of the product.',
  params: lineParams,
  body: lineBody,
  response: campaignProduct,
})
export const campaignProducts = {
  ...panel('products', campaignProduct, campaignProductList),
  replace: route({
    ...change,
    ...POST,
    path: '/api/productCampaigns',
    summary: 'Replace products of campaign',
    description: 'Returns the new products.',
    body: z.strictObject({ campaign_id: id, products: many(idOrRecord), version }),
    bodyBytes: LINES_BYTES,
    response: z.array(campaignProduct),
  }),
  update,
  patch: patchOf(update, '/api/productCampaigns/:campaign_id/:product_id', lineBody),
  remove: route({
    ...change,
    method: 'DELETE',
    path: '/api/productCampaigns/:campaign_id/:product_id',
    summary: 'Remove product from campaign',
    description: 'Its orders stay.',
    params: lineParams,
    response: z.object({ id: z.int() }),
  }),
  candidateIds: route({
    ...change,
    ...POST,
    path: '/api/campaignDetails/products/ids',
    summary: 'List ids of product candidates for campaign',
    description: 'Returns the ids of all active products that match the filters.',
    body: z.strictObject({ filters: listBody(campaignProductList).shape.filters }),
    response: z.object({ ids: z.array(z.int()) }),
  }),
  usualPrices: route({
    ...change,
    ...POST,
    path: '/api/campaignDetails/products/prices',
    summary: 'List usual prices of products',
    description: 'Returns the prices outside campaigns of those given products that are active.',
    body: z.strictObject({ ids: many(id) }),
    bodyBytes: LINES_BYTES,
    response: z.object({ prices: z.array(z.object({ id: z.int(), price: z.string() })) }),
  }),
}
