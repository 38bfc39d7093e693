import { catalogueOrders } from '@kontor/contract/catalogueOrders'
import { pageOrFile } from '../../kit/list/report.ts'
import type { Kontor } from '../../kit/serve/kontor.ts'
import { appOrderRoutes } from './portal/routes.ts'
import { ordersOf, today, toggleOrder } from './queries.ts'
import { rangeInDigits, rangeOf } from './rules.ts'
import { orderTotals } from './totals/queries.ts'

/** An order that is asked for by its number is found whatever its day: a link to it knows of no range. */
const FIRST_DAY = '2000-01-01'

export function catalogueOrderRoutes(kontor: Kontor) {
  const { serve, db, reads } = kontor
  serve(catalogueOrders.index, async ({ body, locale }) => {
    const asked = rangeOf(body, await today(db))
    const range = body.filters?.id ? { ...asked, date_from: FIRST_DAY } : asked
    const of = rangeInDigits(range, locale)
    const sums = ['quantity', 'total'] as const
    return pageOrFile(reads, ordersOf(range), body, locale, { of, sums, counted: 'is_active' })
  })
  serve(catalogueOrders.totals, async ({ body }) => orderTotals(db, rangeOf(body, await today(db)), body))
  serve(catalogueOrders.toggle, ({ params, body }) => toggleOrder(db, params.id, body?.is_active))
  appOrderRoutes(kontor)
}
