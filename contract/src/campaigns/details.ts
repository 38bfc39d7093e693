// The details of a campaign: its categories, partners and products, saved together.
import * as z from 'zod/mini'
import { id, idParams, idText, MAX_ID, many, version, wholeNumber } from '../lib/fields/fields.ts'
import { route } from '../lib/http/route.ts'
import {
  commonColumns,
  type ListDefinition,
  listBody,
  listQuery,
  PAGE_OR_FILE,
  paged,
  recordRef,
} from '../lib/lists/list.ts'
import { recordList } from '../lib/lists/record-list.ts'
import { decimal, moneyOrPercent } from '../lib/numbers/decimal-field.ts'

export const MAX_CATEGORIES = 500
/** Twenty thousand whole records, as lists return them, are some five megabytes. */
export const LINES_BYTES = 5 * 1024 * 1024
/** Fifty thousand ids, with room for blanks. */
export const IDS_BYTES = 1024 * 1024

const campaignCategory = z.object({ id: z.int(), name: z.string(), is_active: z.boolean() })
export type CampaignCategory = z.infer<typeof campaignCategory>

export const campaignCategoryList = recordList({
  name: 'campaignCategories',
  noun: {
    cnr: { gender: 'f', title: 'Kategorije kampanje', one: 'Kategorija', other: 'kategorija' },
    en: { title: 'Campaign categories', one: 'Category', other: 'categories' },
    add: { cnr: 'Izaberi kategorije', en: 'Choose categories' },
    empty_hint: {
      cnr: 'Kategorije određuju koji partneri mogu biti u kampanji.',
      en: 'Categories decide which partners can be in the campaign.',
    },
  },
  columns: { name: commonColumns.name },
  search: ['name'],
  sort: { by: 'name', desc: false },
})

/** The price or quantity of a product in a campaign; null means the product's own. */
export const ownPrice = z.optional(z.nullable(decimal({ above: 0, message: 'validation.valid_price' })))
export const ownQuantity = z.optional(
  z.nullable(wholeNumber({ min: 0, max: MAX_ID, message: 'validation.valid_quantity' })),
)

/** The three sets of a campaign. An omitted set is not changed. */
const campaignDetailsBody = z.strictObject({
  categories: z.optional(many(z.looseObject({ category_id: id }), MAX_CATEGORIES)),
  /** `cash` is required in campaigns of the price type, and ignored in others. */
  partners: z.optional(many(z.looseObject({ partner_id: id, cash: z.optional(z.nullable(moneyOrPercent)) }))),
  /** An omitted price or quantity is not changed; null resets it to the product's own. */
  products: z.optional(many(z.looseObject({ product_id: id, price: ownPrice, quantity: ownQuantity }))),
  /** The `details_version` that the client has read; an outdated one is answered with 409. */
  version,
})

const campaignDetails = z.object({
  id: z.int(),
  /** The campaign's `details_version`. */
  version: z.int(),
  categories: z.array(z.object({ category_id: z.int() })),
  partners: z.array(z.object({ partner_id: z.int(), cash: z.string() })),
  products: z.array(
    z.object({ product_id: z.int(), price: z.nullable(z.string()), quantity: z.nullable(z.int()) }),
  ),
  /**
   * In a quantity campaign, by product: pieces that were delivered before its stock was set. Where it has no quantity of
   * its own, they and the stock are what applies.
   */
  delivered: z.array(z.object({ product_id: z.int(), pieces: z.int() })),
  /**
   * Partners that were removed with a category because they share none of the others: their number, and the first by
   * name.
   */
  removed: z.object({ count: z.int(), partners: z.array(recordRef) }),
})
export type CampaignDetails = z.infer<typeof campaignDetails>

const see = { audience: 'staff', permission: 'campaigns.see' } as const
const change = { audience: 'staff', permission: 'campaigns.change' } as const
const POST = { method: 'POST' } as const
export const ofCampaign = z.strictObject({ campaign_id: idText })

/**
 * Declares a list of a campaign: the whole list at the documents’ path, its alias with `?campaign_id=`, and a paged
 * one.
 */
export const panel = <const P extends string, T extends z.ZodMiniType, C extends string>(
  part: P,
  row: T,
  definition: ListDefinition<C>,
) => {
  const path = `/api/campaignDetailsById/${part}` as const
  const query = listQuery(definition)
  const whole = {
    ...see,
    method: 'GET',
    summary: `List ${part} of a campaign`,
    response: z.array(row),
  } as const
  return {
    all: route({ ...whole, path: `${path}/:campaign_id`, params: ofCampaign, query }),
    allByQuery: route({
      ...whole,
      summary: `${whole.summary} (id in query)`,
      path,
      query: z.extend(query, { campaign_id: idText }),
    }),
    index: route({
      ...see,
      ...POST,
      path: `${path}/:campaign_id/index`,
      summary: `Search ${part} of a campaign`,
      description: PAGE_OR_FILE,
      params: ofCampaign,
      body: listBody(definition),
      response: paged(row),
    }),
  }
}

export const campaignCategories = panel('categories', campaignCategory, campaignCategoryList)

export const details = {
  one: route({
    ...see,
    method: 'GET',
    path: '/api/campaignDetails/:id',
    summary: 'Get campaign details',
    description: 'Returns the ids of its categories, partners and products.',
    params: idParams,
    response: campaignDetails,
  }),
  save: route({
    ...change,
    method: 'PUT',
    path: '/api/campaignDetails/:id',
    summary: 'Replace campaign details',
    description:
      'Replaces categories, partners and products together. With `version` it returns 409 if they changed since.',
    params: idParams,
    body: campaignDetailsBody,
    bodyBytes: LINES_BYTES,
    response: campaignDetails,
  }),
}
