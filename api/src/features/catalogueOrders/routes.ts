import { catalogueOrders } from '@kontor/contract/catalogueOrders'
import type { AppContext } from '../../context.ts'
import { officeToday } from '../../lib/database/office-time.ts'
import { pageOrFile } from '../../lib/lists/respond.ts'
import { portalOrderRoutes } from './portal/routes.ts'
import { ordersOf, toggleOrder } from './queries.ts'
import { rangeInDigits, rangeOf } from './rules.ts'
import { orderTotals } from './totals/queries.ts'

/** A filter by id finds an order of any day, because links to an order have no range. */
const FIRST_DAY = '2000-01-01'

export function catalogueOrderRoutes(context: AppContext) {
  const { registerRoute, db, reads } = context
  registerRoute(catalogueOrders.index, async ({ body, locale }) => {
    const requestedRange = rangeOf(body, await officeToday(db))
    const range = body.filters?.id ? { ...requestedRange, date_from: FIRST_DAY } : requestedRange
    const of = rangeInDigits(range, locale)
    const sums = ['quantity', 'total'] as const
    return pageOrFile(reads, ordersOf(range), body, locale, { of, sums, counted: 'is_active' })
  })
  registerRoute(catalogueOrders.totals, async ({ body }) =>
    orderTotals(db, rangeOf(body, await officeToday(db)), body),
  )
  registerRoute(catalogueOrders.toggle, ({ params, body }) => toggleOrder(db, params.id, body?.is_active))
  portalOrderRoutes(context)
}
