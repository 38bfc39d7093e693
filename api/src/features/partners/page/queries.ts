import { PRICE } from '@kontor/contract/campaigns/kinds'
import { type Source, sources } from '@kontor/contract/home/day'
import type { CampaignOfPartner, ChatOfPartner, PartnerOverview } from '@kontor/contract/partners/page'
import { type Kysely, sql } from 'kysely'
import type { CurrentUser } from '../../../lib/auth/guard.ts'
import { midnight } from '../../../lib/database/office-time.ts'
import type { Schema } from '../../../lib/database/schema.ts'
import { orNotFound } from '../../../lib/http/http-error.ts'
import { moneyOrPercentSql } from '../../../lib/resources/field-columns.ts'
import { recordRefOf } from '../../../lib/resources/record-refs.ts'
import { cashText } from '../../campaigns/table.ts'
import { changesOf, figures, isAboutRow } from '../../history/table.ts'
import '../../catalogueOrders/table.ts'
import { isOpen } from '../../messages/table.ts'
import '../table.ts'
import { debtLine } from './rules.ts'

/** The summary of a partner, each part only with its permission: one query, and another for the figures. */
export async function getOverview(
  db: Kysely<Schema>,
  user: CurrentUser,
  id: number,
): Promise<PartnerOverview> {
  const row = await overviewRow(db, user, id)
  const { opened, notes, orders, cart, promoted, last_orders, chats, app } = row
  const [slider_id = null, thread = null] = chats?.last ?? []
  const numberOrUndefined = <T>(value: T | null) => (value === null ? undefined : Number(value))
  return {
    opened,
    // Of all kinds of orders, as on the home page.
    ...(last_orders && { last_order_at: latest([orders?.last, cart?.last, promoted]) }),
    ...(last_orders && { last_orders }),
    ...(cart && { undelivered: { lines: cart.lines, total: cart.total } }),
    ...(chats && { unread: { threads: chats.unread, slider_id, id: thread } }),
    ...(app && { app }),
    ...(user.permissions.has('figures.see') && (await getFigures(db, id))),
    counts: {
      notes: Number(notes),
      orders: orders?.count,
      chats: chats?.count,
      campaigns: numberOrUndefined(row.campaigns),
      support: numberOrUndefined(row.support),
      users: numberOrUndefined(row.users),
    },
  }
}

/** The parts of the summary; those without a permission are null. Throws 404. */
async function overviewRow(db: Kysely<Schema>, user: CurrentUser, id: number) {
  const { permissions } = user
  const only = (permission: string, part: ReturnType<typeof sql>) =>
    permissions.has(permission) ? part : sql`NULL`
  // As on the home page, chats of inactive sliders are never open work.
  const unread = sql`FILTER (WHERE office_unread > 0
    AND EXISTS (SELECT FROM sliders WHERE sliders.id = slider_id AND is_active))`
  const chats = sql`(SELECT json_build_object('count', count(*), 'unread', count(*) ${unread},
    'last', (array_agg(json_build_array(slider_id, id) ORDER BY last_at DESC) ${unread})[1])
    FROM message_threads WHERE partner_id = ${id})`
  const app = sql`(SELECT json_build_object('users', count(*), 'last_at', max(last_sign_in_at))
    FROM signed_in_partners WHERE user_id IN (SELECT id FROM users WHERE partner_id = ${id}))`
  const { rows } = await sql<Row>`SELECT
    ${creationOf(id)} AS opened,
    (SELECT count(*) FROM partner_notes WHERE partner_id = ${id}) AS notes,
    ${only('catalogueOrders.see', ordersOf(id))} AS orders,
    ${only('cart.see', cartOf(id))} AS cart,
    ${only('sliders.see', sql`(SELECT max(created_at) FROM slider_orders WHERE partner_id = ${id})`)} AS promoted,
    ${lastOrders(id, permissions)} AS last_orders,
    ${only('campaigns.see', sql`(SELECT count(*) FROM (${campaignIds(id, user)}) AS named)`)} AS campaigns,
    ${only('sliders.see', chats)} AS chats,
    ${only('customerSupport.see', sql`(SELECT count(*) FROM customer_support WHERE partner_id = ${id})`)} AS support,
    ${only('users.see', sql`(SELECT count(*) FROM users WHERE partner_id = ${id})`)} AS users,
    ${only('signedInPartners.see', app)} AS app
    FROM partners WHERE id = ${id}`.execute(db)
  return orNotFound(rows[0])
}

