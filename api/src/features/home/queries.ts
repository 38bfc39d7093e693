import { countedResources, type home } from '@kontor/contract/home'
import type { Reply } from '@kontor/contract/kit/api/route'
import { type Kysely, sql } from 'kysely'
import type { SignedIn } from '../../kit/auth/guard.ts'
import type { Schema } from '../../kit/db/schema.ts'
import { found } from '../../kit/serve/refusal.ts'
import { lives } from '../../kit/tree/tree.ts'
import { isShown } from '../campaigns/table.ts'
import { catalogueTree } from '../catalogue/table.ts'
import { isShown as slidersShown } from '../sliders/table.ts'
import { supportTree } from '../technicalSupport/table.ts'

type Figures = Reply<typeof home.figures>

/** How many records of a plain resource are active, by its name. */
const countOf = (name: string) =>
  sql`(SELECT count(*) FROM ${sql.table(name)} WHERE is_active) AS ${sql.ref(name)}, `

const areaOf = (figure: string) => (figure === 'support' ? 'customerSupport' : figure)

/** The figures of the home page that somebody may see, in one statement, so that they belong together. */
export async function homeFigures(db: Kysely<Schema>, { rights }: SignedIn): Promise<Partial<Figures>> {
  const {
    rows: [figures],
  } = await sql<Figures>`SELECT
    (SELECT json_build_object(
      'active', count(*) FILTER (WHERE is_active),
      'out_of_stock', count(*) FILTER (WHERE is_active AND quantity = 0)) FROM products) AS products,
    (SELECT json_build_object(
      'active', count(*) FILTER (WHERE is_active),
      'inactive', count(*) FILTER (WHERE NOT is_active)) FROM partners) AS partners,
    (SELECT json_build_object(
      'shown', count(*) FILTER (WHERE ${isShown}),
      'hidden', count(*) FILTER (WHERE NOT ${isShown})) FROM campaigns WHERE is_active) AS campaigns,
    (SELECT json_build_object('undelivered', coalesce(sum(items), 0), 'partners', count(*)) FROM (
      SELECT count(*) AS items FROM campaign_cart_items WHERE NOT is_delivered GROUP BY partner_id) AS waiting) AS cart,
    (SELECT json_build_object(
      'visible', count(*) FILTER (WHERE ${slidersShown}),
      'hidden', count(*) FILTER (WHERE NOT ${slidersShown})) FROM sliders WHERE is_active) AS sliders,
    (SELECT json_build_object(
      'staff', count(*) FILTER (WHERE is_active AND partner_id IS NULL AND NOT is_key),
      'partners', count(*) FILTER (WHERE is_active AND partner_id IS NOT NULL)) FROM users) AS users,
    json_build_object(
      'recent', (SELECT count(*) FROM notifications WHERE state = 'sent' AND updated_at > now() - interval '30 days'),
      'devices', (SELECT count(*) FROM user_firebase_tokens)) AS notifications,
    (SELECT json_build_object(
      'open', count(*) FILTER (WHERE is_active),
      'complaints', count(*) FILTER (WHERE is_active AND type = 3)) FROM customer_support) AS support,
    ${sql.join(countedResources.map(countOf), sql``)}
    (SELECT count(*) FROM stores WHERE is_active) AS stores,
    (SELECT json_build_object(
      'categories', count(*) FILTER (WHERE NOT is_item),
      'products', count(*) FILTER (WHERE is_item),
      'hidden', count(*) FILTER (WHERE NOT is_visible)) FROM catalogue WHERE ${lives(catalogueTree)}) AS catalogue,
    (SELECT json_build_object(
      'folders', count(*) FILTER (WHERE NOT is_item),
      'items', count(*) FILTER (WHERE is_item))
      FROM technical_support WHERE ${lives(supportTree)}) AS "technicalSupport",
    (SELECT json_build_object(
      'today', coalesce(sum(orders), 0),
      'pieces', coalesce(sum(pieces), 0),
      'total', coalesce(sum(total), 0.000)::text)
      FROM catalogue_order_days WHERE day = office_day() AND is_active) AS "catalogueOrders"`.execute(db)
  const all = Object.entries(found(figures)) // a select without FROM answers one row
  return Object.fromEntries(all.filter(([name]) => rights.has(`${areaOf(name)}.see`)))
}
