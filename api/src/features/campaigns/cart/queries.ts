import { type CartTotals, cartList, partnerTotalList } from '@kontor/contract/campaigns/cart'
import { QUANTITY } from '@kontor/contract/campaigns/kinds'
import type { ListRequest } from '@kontor/contract/lib/lists/list'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '../../../lib/database/schema.ts'
import { filtered } from '../../../lib/lists/conditions.ts'
import { listPage } from '../../../lib/lists/list.ts'
import { column, listSource } from '../../../lib/lists/source.ts'
import { TotalCache } from '../../../lib/lists/totals.ts'
import { recordRefOf, recordRefOrNull } from '../../../lib/resources/record-refs.ts'
import { orderedProduct } from '../../products/table.ts'
import '../../partners/table.ts'
import { deliveredBefore, requireCampaign } from '../table.ts'
import { readRollup, rollupFilter } from './rollup.ts'

const total = sql<string>`campaign_cart_items.price * campaign_cart_items.quantity`

/** The lines of all carts. */
export const cartSource = listSource({
  definition: cartList,
  id: sql.ref('campaign_cart_items.id'),
  columns: {
    created_at: column('campaign_cart_items', 'created_at'),
    campaign: column('campaigns', 'name', 'name_folded'),
    campaign_id: column('campaign_cart_items', 'campaign_id'),
    partner: column('partners', 'name', 'name_folded'),
    partner_id: column('campaign_cart_items', 'partner_id'),
    phone: column('partners', 'phone'),
    product_code: column('products', 'erp_code', 'erp_code_folded'),
    product_name: column('products', 'name', 'name_folded'),
    price: column('campaign_cart_items', 'price'),
    quantity: column('campaign_cart_items', 'quantity'),
    total: { value: total },
    ignore_quantity: column('campaign_cart_items', 'ignore_quantity'),
    is_delivered: {
      value: sql.ref('campaign_cart_items.is_delivered'),
      exported: sql`campaign_cart_items.is_delivered::int`,
    },
  },
  tables: ['campaign_cart_items', 'campaigns', 'partners', 'products'],
  // Every line has exactly one of each: PostgreSQL removes left joins that a count or sum does not use.
  rows: (db) =>
    db
      .selectFrom('campaign_cart_items')
      .leftJoin('campaigns', 'campaigns.id', 'campaign_cart_items.campaign_id')
      .leftJoin('partners', 'partners.id', 'campaign_cart_items.partner_id')
      .leftJoin('cities', 'cities.id', 'partners.city_id')
      .leftJoin('products', 'products.id', 'campaign_cart_items.product_id')
      .select(['campaign_cart_items.id', 'campaign_cart_items.created_at', 'campaign_cart_items.updated_at'])
      .select([recordRefOf('campaigns').as('campaign'), recordRefOf('partners').as('partner')])
      .select([
        sql<number>`campaigns.campaign_type_id`.as('campaign_type_id'),
        sql<string>`partners.name`.as('partner_name'),
        sql<string>`products.name`.as('product'),
        sql<string>`products.erp_code`.as('product_code'),
        sql<string>`products.name`.as('product_name'),
        sql<0 | 1>`campaign_cart_items.is_delivered::int`.as('is_delivered'),
      ])
      .select(['partners.phone', recordRefOrNull('cities').as('city'), 'campaign_cart_items.product_id'])
      .select(['campaign_cart_items.price', 'campaign_cart_items.quantity', total.as('total')])
      .select(['campaign_cart_items.ignore_quantity', 'campaign_cart_items.version']),
})

/** The request restricted to the cart of one campaign. */
export const ofCampaign = (id: number, request: ListRequest = {}): ListRequest => ({
  ...request,
  filters: { ...request.filters, campaign_id: String(id) },
})

const delivered = sql.ref<boolean>('campaign_cart_items.is_delivered')
/** SQL: number, pieces and euros of the lines that match a condition. */
const sumsOf = (those: RawBuilder<boolean>) => ({
  items: sql<number>`count(*) FILTER (WHERE ${those})`,
  pieces: sql<number>`coalesce(sum(campaign_cart_items.quantity) FILTER (WHERE ${those}), 0)`,
  total: sql<string>`coalesce(sum(${total}) FILTER (WHERE ${those}), 0.000)`,
})
const asObject = ({ items, pieces, total }: ReturnType<typeof sumsOf>) =>
  sql<{
    items: number
    pieces: number
    total: string
  }>`json_build_object('items', ${items}, 'pieces', ${pieces}, 'total', ${total}::text)`

const orNothing = (sums: RawBuilder<unknown>) =>
  sql<{ items: number; pieces: number; total: string }>`coalesce(${sums},
    json_build_object('items', 0, 'pieces', 0, 'total', '0.000'))`

const all = sumsOf(sql`true`)
const sums = [
  all.items.as('items'),
  all.pieces.as('pieces'),
  all.total.as('total'),
  asObject(sumsOf(delivered)).as('delivered'),
] as const

const totalCache = new TotalCache<CartTotals>(cartSource.tables)