/** Number of last orders; the partner's page links to all. */
const LAST_ORDERS = 4

/** The last orders of the sources that a user may see; null when there are none of these. */
function lastOrders(id: number, permissions: CurrentUser['permissions']) {
  const source = (name: Source, columns: ReturnType<typeof sql>, from: ReturnType<typeof sql>) =>
    permissions.has(`${sources[name]}.see`)
      ? [
          sql`(SELECT ${name}::text AS source, created_at AS at, id, product_id, quantity, ${columns} AS total
            FROM ${from} AND partner_id = ${id} ORDER BY created_at DESC, id DESC LIMIT ${sql.lit(LAST_ORDERS)})`,
        ]
      : []
  const all = [
    ...source('catalogue', sql`total`, sql`catalogue_orders WHERE is_active`),
    ...source('campaigns', sql`price * quantity`, sql`campaign_cart_items WHERE true`),
    ...source('promotions', sql`price * quantity`, sql`slider_orders WHERE true`),
  ]
  if (all.length === 0) return sql`NULL`
  return sql`(SELECT coalesce(json_agg(json_build_object('source', source, 'at', at, 'pieces', last.quantity,
      'total', total::text, 'product', ${recordRefOf('products')})
      ORDER BY at DESC, source, last.id DESC), '[]')
    FROM (SELECT * FROM (${sql.join(all, sql` UNION ALL `)}) AS own ORDER BY at DESC, source, id DESC
      LIMIT ${sql.lit(LAST_ORDERS)}) AS last JOIN products ON products.id = product_id)`
}

const ordersOf = (
  id: number,
) => sql`(SELECT json_build_object('count', count(*), 'last', max(created_at) FILTER (WHERE is_active))
  FROM catalogue_orders WHERE partner_id = ${id})`

/** When and by whom the partner was added. */
const creationOf = (id: number) => sql`json_build_object('at', created_at, 'person', (
      SELECT users.name FROM history JOIN users ON users.id = user_id
      WHERE table_name = 'partners' AND record_id = ${id} AND action = 'create' ORDER BY history.id LIMIT 1))`

/** Undelivered lines of campaigns, and the time of the last order in one. */
const cartOf = (
  id: number,
) => sql`(SELECT json_build_object('lines', count(*) FILTER (WHERE NOT is_delivered),
  'total', coalesce(sum(price * quantity) FILTER (WHERE NOT is_delivered), 0)::text, 'last', max(created_at))
  FROM campaign_cart_items WHERE partner_id = ${id})`

interface Row {
  opened: PartnerOverview['opened']
  notes: number
  orders: { count: number; last: string | null } | null
  cart: { lines: number; total: string; last: string | null } | null
  promoted: Date | string | null
  last_orders: NonNullable<PartnerOverview['last_orders']> | null
  campaigns: number | null
  chats: { count: number; unread: number; last: [number, number] | null } | null
  support: number | null
  users: number | null
  app: { users: number; last_at: string | null } | null
}

/** The latest of some timestamps, in any format of the database; null when there is none. */
function latest(moments: readonly (Date | string | null | undefined)[]) {
  const times = moments.flatMap((at) => (at ? [new Date(at).getTime()] : []))
  return times.length > 0 ? new Date(Math.max(...times)).toISOString() : null
}

/** SQL: the end of a month before the current one, in the office. */
const monthEnd = sql`${midnight(sql`(date_trunc('month', office_day()::timestamp) - back * interval '1 month')`)}
  - interval '1 millisecond'`

