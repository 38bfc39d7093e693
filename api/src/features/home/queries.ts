import { countedResources, type home } from '@kontor/contract/home'
import type { ResponseBody } from '@kontor/contract/lib/http/route'
import { type Kysely, sql } from 'kysely'
import type { CurrentUser } from '../../lib/auth/guard.ts'
import { midnight } from '../../lib/database/office-time.ts'
import type { Schema } from '../../lib/database/schema.ts'
import { orNotFound } from '../../lib/http/http-error.ts'
import { isAlive } from '../../lib/tree/tree.ts'
import { isShown } from '../campaigns/table.ts'
import { catalogueTree } from '../catalogue/table.ts'
import { isShown as slidersShown } from '../sliders/table.ts'
import { supportTree } from '../technicalSupport/table.ts'
import { storedCount } from './table.ts'
import { waitingCart } from './waiting/queries.ts'

type Figures = ResponseBody<typeof home.figures>

/** SQL: the number of active records of a generated resource. */
const countOf = (name: string) => sql`${storedCount(name, 'active')} AS ${sql.ref(name)}, `

const figureArea = (figure: string) => (figure === 'support' ? 'customerSupport' : figure)

/** The figures of the home page that the user may see: one statement, and one more for the carts. */
export async function homeFigures(
  db: Kysely<Schema>,
  { permissions }: CurrentUser,
): Promise<Partial<Figures>> {
  const cart = permissions.has('cart.see') ? await waitingCart(db) : undefined
  const {
    rows: [figures],
  } = await sql<Omit<Figures, 'cart'>>`SELECT
    json_build_object(
      'active', ${storedCount('products', 'active', 'out_of_stock')},
      'out_of_stock', ${storedCount('products', 'out_of_stock')}) AS products,
    json_build_object(
      'active', ${storedCount('partners', 'active')}, 'inactive', ${storedCount('partners', 'inactive')}) AS partners,
    (SELECT json_build_object(
      'shown', count(*) FILTER (WHERE ${isShown}),
      'hidden', count(*) FILTER (WHERE NOT ${isShown})) FROM campaigns WHERE is_active) AS campaigns,
    (SELECT json_build_object(
      'visible', count(*) FILTER (WHERE ${slidersShown}),
      'hidden', count(*) FILTER (WHERE NOT ${slidersShown})) FROM sliders WHERE is_active) AS sliders,
    json_build_object('staff', ${storedCount('users', 'staff')}, 'partners', ${storedCount('users', 'partners')}) AS users,
    json_build_object(
      'recent', (SELECT count(*) FROM notifications WHERE state = 'sent' AND updated_at >= ${midnight(sql`(office_day() - 29)`)}),
      'devices', ${storedCount('user_firebase_tokens', 'devices')}) AS notifications,
    json_build_object(
      'open', ${storedCount('customer_support', 'open', 'complaints')},
      'complaints', ${storedCount('customer_support', 'complaints')}) AS support,
    ${sql.join(countedResources.map(countOf), sql``)}
    ${storedCount('stores', 'active')} AS stores,
    (SELECT json_build_object(
      'categories', count(*) FILTER (WHERE NOT is_item),
      'products', count(*) FILTER (WHERE is_item),
      'hidden', count(*) FILTER (WHERE NOT is_visible)) FROM catalogue WHERE ${isAlive(catalogueTree)}) AS catalogue,
    (SELECT json_build_object(
      'folders', count(*) FILTER (WHERE NOT is_item),
      'items', count(*) FILTER (WHERE is_item))
      FROM technical_support WHERE ${isAlive(supportTree)}) AS "technicalSupport",
    (SELECT json_build_object(
      'today', coalesce(sum(orders), 0),
      'pieces', coalesce(sum(pieces), 0),
      'total', coalesce(sum(total), 0.000)::text)
      FROM catalogue_orders_daily WHERE day = office_day() AND is_active) AS "catalogueOrders"`.execute(db)
  const carts = { undelivered: cart?.items ?? 0, partners: cart?.partners ?? 0 }
  const all = Object.entries({ ...orNotFound(figures), cart: carts }) // a SELECT without FROM returns one row
  return Object.fromEntries(all.filter(([name]) => permissions.has(`${figureArea(name)}.see`)))
}