/** Sums of all matching lines, cached until a table changes. */
export const cartTotals = (db: Kysely<Schema>, request: ListRequest) =>
  totalCache.cached(db, JSON.stringify([request.filters, request.show_only_active]), async () => {
    const { changes, ...total } = await readTotals(db, request)
    return { total, changes }
  })

const readTotals = (db: Kysely<Schema>, request: ListRequest) => {
  const of = rollupFilter(request)
  return of ? readRollup(db, of, totalCache.changes) : readLines(db, request)
}

const readLines = (db: Kysely<Schema>, request: ListRequest) =>
  filtered(db, cartSource, request)
    .clearSelect()
    .select(sums)
    .select(asObject(sumsOf(sql`NOT ${delivered}`)).as('undelivered'))
    .select(sql<number>`count(DISTINCT campaign_cart_items.partner_id)`.as('partners'))
    .select(
      sql<string | null>`min(campaign_cart_items.created_at) FILTER (WHERE NOT ${delivered})`.as('oldest'),
    )
    .select(totalCache.changes.as('changes'))
    .executeTakeFirstOrThrow()

/** The sums by partner, of all partners or of these. */
export const partnerTotalSource = (request: ListRequest, ids?: readonly number[]) =>
  listSource({
    definition: partnerTotalList,
    id: sql.ref('partners.id'),
    columns: {
      partner: column('partners', 'name', 'name_folded'),
      items: column('sums', 'items'),
      pieces: column('sums', 'pieces'),
      total: column('sums', 'total'),
    },
    tables: cartSource.tables,
    rows(db) {
      const partner_id = sql.ref<number>('campaign_cart_items.partner_id')
      const lines = filtered(db, cartSource, request)
      const ofPartners = ids ? lines.where(sql<boolean>`${partner_id} = ANY(${ids})`) : lines
      const byPartner = ofPartners
        .clearSelect()
        .select(sums)
        .select(partner_id.as('partner_id'))
        .groupBy(partner_id)
      return db
        .selectFrom(byPartner.as('sums'))
        .innerJoin('partners', 'partners.id', 'sums.partner_id')
        .leftJoin('cities', 'cities.id', 'partners.city_id')
        .select([recordRefOf('partners').as('partner'), 'phone', recordRefOrNull('cities').as('city')])
        .select(['sums.items', 'sums.pieces', 'sums.total', 'sums.delivered'])
    },
  })

/** Partners that the progress of a campaign names. */
const FIRST = 20

/** What was ordered and delivered in a campaign. Throws 404. */
export async function progressOf(db: Kysely<Schema>, id: number) {
  const { campaign_type_id } = await requireCampaign(db, id)
  const request = ofCampaign(id)
  const partners = await listPage(db, partnerTotalSource(request), { options: { itemsPerPage: FIRST } })
  return {
    totals: await cartTotals(db, request),
    products: await productTotals(db, id, campaign_type_id === QUANTITY),
    partners: partners.result,
  }
}

/**
 * Sums by product, the most ordered first; in a quantity campaign also products without orders. Where the stock is the
 * limit: the stock, and what was delivered before it was set.
 */
function productTotals(db: Kysely<Schema>, id: number, isCounted: boolean) {
  const product_id = sql.ref<number>('campaign_cart_items.product_id')
  const lines = filtered(db, cartSource, ofCampaign(id)).clearSelect()
  const short = asObject(sumsOf(sql.ref('campaign_cart_items.ignore_quantity')))
  const byProduct = lines
    .select([...sums, short.as('short'), product_id.as('product_id')])
    .groupBy(product_id)
  const offered = db
    .selectFrom('campaign_products')
    .select(['product_id as offered_id', 'quantity as most'])
    .where('campaign_id', '=', id)
    .where(sql<boolean>`${isCounted}`)
  return db
    .selectFrom(byProduct.as('sums'))
    .fullJoin(offered.as('offered'), 'offered.offered_id', 'sums.product_id')
    .innerJoin('products', (join) =>
      join.on(sql<boolean>`products.id = coalesce(sums.product_id, offered.offered_id)`),
    )
    .select([
      orderedProduct.as('product'),
      sql<number | null>`CASE WHEN offered_id IS NOT NULL
        THEN coalesce(most, products.quantity + ${deliveredBefore(sql`${id}`)}) END`.as('quantity'),
      sql<number>`coalesce(sums.items, 0)`.as('items'),
      sql<number>`coalesce(sums.pieces, 0)`.as('pieces'),
      sql<string>`coalesce(sums.total, 0.000)`.as('total'),
      orNothing(sql.ref('sums.delivered')).as('delivered'),
      orNothing(sql.ref('sums.short')).as('out_of_stock'),
    ])
    .orderBy(sql`coalesce(sums.total, 0)`, 'desc')
    .orderBy('products.name')
    .orderBy('products.id')
    .execute()
}

/** The number of undelivered lines of all campaigns. */
export async function countUndelivered(db: Kysely<Schema>) {
  const waiting = db.selectFrom('campaign_cart_items').where(sql<boolean>`NOT is_delivered`)
  return waiting.select(({ fn }) => fn.countAll<number>().as('items')).executeTakeFirstOrThrow()
}
