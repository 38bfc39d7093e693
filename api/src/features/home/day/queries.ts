import { QUANTITY } from '@kontor/contract/campaigns/kinds'
import {
  DAYS,
  type DayOrders,
  type Debts,
  demandPermissions,
  type Missing,
  type Running,
  type Source,
  sources,
} from '@kontor/contract/home/day'
import { keysOf } from '@kontor/contract/lib/lists/keys'
import { type Kysely, sql } from 'kysely'
import type { CurrentUser } from '../../../lib/auth/guard.ts'
import { officeToday } from '../../../lib/database/office-time.ts'
import type { Schema } from '../../../lib/database/schema.ts'
import { TotalCache } from '../../../lib/lists/totals.ts'
import { deliveredBefore, isShown } from '../../campaigns/table.ts'
import { orderedSince } from '../../products/scope.ts'
import { storedCount } from '../table.ts'

/** Rows of each part; the linked lists have all. */
const LIMITS = { debts: 7, campaigns: 4, missing: 3 } as const
const since = sql`office_day() - ${sql.lit(DAYS - 1)}`

interface DaySum {
  source: Source
  day: string
  orders: number
  total: string
}

/** Orders by day from the daily sums, of every source that the user may see. */
export async function ordersByDay(db: Kysely<Schema>, { permissions }: CurrentUser): Promise<DayOrders> {
  const { rows } = await sql<DaySum>`
    SELECT 'catalogue' AS source, day, sum(orders)::bigint AS orders, sum(total)::numeric(24,3) AS total
      FROM catalogue_orders_daily WHERE is_active AND day BETWEEN ${since} AND office_day()
      GROUP BY day HAVING sum(orders) > 0
    UNION ALL SELECT source, day, sum(orders)::bigint, sum(total)::numeric(24,3)
      FROM orders_daily WHERE day BETWEEN ${since} AND office_day()
      GROUP BY source, day HAVING sum(orders) > 0
    ORDER BY day`.execute(db)
  const range = await sql<{ from: string; until: string }>`
    SELECT (${since})::date AS from, office_day() AS until`.execute(db)
  const visibleSources = keysOf(sources).filter((source) => permissions.has(`${sources[source]}.see`))
  const of = (source: Source) =>
    rows.filter((row) => row.source === source).map(({ source: _, ...sum }) => sum)
  return {
    ...(range.rows[0] ?? { from: '', until: '' }), // a SELECT without FROM returns one row
    sources: Object.fromEntries(visibleSources.map((source) => [source, of(source)])),
  }
}

/**
 * Partners over their limit first, then by overdue debt, then by how near the debt is to its limit; percentages are
 * ignored.
 */
export async function largestDebts(db: Kysely<Schema>, { permissions }: CurrentUser): Promise<Debts> {
  if (!permissions.has('partners.see')) return { partners: [] }
  const overdue = sql`CASE WHEN out_of_currency_percent THEN 0 ELSE out_of_currency END`
  const limit = sql`CASE WHEN debit_limit_percent THEN NULL ELSE nullif(debit_limit, 0) END`
  const { rows } = await sql<Debts['partners'][number]>`
    SELECT id, name, debt, (${overdue})::numeric(13,3) AS overdue, (${limit})::numeric(13,3) AS limit
    FROM partners WHERE is_active AND debt > 0 AND NOT debt_percent
    ORDER BY coalesce(debt > ${limit}, false) DESC, ${overdue} DESC, debt / ${limit} DESC NULLS LAST, id LIMIT ${sql.lit(LIMITS.debts)}`.execute(
    db,
  )
  return { partners: rows }
}

type Campaign = Running['campaigns'][number]

/** Without cart sums; also counts the partners that see a campaign without listed partners. */
interface Shown {
  shown: number
  campaigns: (Omit<Campaign, 'ordered' | 'of' | 'buyers' | 'partners'> & {
    sharing: number
    pieces: number | null
  })[]
}

const campaignCache = new TotalCache<Shown>([
  ...(['campaigns', 'campaign_categories', 'campaign_partners', 'campaign_products'] as const),
  ...(['partner_categories', 'categories', 'partners', 'products'] as const),
])

/** Progress of the campaigns that partners see today; the cart sums need another permission than the campaigns. */
export async function runningCampaigns(db: Kysely<Schema>, { permissions }: CurrentUser): Promise<Running> {
  const { shown, campaigns } = await shownCampaigns(db)
  return { shown, campaigns: permissions.has('cart.see') ? await withProgress(db, campaigns) : [] }
}

/** The campaigns that end first, cached until a table other than the carts changes. */
async function shownCampaigns(db: Kysely<Schema>): Promise<Shown> {
  return campaignCache.cached(db, await officeToday(db), async () => {
    const { rows } = await sql<Shown & { changes: number }>`
      WITH shown AS MATERIALIZED (SELECT id, name, campaign_type_id, visible_until FROM campaigns WHERE ${isShown}),
      first AS (SELECT * FROM shown ORDER BY visible_until NULLS LAST, id LIMIT ${sql.lit(LIMITS.campaigns)})
      SELECT (SELECT count(*) FROM shown) AS shown, ${campaignCache.changes} AS changes, coalesce((
        SELECT json_agg(json_build_object('id', id, 'name', name, 'campaign_type_id', campaign_type_id,
          'visible_until', visible_until, 'days_left', visible_until - office_day(),
          'sharing', (${sharing}), 'pieces', (${campaignPieces})) ORDER BY visible_until NULLS LAST, id)
        FROM first), '[]') AS campaigns`.execute(db)
    const { changes, ...total } = rows[0] ?? { shown: 0, campaigns: [], changes: 0 }
    return { total, changes }
  })
}

