import { demandPermissions } from '@kontor/contract/home/day'
import { NAMED_OFFERS, type ProductSummary, TREND_DAYS } from '@kontor/contract/products/summary'
import { type Kysely, sql } from 'kysely'
import type { CurrentUser } from '../../../lib/auth/guard.ts'
import type { Schema } from '../../../lib/database/schema.ts'
import { orNotFound } from '../../../lib/http/http-error.ts'
import { isAlive, isShown as isNodeShown } from '../../../lib/tree/tree.ts'
import { isShown as isCampaignShown } from '../../campaigns/table.ts'
import { catalogueTree } from '../../catalogue/table.ts'
import { changesOf, type ValueChange } from '../../history/table.ts'
import { isShown as isSliderShown } from '../../sliders/table.ts'
import { available } from '../scope.ts'
import '../../home/table.ts'

/** The summary of a product for the side panel, each part only with its permission. */
export async function summaryOf(
  db: Kysely<Schema>,
  { permissions }: CurrentUser,
  id: number,
): Promise<ProductSummary> {
  const only = (can: boolean, part: ReturnType<typeof sql>) => (can ? part : sql`NULL`)
  const { rows } = await sql<Row>`SELECT price::text, quantity::text, now() AS now,
    greatest(created_at, now() - ${sql.lit(TREND_DAYS)} * interval '1 day') AS since, ${available} AS available,
    ${only(
      demandPermissions.every((one) => permissions.has(one)),
      demandOf(id),
    )} AS demand,
    ${only(permissions.has('campaigns.see'), campaignsWith(id))} AS campaigns,
    ${only(permissions.has('catalogue.see'), placesOf(id))} AS catalogue,
    ${only(permissions.has('sliders.see'), slidersWith(id))} AS sliders
    FROM products WHERE id = ${id}`.execute(db)
  const { available: free, demand, campaigns, catalogue, sliders, ...now } = orNotFound(rows[0])
  const [prices, quantities] = await Promise.all([
    changesOf(db, id, { table: 'products', column: 'price', sheet: 'price' }),
    changesOf(db, id, { table: 'products', column: 'quantity', sheet: 'quantity' }),
  ])
  return {
    free,
    ...(demand !== null && { asked: Number(demand) }),
    price: chartLine(prices, now, now.price),
    quantity: chartLine(quantities, now, now.quantity),
    ...(campaigns && { campaigns }),
    ...(catalogue && { catalogue }),
    ...(sliders && { sliders }),
  }
}

interface Row {
  price: string
  quantity: string
  now: string
  /** The beginning of the lines. */
  since: string
  available: number
  demand: number | null
  campaigns: ProductSummary['campaigns'] | null
  catalogue: ProductSummary['catalogue'] | null
  sliders: ProductSummary['sliders'] | null
}

/** Maximum changes per line of the chart; of more changes, the latest. */
const MAX_CHANGES = 200

/**
 * The values of a line: at its beginning, after every change, and now. The previous value of a change is the result of
 * the one before.
 */
function chartLine(
  changes: readonly ValueChange[],
  { since, now }: Pick<Row, 'since' | 'now'>,
  value: string,
) {
  const all = changes.filter(({ at }) => Date.parse(at) > Date.parse(since))
  const firstAt = all.at(-MAX_CHANGES - 1)?.at ?? since
  const recent = all.slice(-MAX_CHANGES)
  const moments = [firstAt, ...recent.map(({ at }) => at), now]
  return moments.flatMap((moment, index) => {
    const next = recent[index]
    const newValue = next ? next.before : value
    return newValue === null ? [] : [{ at: new Date(moment).toISOString(), value: newValue }]
  })
}

const demandOf = (id: number) => sql`(SELECT coalesce(sum(pieces), 0)::bigint FROM product_demand_daily
  WHERE product_id = ${id} AND day > office_day() - 30)`

/** Counts places of a kind and selects the first. */
const countAndFirst = (
  rows: ReturnType<typeof sql>,
) => sql`(SELECT json_build_object('count', count(*), 'first', coalesce(
  json_agg(place ORDER BY nth) FILTER (WHERE nth <= ${sql.lit(NAMED_OFFERS)}), '[]'))
  FROM (SELECT to_jsonb(one) - 'at' AS place, row_number() OVER (ORDER BY is_shown DESC, at DESC, id DESC) AS nth
    FROM (${rows}) AS one) AS places)`

const campaignsWith = (id: number) =>
  countAndFirst(sql`SELECT campaigns.id, campaigns.name, coalesce(own.price, products.price)::text AS price,
    ${isCampaignShown} AS is_shown, campaigns.updated_at AS at
    FROM campaign_products AS own JOIN campaigns ON campaigns.id = own.campaign_id
    WHERE own.product_id = ${id} AND campaigns.is_active`)

const placesOf = (id: number) =>
  countAndFirst(sql`SELECT catalogue.id, level.name, catalogue.updated_at AS at, ${isNodeShown(catalogueTree)} AS is_shown,
    (SELECT json_agg(above.name ORDER BY cardinality(above.ancestors))
      FROM catalogue AS above WHERE above.id = ANY(catalogue.ancestors)) AS path
    FROM catalogue JOIN catalogue AS level ON level.id = catalogue.catalogue_id
    WHERE catalogue.product_id = ${id} AND ${isAlive(catalogueTree)}`)

const slidersWith = (id: number) =>
  countAndFirst(sql`SELECT sliders.id, sliders.name, ${isSliderShown} AS is_shown, sliders.updated_at AS at
    FROM sliders WHERE sliders.product_id = ${id} AND sliders.is_active`)
