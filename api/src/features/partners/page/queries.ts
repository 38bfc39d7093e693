import type { CampaignOfPartner, ChatOfPartner, PartnerOverview } from '@kontor/contract/partners/page'
import { type Kysely, sql } from 'kysely'
import type { SignedIn } from '../../../kit/auth/guard.ts'
import type { Schema } from '../../../kit/db/schema.ts'
import { found } from '../../../kit/serve/refusal.ts'
import { figures } from '../../history/table.ts'
import '../../campaigns/table.ts'
import '../../catalogueOrders/table.ts'
import '../../messages/table.ts'
import '../table.ts'
import { aboveZeroSince, debtByMonth, type FigureChange, monthsUntil } from './rules.ts'

/** What there is to say of a partner at a glance, in one query, each part only for whoever may see it. */
export async function overviewOf(db: Kysely<Schema>, user: SignedIn, id: number): Promise<PartnerOverview> {
  const { rights } = user
  const only = (right: string, part: ReturnType<typeof sql>) => (rights.has(right) ? part : sql`NULL`)
  const users = sql`(SELECT id FROM users WHERE partner_id = ${id})`
  const { rows } = await sql<Row>`SELECT
    json_build_object('at', created_at, 'person', (
      SELECT users.name FROM history JOIN users ON users.id = user_id
      WHERE table_name = 'partners' AND record_id = ${id} AND action = 'create' ORDER BY history.id LIMIT 1)) AS opened,
    (SELECT count(*) FROM partner_notes WHERE partner_id = ${id}) AS notes,
    ${only(
      'catalogueOrders.see',
      sql`(SELECT json_build_object('count', count(*), 'last', max(created_at) FILTER (WHERE is_active))
      FROM catalogue_orders WHERE partner_id = ${id})`,
    )} AS orders,
    ${only(
      'cart.see',
      sql`(SELECT json_build_object('lines', count(*), 'total', coalesce(sum(price * quantity), 0)::text)
      FROM campaign_cart_items WHERE partner_id = ${id} AND NOT is_delivered)`,
    )} AS undelivered,
    ${only('campaigns.see', sql`(SELECT count(*) FROM (${campaignIds(id)}) AS named)`)} AS campaigns,
    ${only(
      'sliders.see',
      sql`(SELECT json_build_object('count', count(*), 'unread', count(*) FILTER (WHERE office_unread > 0),
      'last', (array_agg(json_build_array(slider_id, id) ORDER BY last_at DESC) FILTER (WHERE office_unread > 0))[1])
      FROM message_threads WHERE user_id IN ${users})`,
    )} AS chats,
    ${only('customerSupport.see', sql`(SELECT count(*) FROM customer_support WHERE partner_id = ${id})`)} AS support,
    ${only('users.see', sql`(SELECT count(*) FROM users WHERE partner_id = ${id})`)} AS users,
    ${only(
      'signedInPartners.see',
      sql`(SELECT json_build_object('users', count(*), 'last_at', max(last_sign_in_at))
      FROM signed_in_partners WHERE user_id IN ${users})`,
    )} AS app
    FROM partners WHERE id = ${id}`.execute(db)
  const { opened, notes, orders, undelivered, campaigns, chats, support, users: people, app } = found(rows[0])
  const [slider_id = null, thread = null] = chats?.last ?? []
  const given = <T>(value: T | null) => (value === null ? undefined : Number(value))
  return {
    opened,
    ...(orders && { last_order_at: orders.last }),
    ...(undelivered && { undelivered }),
    ...(chats && { unread: { threads: chats.unread, slider_id, id: thread } }),
    ...(app && { app }),
    ...(rights.has('figures.see') && (await ofFigures(db, id))),
    counts: {
      notes: Number(notes),
      ...{ orders: orders?.count, chats: chats?.count },
      ...{ campaigns: given(campaigns), support: given(support), users: given(people) },
    },
  }
}

interface Row {
  opened: PartnerOverview['opened']
  notes: number
  orders: { count: number; last: string | null } | null
  undelivered: { lines: number; total: string } | null
  campaigns: number | null
  chats: { count: number; unread: number; last: [number, number] | null } | null
  support: number | null
  users: number | null
  app: { users: number; last_at: string | null } | null
}

