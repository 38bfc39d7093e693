import { QUANTITY } from '@kontor/contract/campaigns/kinds'
import { campaignProductList, type campaignProducts } from '@kontor/contract/campaigns/products'
import type { FieldErrors } from '@kontor/contract/lib/http/errors'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Schema } from '../../../lib/database/schema.ts'
import { inTransaction } from '../../../lib/database/transaction.ts'
import { HttpError } from '../../../lib/http/http-error.ts'
import type { HandlerCall } from '../../../lib/http/register-route.ts'
import { requireUnlocked } from '../../../lib/imports/lock.ts'
import { column, listSource, sourcePer } from '../../../lib/lists/source.ts'
import { getRow } from '../../../lib/resources/records.ts'
import { differenceOf } from '../details/rules.ts'
import { wrongRecords } from '../details/wrong-records.ts'
import { deliveredBefore, type LockedCampaign, lockCampaign, price, publishCampaign } from '../table.ts'

/** SQL: the quantity that applies. Where the stock is the limit, it has what was delivered before, as `ordered` has. */
const quantityIn = (campaignId: number) =>
  sql<number>`coalesce(campaign_products.quantity, products.quantity + CASE
    (SELECT campaign_type_id FROM campaigns WHERE id = ${campaignId})
    WHEN ${sql.lit(QUANTITY)} THEN ${deliveredBefore(sql`${campaignId}`)} ELSE 0 END)`
const ordered = sql<number>`(SELECT coalesce(sum(items.quantity), 0) FROM campaign_cart_items AS items
  WHERE items.campaign_id = campaign_products.campaign_id AND items.product_id = products.id)`

const plainColumns = {
  erp_code: column('products', 'erp_code', 'erp_code_folded'),
  name: column('products', 'name', 'name_folded'),
  description: column('products', 'description', 'description_folded'),
}

/** The products of a campaign, with the values that apply there. */
export const campaignProductSource = sourcePer((campaignId: number) =>
  listSource({
    definition: campaignProductList,
    id: sql.ref('campaign_products.product_id'),
    columns: {
      ...plainColumns,
      price: { value: price },
      quantity: { value: quantityIn(campaignId) },
      ordered: { value: ordered },
    },
    tables: ['campaign_products', 'products', 'campaign_cart_items'],
    rows: (db) =>
      db
        .selectFrom('campaign_products')
        .innerJoin('products', 'products.id', 'product_id')
        .select(['products.id', 'erp_code', 'name', 'description', 'image', 'is_active'])
        .select([price.as('price'), quantityIn(campaignId).as('quantity'), ordered.as('ordered')])
        .select(['campaign_products.price as own_price', 'campaign_products.quantity as own_quantity'])
        .select(['products.price as product_price', 'products.quantity as product_quantity'])
        .select('campaign_products.version')
        .where('campaign_id', '=', campaignId),
  }),
)

/** The active products in the columns of a campaign without own prices. */
export const productCandidateSource = listSource({
  definition: campaignProductList,
  id: sql.ref('products.id'),
  columns: {
    ...plainColumns,
    price: column('products', 'price'),
    quantity: column('products', 'quantity'),
    ordered: { value: sql`0` },
  },
  tables: ['products'],
  rows: (db) => db.selectFrom('products').select('id').where('is_active', '=', true),
})

/** The prices of the active ones among some products, outside of campaigns, by id. */
export const usualPrices = (db: Kysely<Schema>, ids: readonly number[]) =>
  db
    .selectFrom('products')
    .select(['id', 'price'])
    .where('id', '=', sql<number>`ANY(${[...ids]}::int[])`)
    .where('is_active', '=', true)
    .orderBy('id')
    .execute()

export interface ProductInput {
  id: number
  /** Unchanged when omitted; null takes the product's. */
  price?: string | null | undefined
  quantity?: number | null | undefined
}

/**
 * Replaces the products of a campaign and writes only differences. Returns errors by index; then nothing is written.
 */