/** SQL: the time of the last change of a partner's figures, for a query of that partner. */
export const figuresAt = (id: number) => sql<string>`greatest(created_at, (
      SELECT max(at) FROM (
        (SELECT at FROM history WHERE table_name = 'partners' AND record_id = ${id} AND changes ?| ${figures}
          ORDER BY id DESC LIMIT 1)
        UNION ALL
        (SELECT at FROM import_rows JOIN history USING (import_id)
          WHERE import_rows.record_id = ${id} AND table_name = 'partners' AND ${isAboutRow} AND after ?| ${figures}
          ORDER BY history.id DESC LIMIT 1)) AS entries))`

/** The time of the last change of debts, and the debt in twelve months. */
async function getFigures(db: Kysely<Schema>, id: number) {
  const { rows } = await sql<Figures>`SELECT created_at AS opened, ${figuresAt(id)} AS at,
    ${moneyOrPercentSql('debt')} AS debt, now() AS today,
    (SELECT json_agg(${monthEnd} ORDER BY back DESC) FROM generate_series(0, 10) AS back) AS ends
    FROM partners WHERE id = ${id}`.execute(db)
  const { opened, at, debt, ends, today } = orNotFound(rows[0])
  const debts = await changesOf(db, id, { table: 'partners', column: 'debt', sheet: 'debt' })
  return {
    figures_at: at,
    debts: debtLine({ ends, opened, today }, debts, debt),
  }
}

interface Figures {
  opened: string
  today: string
  /** Of the eleven months before this one. */
  ends: string[]
  at: string
  debt: string
}

/** SQL: campaigns that list a partner, and for who may see carts others in which it has ordered by its category. */
const campaignIds = (
  id: number,
  { permissions }: CurrentUser,
) => sql`SELECT campaign_id FROM campaign_partners
  WHERE partner_id = ${id}${
    permissions.has('cart.see')
      ? sql` UNION SELECT campaign_id FROM campaign_cart_items WHERE partner_id = ${id}`
      : sql``
  }`

export async function listCampaigns(db: Kysely<Schema>, user: CurrentUser, id: number) {
  const ordered = user.permissions.has('cart.see')
    ? sql`(SELECT json_build_object('lines', count(*), 'delivered', count(*) FILTER (WHERE is_delivered),
        'pieces', coalesce(sum(quantity), 0), 'total', coalesce(sum(price * quantity), 0)::text,
        'delivered_total', coalesce(sum(price * quantity) FILTER (WHERE is_delivered), 0)::text)
        FROM campaign_cart_items WHERE partner_id = ${id} AND campaign_id = campaigns.id)`
    : sql`NULL`
  const { rows } = await sql<
    Required<CampaignOfPartner>
  >`SELECT campaigns.id, name, campaign_type_id, is_shown,
      CASE WHEN campaign_type_id = ${sql.lit(PRICE)} THEN ${cashText} END AS cash,
      ${ordered} AS ordered
    FROM (${campaignIds(id, user)}) AS own JOIN campaigns ON campaigns.id = own.campaign_id
    LEFT JOIN campaign_partners AS named ON named.campaign_id = campaigns.id AND named.partner_id = ${id}
    ORDER BY campaigns.is_shown DESC, campaigns.updated_at DESC, campaigns.id DESC`.execute(db)
  return rows.map(({ ordered, ...campaign }) => (ordered ? { ...campaign, ordered } : campaign))
}

export async function listChats(db: Kysely<Schema>, id: number) {
  const { rows } =
    await sql<ChatOfPartner>`SELECT message_threads.id, last_message, last_at, office_unread AS unread,
      ${recordRefOf('sliders')} AS slider, users.name AS user, ${isOpen} AS is_open
    FROM message_threads JOIN users ON users.id = user_id JOIN sliders ON sliders.id = slider_id
    JOIN partners ON partners.id = message_threads.partner_id
    WHERE message_threads.partner_id = ${id} ORDER BY last_at DESC, message_threads.id DESC`.execute(db)
  return rows
}