/** Of when the figures are, since when something is overdue, and the debt at the end of each of twelve months. */
async function ofFigures(db: Kysely<Schema>, id: number) {
  const { rows } = await sql<Figures>`SELECT created_at AS opened, greatest(created_at, (
      SELECT max(at) FROM (
        (SELECT at FROM history WHERE table_name = 'partners' AND record_id = ${id} AND changes ?| ${figures}
          ORDER BY id DESC LIMIT 1)
        UNION ALL
        (SELECT at FROM import_rows JOIN history USING (import_id)
          WHERE import_rows.record_id = ${id} AND table_name = 'partners' AND after ?| ${figures}
          ORDER BY history.id DESC LIMIT 1)) AS told)) AS at,
    ${now('out_of_currency')} AS overdue, ${now('debt')} AS debt FROM partners WHERE id = ${id}`.execute(db)
  const { opened, at, overdue, debt } = found(rows[0])
  const [debts, overdues] = await Promise.all([
    changesOf(db, id, 'debt'),
    changesOf(db, id, 'out_of_currency'),
  ])
  return {
    figures_at: at,
    overdue_since: aboveZeroSince(overdues, overdue),
    debts: debtByMonth(monthsUntil(new Date()), opened, debts, debt),
  }
}

interface Figures {
  opened: string
  at: string
  overdue: string
  debt: string
}

/** What an import's rows call a figure, whose column is in snake case. */
const told = { debt: 'debt', out_of_currency: 'outOfCurrency' } as const
type Told = keyof typeof told

const now = (name: Told) =>
  sql<string>`(${sql.ref(name)}::text || CASE WHEN ${sql.ref(`${name}_percent`)} THEN '%' ELSE '' END)`

/**
 * When a figure of a partner was changed in the last thirteen months, by hand or by imports, in the order of time, and
 * from what. The entries of one record and the rows of imports about it are found by their indexes.
 */
async function changesOf(db: Kysely<Schema>, id: number, name: Told) {
  const sheet = told[name]
  const { rows } = await sql<FigureChange>`SELECT at, before FROM (
    SELECT history.id, at, changes -> ${name}::text ->> 0 AS before, changes -> ${name}::text ->> 1 AS after FROM history
    WHERE table_name = 'partners' AND record_id = ${id} AND changes ? ${name}::text
    UNION ALL
    SELECT history.id, at,
      CASE WHEN history.action = 'undo' THEN after ->> ${sheet}::text ELSE before ->> ${sheet}::text END,
      CASE WHEN history.action = 'undo' THEN before ->> ${sheet}::text ELSE after ->> ${sheet}::text END
    FROM import_rows JOIN history USING (import_id)
    WHERE import_rows.record_id = ${id} AND table_name = 'partners' AND after ? ${sheet}::text) AS changed
    WHERE at > now() - interval '13 months' AND before IS DISTINCT FROM after ORDER BY id`.execute(db)
  return rows
}

/** Campaigns that name a partner, and others in which it has ordered as one of their categories. */
const campaignIds = (id: number) => sql`SELECT campaign_id FROM campaign_partners WHERE partner_id = ${id}
  UNION SELECT campaign_id FROM campaign_cart_items WHERE partner_id = ${id}`

export async function campaignsOf(db: Kysely<Schema>, user: SignedIn, id: number) {
  const ordered = user.rights.has('cart.see')
    ? sql`(SELECT json_build_object('lines', count(*), 'delivered', count(*) FILTER (WHERE is_delivered),
        'pieces', coalesce(sum(quantity), 0), 'total', coalesce(sum(price * quantity), 0)::text,
        'delivered_total', coalesce(sum(price * quantity) FILTER (WHERE is_delivered), 0)::text)
        FROM campaign_cart_items WHERE partner_id = ${id} AND campaign_id = campaigns.id)`
    : sql`NULL`
  const { rows } = await sql<
    Required<CampaignOfPartner>
  >`SELECT campaigns.id, name, campaign_type_id, is_shown,
      CASE WHEN campaign_type_id = 2 THEN CASE WHEN cash_percent
        THEN trim_scale(cash)::text || '%' ELSE cash::text END END AS cash,
      ${ordered} AS ordered
    FROM (${campaignIds(id)}) AS own JOIN campaigns ON campaigns.id = own.campaign_id
    LEFT JOIN campaign_partners AS named ON named.campaign_id = campaigns.id AND named.partner_id = ${id}
    ORDER BY campaigns.is_shown DESC, campaigns.updated_at DESC, campaigns.id DESC`.execute(db)
  return rows.map(({ ordered, ...campaign }) => (ordered ? { ...campaign, ordered } : campaign))
}

export async function chatsOf(db: Kysely<Schema>, id: number) {
  const { rows } =
    await sql<ChatOfPartner>`SELECT message_threads.id, last_message, last_at, office_unread AS unread,
      json_build_object('id', sliders.id, 'name', sliders.name) AS slider, users.name AS user
    FROM message_threads JOIN users ON users.id = user_id JOIN sliders ON sliders.id = slider_id
    WHERE users.partner_id = ${id} ORDER BY last_at DESC, message_threads.id DESC`.execute(db)
  return rows
}

/** Refuses with 404. */
export async function requirePartner(db: Kysely<Schema>, id: number) {
  found(await db.selectFrom('partners').select('id').where('id', '=', id).executeTakeFirst())
}