export async function replaceProducts(
  tx: Transaction<Schema>,
  campaign: LockedCampaign,
  input: readonly ProductInput[],
): Promise<FieldErrors> {
  const before = await linesById(tx, campaign.id)
  const wanted = input.map(({ id, price, quantity }) => {
    const { price: ownPrice = null, quantity: ownQuantity = null } = before.get(id) ?? {}
    return {
      id,
      price: price === undefined ? ownPrice : price,
      quantity: quantity === undefined ? ownQuantity : quantity,
    }
  })
  const { gone, added, changed } = differenceOf(before, wanted, ['price', 'quantity'])
  const wrong = await wrongRecords(tx, 'products', wanted, added)
  if (Object.keys(wrong).length > 0) return wrong
  if (gone.length > 0) await removeProducts(tx, campaign.id, gone)
  if (changed.length > 0) await changeProducts(tx, campaign.id, changed)
  if (added.length > 0) await addProducts(tx, campaign.id, added)
  return {}
}

interface Line {
  id: number
  price: string | null
  quantity: number | null
}

async function linesById(tx: Transaction<Schema>, campaignId: number): Promise<Map<number, Line>> {
  const rows = await tx
    .selectFrom('campaign_products')
    .select(['product_id as id', 'quantity', sql<string | null>`trim_scale(price)::text`.as('price')])
    .where('campaign_id', '=', campaignId)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

const removeProducts = (tx: Transaction<Schema>, campaignId: number, ids: readonly number[]) =>
  sql`DELETE FROM campaign_products WHERE campaign_id = ${campaignId} AND product_id = ANY(${ids}::int[])`.execute(
    tx,
  )

const changeProducts = (tx: Transaction<Schema>, campaignId: number, lines: readonly Line[]) =>
  sql`UPDATE campaign_products SET price = given.price, quantity = given.quantity FROM ${givenRows(lines)}
    WHERE campaign_id = ${campaignId} AND campaign_products.product_id = given.product_id
      AND (campaign_products.price, campaign_products.quantity) IS DISTINCT FROM (given.price, given.quantity)`.execute(
    tx,
  )

async function addProducts(tx: Transaction<Schema>, campaignId: number, lines: readonly Line[]) {
  await requireUnlocked(tx, 'products')
  await sql`INSERT INTO campaign_products (campaign_id, product_id, price, quantity)
    SELECT ${campaignId}, product_id, price, quantity FROM ${givenRows(lines)}`.execute(tx)
}

const givenRows = (lines: readonly Line[]) => sql`unnest(${lines.map(({ id }) => id)}::int[],
  ${lines.map(({ price }) => price)}::numeric[], ${lines.map(({ quantity }) => quantity)}::int[])
  AS given(product_id, price, quantity)`

interface ProductParams {
  campaign_id: number
  product_id: number
}

/** Changes the price and the quantity of a product in a campaign; omitted values are not changed. */
export const updateProduct = (
  db: Kysely<Schema>,
  { campaign_id, product_id }: ProductParams,
  { version, ...values }: HandlerCall<typeof campaignProducts.update>['body'],
) =>
  inTransaction(db, async (tx) => {
    await lockCampaign(tx, campaign_id)
    const source = campaignProductSource(campaign_id)
    const before = await getRow(tx, source, product_id)
    if (version !== undefined && version !== before.version)
      throw new HttpError('error.conflict', { current: before })
    const { price = before.own_price, quantity = before.own_quantity } = values
    await changeProducts(tx, campaign_id, [{ id: product_id, price, quantity }])
    const after = await getRow(tx, source, product_id)
    if (after.version !== before.version) await publishCampaign(tx, campaign_id)
    return after
  })

/** Removes a product from a campaign. Throws 404 when it is not in it. */
export const removeProduct = (db: Kysely<Schema>, { campaign_id, product_id }: ProductParams) =>
  inTransaction(db, async (tx) => {
    await lockCampaign(tx, campaign_id)
    await getRow(tx, campaignProductSource(campaign_id), product_id)
    await removeProducts(tx, campaign_id, [product_id])
    await publishCampaign(tx, campaign_id)
    return { id: product_id }
  })
