import type { OrderRange, OrderTotals } from '@kontor/contract/catalogueOrders'
import type { ListRequest } from '@kontor/contract/lib/lists/list'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '../../../lib/database/schema.ts'
import { found } from '../../../lib/http/http-error.ts'
import { filtered } from '../../../lib/lists/conditions.ts'
import { TotalCache } from '../../../lib/lists/totals.ts'
import { dailySums, isWithin, ordersOf } from '../queries.ts'
import { type Flags, flagsOf, rangeBefore } from '../rules.ts'

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
  const flags = flagsOf(request)
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
  const { all, short, before: sumsBefore, changes, ...others } = found(rows[0]) // sums are one row
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

/**
 * Up to this number of orders their partners are counted by an index scan; of more orders each partner is checked for
 * one.
 */
const READ = 100_000

/** By the daily sums that triggers maintain. */
function fromDailySums(db: Kysely<Schema>, range: OrderRange, flags: Flags): Counted {
  const { ignore_quantity, is_active = true } = flags
  const those = sql`catalogue_orders.is_active AND ${is_active} AND ${isWithin(range)}
    AND ${ignore_quantity === undefined ? sql`true` : sql`ignore_quantity = ${ignore_quantity}`}`
  return {
    sums: sql`${dailySums(db, range, flags)}`,
    partners: sql`CASE WHEN (SELECT sum(orders) FROM sums WHERE is_active) > ${sql.lit(READ)}
      THEN (SELECT count(*) FROM partners
        WHERE EXISTS (SELECT FROM catalogue_orders WHERE partner_id = partners.id AND ${those}))
      ELSE ${different('partner_id', those)} END`,
    products: different('product_id', sql`ignore_quantity AND ${those}`),
    before: sql`(SELECT ${sumsWhere(sql`is_active`)} FROM ${dailySums(db, rangeBefore(range), flags)} AS earlier)`,
  }
}

/** SQL: the number of distinct values in those orders: GROUP BY, because `count(DISTINCT)` would sort them. */
const different = (name: 'partner_id' | 'product_id', those: RawBuilder<unknown>) =>
  sql<number>`(SELECT count(*) FROM (SELECT DISTINCT ${sql.ref(name)} FROM catalogue_orders WHERE ${those}) AS different)`

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
