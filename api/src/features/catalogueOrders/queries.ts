import { catalogueOrderList, inactiveOrder, type OrderRange } from '@kontor/contract/catalogueOrders'
import { optionLabel } from '@kontor/contract/lib/lists/list'
import { type Kysely, sql, type Transaction } from 'kysely'
import { midnight } from '../../lib/database/office-time.ts'
import type { Schema } from '../../lib/database/schema.ts'
import { inTransaction } from '../../lib/database/transaction.ts'
import { orNotFound } from '../../lib/http/http-error.ts'
import { type ColumnSource, column, listSource, sourcePer } from '../../lib/lists/source.ts'
import { recordRefOf } from '../../lib/resources/record-refs.ts'
import { toggleRecord } from '../../lib/resources/records.ts'
import { orderedSince } from '../products/scope.ts'
import { lockProducts, orderedProduct } from '../products/table.ts'
import { type Flags, flagFilters } from './rules.ts'
import { publishOrders } from './table.ts'

const orders = (name: string) => column('catalogue_orders', name)

/**
 * SQL: whether an order is from these days of the office. The condition is on the timestamp, so that it uses the list's
 * index.
 */
export const isWithin = ({ date_from, date_to }: OrderRange) =>
  sql<boolean>`(catalogue_orders.created_at >= ${midnight(sql`${date_from}::date`)}
    AND catalogue_orders.created_at < ${midnight(sql`(${date_to}::date + 1)`)})`

/** Files mark inactive orders, because their sums leave them out. */
const stock: ColumnSource = {
  ...orders('ignore_quantity'),
  exported: sql`CASE WHEN catalogue_orders.is_active THEN ignore_quantity END`,
  format: (ignored: boolean | null, locale) =>
    ignored === null
      ? inactiveOrder[locale]
      : (optionLabel(catalogueOrderList.columns.ignore_quantity, ignored, locale) ?? ''),
}

const keyOf = ({ date_from, date_to }: OrderRange) => `${date_from} ${date_to}`
const sourceOf = sourcePer((key: string) => {
  const [date_from = '', date_to = ''] = key.split(' ')
  const range = { date_from, date_to }
  return listSource({
    definition: catalogueOrderList,
    id: sql.ref('catalogue_orders.id'),
    columns: {
      created_at: orders('created_at'),
      partner_name: column('partners', 'name', 'name_folded'),
      partner_id: orders('partner_id'),
      erp_code: column('products', 'erp_code', 'erp_code_folded'),
      product_name: column('products', 'name', 'name_folded'),
      quantity: orders('quantity'),
      price: orders('price'),
      total: orders('total'),
      ignore_quantity: stock,
      is_active: orders('is_active'),
    },
    tables: ['catalogue_orders', 'partners', 'products'],
    // Every order has exactly one of each: PostgreSQL removes left joins that a count or sum does not use.
    rows: (db) =>
      db
        .selectFrom('catalogue_orders')
        .leftJoin('partners', 'partners.id', 'catalogue_orders.partner_id')
        .leftJoin('products', 'products.id', 'catalogue_orders.product_id')
        .select([
          'catalogue_orders.id',
          'catalogue_orders.created_at',
          'catalogue_orders.updated_at',
          'basket',
        ])
        .select([recordRefOf('partners').as('partner'), orderedProduct.as('product')])
        .select([
          sql<string>`partners.name`.as('partner_name'),
          sql<string>`products.erp_code`.as('erp_code'),
          sql<string>`products.name`.as('product_name'),
        ])
        .select(['catalogue_orders.quantity', 'catalogue_orders.price', 'catalogue_orders.total'])
        .select(['ignore_quantity', 'catalogue_orders.is_active', 'catalogue_orders.version'])
        .where(isWithin(range)),
    storedCount(db, request) {
      const flags = flagFilters(request)
      return (
        flags &&
        db
          .selectFrom(dailySums(db, range, flags).as('sums'))
          .select(sql`coalesce(sum(orders), 0)::bigint`.as('total'))
      )
    },
  })
})

/** The orders of some days. */
export const ordersOf = (range: OrderRange) => sourceOf(keyOf(range))

/** The daily sums that triggers maintain, filtered by their flags. */
export function dailySums(db: Kysely<Schema>, { date_from, date_to }: OrderRange, flags: Flags) {
  const found = db
    .selectFrom('catalogue_orders_daily')
    .selectAll()
    .where('orders', '>', 0)
    .where(sql<boolean>`day BETWEEN ${date_from}::date AND ${date_to}::date`)
  const { ignore_quantity, is_active } = flags
  return found
    .$if(ignore_quantity !== undefined, (days) =>
      days.where('ignore_quantity', '=', ignore_quantity === true),
    )
    .$if(is_active !== undefined, (days) => days.where('is_active', '=', is_active === true))
}

/** SQL: the pieces of an order that the stock lacks after all other active orders. */
const missing = sql<number>`CASE WHEN catalogue_orders.is_active AND catalogue_orders.created_at >= products.quantity_set_at
  THEN greatest(least(catalogue_orders.quantity, ${orderedSince} - products.quantity), 0)::integer ELSE 0 END`

/**
 * Deactivates or reactivates an order: the requested state, or the opposite of the current one. A reactivated order
 * succeeds without stock: it is then marked as ordered out of stock, and the response has the number of missing pieces.
 * Throws 404.
 */
export const toggleOrder = (db: Kysely<Schema>, id: number, target: boolean | undefined) =>
  inTransaction(db, async (tx) => {
    const wasActive = await lockProductOf(tx, id)
    const order = await toggleRecord(tx, 'catalogue_orders', id, target)
    const { partner_id, ignore_quantity, ...found } = await tx
      .selectFrom('catalogue_orders')
      .innerJoin('products', 'products.id', 'catalogue_orders.product_id')
      .select(['partner_id', 'ignore_quantity', missing.as('missing')])
      .where('catalogue_orders.id', '=', id)
      .executeTakeFirstOrThrow()
    // A repeated call leaves an order that was in stock as it was: others may have come since.
    const short = wasActive && !ignore_quantity ? 0 : found.missing
    const marked = short > 0 && !ignore_quantity ? await markShort(tx, id) : {}
    await publishOrders(tx, partner_id, [id])
    return { ...order, ...marked, missing: short }
  })

/** Baskets count the pieces of a product under this lock. Returns whether the order is active. Throws 404. */
async function lockProductOf(tx: Transaction<Schema>, id: number) {
  const order = tx.selectFrom('catalogue_orders').select(['product_id', 'is_active']).where('id', '=', id)
  const { product_id } = orNotFound(await order.executeTakeFirst())
  await lockProducts(tx, [product_id])
  return (await order.executeTakeFirstOrThrow()).is_active
}

const markShort = (tx: Transaction<Schema>, id: number) =>
  tx
    .updateTable('catalogue_orders')
    .set({ ignore_quantity: true })
    .where('id', '=', id)
    .returning(['version', 'updated_at'])
    .executeTakeFirstOrThrow()
