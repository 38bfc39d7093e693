import type { portalOrders } from '@kontor/contract/catalogueOrders/portal'
import { sql } from 'kysely'
import type { ScopedDb } from '../../../lib/database/scoped-db.ts'
import type { HandlerCall } from '../../../lib/http/register-route.ts'
import { orderedProductWithImage } from '../../products/table.ts'
import '../scope.ts'

/** The lines of the partner's orders. */
export const linesOfOrders = (scoped: ScopedDb) =>
  scoped
    .selectFrom('catalogue_orders')
    .innerJoin('products', 'products.id', 'catalogue_orders.product_id')
    .select(orderedProductWithImage.as('product'))
    .select([sql<null>`NULL`.as('campaign'), 'catalogue_orders.id', 'catalogue_orders.price'])
    .select(['catalogue_orders.quantity', 'catalogue_orders.total', 'ignore_quantity'])
    .select('catalogue_orders.is_active')
    .orderBy('catalogue_orders.id')

/** Orders per page. */
const PAGE = 20

const active = sql`FILTER (WHERE is_active)`

/** The partner's orders from the catalogue with all lines, the latest first. */
export async function listOrdersFor(
  scoped: ScopedDb,
  { offset = '0' }: HandlerCall<typeof portalOrders.index>['query'],
) {
  const orders = await scoped
    .selectFrom('catalogue_orders')
    .select(['basket', sql<string>`min(created_at)`.as('created_at')])
    .select([
      sql<number>`coalesce(sum(quantity) ${active}, 0)::bigint`.as('pieces'),
      sql<string>`coalesce(sum(total) ${active}, 0.000)`.as('total'),
    ])
    .groupBy('basket')
    .orderBy(sql`min(created_at)`, 'desc')
    .orderBy(sql`min(id)`, 'desc')
    .limit(PAGE)
    .offset(Number(offset))
    .execute()
  const { total_rows } = await scoped
    .selectFrom('catalogue_orders')
    .select(sql<number>`count(DISTINCT basket)`.as('total_rows'))
    .executeTakeFirstOrThrow()
  const baskets = orders.map(({ basket }) => basket)
  const lines = await linesOfOrders(scoped)
    .select('basket')
    .where(sql<boolean>`basket = ANY(${baskets}::uuid[])`)
    .execute()
  const byBasket = Map.groupBy(lines, ({ basket }) => basket)
  return {
    result: orders.map((order) => ({ ...order, lines: byBasket.get(order.basket) ?? [] })),
    total_rows,
  }
}