/**
 * Ordered pieces and euros of campaigns, number of buyers, and used cash; orders beyond a partner's cash do not count.
 * Added up from the rollups, including buyer deltas that are not applied yet.
 */
async function withProgress(db: Kysely<Schema>, campaigns: Shown['campaigns']): Promise<Campaign[]> {
  const { rows } = await sql<Campaign>`
    SELECT first.id, name, campaign_type_id, visible_until, days_left,
      CASE WHEN campaign_type_id = ${sql.lit(QUANTITY)} THEN sums.pieces WHEN most IS NULL THEN total ELSE cash_used END::text AS ordered,
      most::text AS of, buyers, greatest(buyers, sharing, partners) AS partners
    FROM jsonb_to_recordset(${JSON.stringify(campaigns)}::jsonb) AS first (id int, name text,
      campaign_type_id int, visible_until text, days_left int, sharing bigint, pieces bigint),
      LATERAL (${sumsOf}) AS sums,
      LATERAL (SELECT nullif(CASE campaign_type_id WHEN ${sql.lit(QUANTITY)} THEN first.pieces ELSE cash END, 0) AS most) AS most
    ORDER BY visible_until NULLS LAST, id`.execute(db)
  return rows
}

/** SQL: the sums of the campaign `first` of a query. */
export const sumsOf = sql`SELECT coalesce(sum(pieces), 0)::bigint AS pieces, coalesce(sum(total), 0)::numeric(24,3) AS total,
    coalesce(sum(partners), 0)::bigint AS partners, coalesce(sum(cash), 0)::numeric(24,3) AS cash,
    coalesce(sum(buyers), 0)::bigint AS buyers, coalesce(sum(cash_used), 0)::numeric(24,3) AS cash_used
  FROM (SELECT pieces, total, partners, cash, buyers, cash_used FROM campaign_sums WHERE campaign_id = first.id
    UNION ALL SELECT 0, 0, 0, 0, now.buyers - coalesce(last.buyers, 0), now.cash_used - coalesce(last.cash_used, 0)
      FROM (SELECT DISTINCT campaign_id, partner_id FROM campaign_buyer_deltas WHERE campaign_id = first.id) AS noted
      CROSS JOIN LATERAL campaign_buyer(campaign_id, partner_id) AS now
      LEFT JOIN campaign_buyers AS last USING (campaign_id, partner_id)) AS parts`

/** SQL: number of partners that share an active category with a campaign without listed partners, and thus see it. */
const sharing = sql`CASE WHEN EXISTS (SELECT FROM campaign_partners WHERE campaign_id = first.id) THEN 0
  ELSE (SELECT count(DISTINCT own.partner_id) FROM campaign_categories AS theirs
    JOIN categories ON categories.id = theirs.category_id AND categories.is_active
    JOIN partner_categories AS own ON own.category_id = theirs.category_id
    JOIN partners ON partners.id = own.partner_id AND partners.is_active
    WHERE theirs.campaign_id = first.id) END`

/**
 * SQL: the limits of all products of a quantity campaign, added up. Where the stock is the limit, what was delivered
 * before it was set is added, because the ordered pieces have it too. Cached: after an undone delivery it is too high
 * until another table changes.
 */
const campaignPieces = sql`CASE campaign_type_id WHEN ${sql.lit(QUANTITY)} THEN (SELECT
    sum(coalesce(own.quantity, products.quantity + ${deliveredBefore(sql`first.id`)}))
  FROM campaign_products AS own JOIN products ON products.id = product_id WHERE own.campaign_id = first.id) END`

/** Active products without stock that partners order most in these days: from the catalogue, in carts and in promotions. */
export async function missingProducts(db: Kysely<Schema>, { permissions }: CurrentUser): Promise<Missing> {
  const missing = await readMissing(db)
  return demandPermissions.every((one) => permissions.has(one)) ? missing : { ...missing, products: [] }
}

async function readMissing(db: Kysely<Schema>): Promise<Missing> {
  const { rows } = await sql<Missing>`
    WITH gone AS MATERIALIZED (SELECT id FROM products WHERE is_active AND quantity = 0),
    asked AS (SELECT product_id, sum(pieces)::bigint AS asked FROM product_demand_daily
      JOIN gone ON gone.id = product_id WHERE day BETWEEN ${since} AND office_day()
      GROUP BY product_id HAVING sum(pieces) > 0 ORDER BY asked DESC, product_id LIMIT ${sql.lit(LIMITS.missing)})
    SELECT ${storedCount('products', 'out_of_stock')} AS out_of_stock, coalesce((
      SELECT json_agg(json_build_object('id', id, 'erp_code', erp_code, 'name', name, 'asked', asked, 'waiting',
        coalesce((SELECT sum(quantity) FROM campaign_cart_items WHERE product_id = products.id AND NOT is_delivered), 0)
        + ${orderedSince}) ORDER BY asked DESC, id)
      FROM asked JOIN products ON products.id = product_id), '[]') AS products`.execute(db)
  return rows[0] ?? { out_of_stock: 0, products: [] } // a SELECT without FROM returns one row
}
