import type { OrderRange, OrderTotals } from '@kontor/contract/catalogueOrders'
import type { ListRequest } from '@kontor/contract/lib/lists/list'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { midnight } from '../../../lib/database/office-time.ts'
import type { Schema } from '../../../lib/database/schema.ts'
import { orNotFound } from '../../../lib/http/http-error.ts'
import { filtered } from '../../../lib/lists/conditions.ts'
import { TotalCache } from '../../../lib/lists/totals.ts'
import { dailySums, isWithin, ordersOf } from '../queries.ts'
import { type Flags, flagFilters, rangeBefore } from '../rules.ts'

type Sums = OrderTotals['inactive']
interface TotalsRow {
  all: Sums
  short: OrderTotals['out_of_stock']
  inactive: Sums
  days: OrderTotals['days']
  partners: number
  before: Sums | null
}

/** The source of daily sums, and further counts of the same active orders. */
interface Counted {
  sums: RawBuilder<unknown>
  partners: RawBuilder<number>
  /** Number of products that were ordered although out of stock. */
  products: RawBuilder<number>
  before: RawBuilder<unknown>
}

const totalCache = new TotalCache<OrderTotals>(['catalogue_orders', 'partners', 'products'])

/** Sums of all orders that match a filter in a range of days, cached until a table changes. */
export function orderTotals(db: Kysely<Schema>, range: OrderRange, request: ListRequest) {
  const { filters, show_only_active } = request
  return totalCache.cached(db, JSON.stringify([range, filters, show_only_active]), () =>
    readTotals(db, range, request),
  )
}

/** Computes them in one statement, so that they are consistent, with the change counter. */
async function readTotals(db: Kysely<Schema>, range: OrderRange, request: ListRequest) {
  const flags = flagFilters(request)
  const { sums, partners, products, before } = flags
    ? fromDailySums(db, range, flags)
    : ofOrders(db, range, request)
  const isShort = sql`is_active AND ignore_quantity`
  const { rows } = await sql<TotalsRow & { changes: number }>`WITH sums AS MATERIALIZED ${sums} SELECT
    ${sumsWhere(sql`is_active`)} AS "all",
    (${sumsWhere(isShort)}::jsonb || jsonb_build_object('products', ${products})) AS short,
    ${sumsWhere(sql`NOT is_active`)} AS inactive,
    (SELECT coalesce(json_agg(of_day ORDER BY day), '[]') FROM (SELECT day, json_build_object('day', day,
      'in_stock', ${sumsWhere(sql`NOT ignore_quantity`)},
      'out_of_stock', ${sumsWhere(sql`ignore_quantity`)}) AS of_day FROM sums WHERE is_active GROUP BY day) AS days) AS days,
    ${partners} AS partners,
    ${before} AS before, ${totalCache.changes} AS changes
    FROM sums`.execute(db)
  const { all, short, before: sumsBefore, changes, ...others } = orNotFound(rows[0]) // sums are one row
  const total = {
    ...range,
    ...all,
    ...others,
    out_of_stock: short,
    before: sumsBefore && { ...rangeBefore(range), ...sumsBefore },
  }
  return { total, changes }
}

const sumsWhere = (those: RawBuilder<unknown>) => sql`json_build_object(
  'orders', coalesce(sum(orders) FILTER (WHERE ${those}), 0)::bigint,
  'pieces', coalesce(sum(pieces) FILTER (WHERE ${those}), 0)::bigint,
  'total', coalesce(sum(total) FILTER (WHERE ${those}), 0.000)::text)`

/** By the daily sums that triggers maintain. */
function fromDailySums(db: Kysely<Schema>, range: OrderRange, flags: Flags): Counted {
  const { ignore_quantity, is_active = true } = flags
  const those = sql`${is_active} AND ${ignore_quantity === undefined ? sql`true` : sql`ignore_quantity = ${ignore_quantity}`}`
  return {
    sums: sql`${dailySums(db, range, flags)}`,
    partners: partnersIn(range, those),
    products: sql`(SELECT count(*) FROM (SELECT DISTINCT product_id FROM catalogue_orders
      WHERE catalogue_orders.is_active AND ignore_quantity AND ${those} AND ${isWithin(range)}) AS products)`,
    before: sql`(SELECT ${sumsWhere(sql`is_active`)} FROM ${dailySums(db, rangeBefore(range), flags)} AS earlier)`,
  }
}

/**
 * SQL: the months within a range, from `first` to before `next`, by the monthly sums; the month of the last order is whole
 * when the range includes that order.
 */
const monthsOf = ({ date_from, date_to }: OrderRange) => sql`(
  SELECT date_trunc('month', ${date_from}::date + interval '1 month - 1 day')::date AS first,
    date_trunc('month', ${date_to}::date + CASE WHEN ${date_to}::date >= (SELECT max(day) FROM catalogue_orders_daily
      WHERE orders > 0) THEN interval '1 month' ELSE interval '1 day' END)::date AS next)`

/**
 * SQL: the number of partners with active orders in a range: by the monthly sums in whole months, and by the orders of
 * the days before and after. Both have the columns of `those`.
 */
function partnersIn(range: OrderRange, those: RawBuilder<unknown>) {
  const ofDays = (condition: RawBuilder<unknown>) => sql`SELECT partner_id FROM catalogue_orders
    WHERE catalogue_orders.is_active AND ${those} AND ${isWithin(range)} AND ${condition}`
  const edge = (name: 'first' | 'next') =>
    midnight(sql`(SELECT CASE WHEN first < next THEN ${sql.ref(name)} ELSE 'infinity' END FROM months)`)
  return sql<number>`(WITH months AS MATERIALIZED ${monthsOf(range)} SELECT count(*) FROM (
    (SELECT partner_id FROM catalogue_partners_monthly WHERE ${those}
      AND month >= (SELECT first FROM months) AND month < (SELECT next FROM months)
      GROUP BY partner_id HAVING sum(orders) > 0)
    UNION ${ofDays(sql`created_at < ${edge('first')}`)}
    UNION ${ofDays(sql`created_at >= ${edge('next')}`)}) AS partners)`
}

/** By adding up the orders themselves. */
function ofOrders(db: Kysely<Schema>, range: OrderRange, request: ListRequest): Counted {
  const orders = filtered(db, ordersOf(range), request).clearSelect()
  const active = orders.where('catalogue_orders.is_active', '=', true)
  const split = ['day', 'ignore_quantity', 'catalogue_orders.is_active'] as const
  return {
    sums: sql`${orders
      .select(split)
      .select([
        sql`count(*)`.as('orders'),
        sql`sum(catalogue_orders.quantity)`.as('pieces'),
        sql`sum(catalogue_orders.total)`.as('total'),
      ])
      .groupBy(split)}`,
    partners: sql`${active.select(sql`count(DISTINCT catalogue_orders.partner_id)`.as('count'))}`,
    products: sql`${active
      .where('ignore_quantity', '=', true)
      .select(sql`count(DISTINCT catalogue_orders.product_id)`.as('count'))}`,
    before: sql`NULL`,
  }
}
