import type { Waiting } from '@kontor/contract/home/day'
import { type Kysely, sql } from 'kysely'
import type { CurrentUser } from '../../../lib/auth/guard.ts'
import { midnight } from '../../../lib/database/office-time.ts'
import type { Schema } from '../../../lib/database/schema.ts'
import { orNotFound } from '../../../lib/http/http-error.ts'
import { TotalCache } from '../../../lib/lists/totals.ts'
import { recordRefOf } from '../../../lib/resources/record-refs.ts'
import { storedCount } from '../table.ts'

/** SQL: the beginning of today in the office. */
const MORNING = midnight(sql`office_day()`)
/** How long failed push messages are shown. */
const WEEK = sql`interval '7 days'`
/** Characters of a complaint. */
const EXCERPT_LENGTH = 120

type Part<K extends keyof Waiting> = NonNullable<Waiting[K]>

/**
 * The open work of the office, as far as the user may see it. Each part reads an index or sums, none reads finished
 * work.
 */
export async function getWaitingWork(db: Kysely<Schema>, { permissions }: CurrentUser): Promise<Waiting> {
  const [chats, cart, catalogueOrders, complaints, push, last_order] = await Promise.all([
    permissions.has('sliders.see') ? unreadChats(db) : undefined,
    permissions.has('cart.see') ? waitingCart(db) : undefined,
    permissions.has('catalogueOrders.see') ? ordersOfToday(db) : undefined,
    permissions.has('customerSupport.see') ? openComplaints(db) : undefined,
    permissions.has('notifications.see') ? failedPush(db) : undefined,
    lastOrder(db, permissions),
  ])
  return { chats, cart, catalogueOrders, complaints, push, last_order }
}

async function unreadChats(db: Kysely<Schema>): Promise<Part<'chats'> | undefined> {
  const { rows } = await sql<Part<'chats'>>`
    WITH unread AS MATERIALIZED (SELECT thread.id, user_id, thread.partner_id, slider_id,
        coalesce((SELECT min(created_at) FROM messages WHERE message_thread_id = thread.id AND NOT from_office
          AND created_at > coalesce(office_read_at, '-infinity')), last_at) AS since
      FROM message_threads AS thread JOIN sliders ON sliders.id = slider_id AND sliders.is_active
      WHERE office_unread > 0 AND thread.partner_id IS NOT NULL) -- a colleague's is of no partner
    SELECT count(*) AS threads, count(DISTINCT slider_id) AS sliders, min(since) AS oldest,
      (SELECT json_agg(json_build_object('name', users.name, 'slider_id', slider_id, 'thread_id', first.id,
          'partner', ${recordRefOf('partners')}) ORDER BY since, first.id)
        FROM (SELECT * FROM unread ORDER BY since, id LIMIT 3) AS first
        JOIN users ON users.id = user_id JOIN partners ON partners.id = first.partner_id) AS people
    FROM unread HAVING count(*) > 0`.execute(db)
  return rows[0]
}

type Carts = Part<'cart'> & { changes: number }
const carts = new TotalCache<{ cart?: Part<'cart'> }>(['campaign_cart_items', 'partners'])

/** The undelivered cart lines, cached until a cart changes; undefined when there are none. */
export async function waitingCart(db: Kysely<Schema>): Promise<Part<'cart'> | undefined> {
  const { cart } = await carts.cached(db, '', async () => {
    const { rows } = await sql<Carts>`
      WITH waiting AS MATERIALIZED (SELECT partner_id, sum(undelivered_items) AS items, sum(undelivered_total) AS total
        FROM cart_sums WHERE undelivered_items <> 0 OR undelivered_total <> 0 GROUP BY partner_id HAVING sum(undelivered_items) > 0)
      SELECT coalesce(sum(items), 0)::bigint AS items, count(*) AS partners, sum(total)::numeric(24,3) AS total,
        ${carts.changes} AS changes, (SELECT min(created_at) FROM campaign_cart_items WHERE NOT is_delivered) AS oldest,
        (SELECT json_agg(json_build_object('id', partners.id, 'name', name, 'items', items) ORDER BY items DESC, partners.id)
          FROM (SELECT * FROM waiting ORDER BY items DESC, partner_id LIMIT 2) AS most
          JOIN partners ON partners.id = partner_id) AS named
      FROM waiting`.execute(db)
    const { changes, ...cart } = orNotFound(rows[0]) // an aggregate returns one row
    return { changes, total: cart.partners > 0 ? { cart } : {} }
  })
  return cart
}

async function ordersOfToday(db: Kysely<Schema>): Promise<Part<'catalogueOrders'> | undefined> {
  const { rows } = await sql<Part<'catalogueOrders'>>`
    WITH ordering AS MATERIALIZED (SELECT partner_id, max(created_at) AS last
      FROM catalogue_orders WHERE is_active AND created_at >= ${MORNING} GROUP BY partner_id),
    sums AS (SELECT sum(orders)::bigint AS orders, sum(total)::numeric(24,3) AS total
      FROM catalogue_orders_daily WHERE day = office_day() AND is_active)
    SELECT (SELECT orders FROM sums) AS orders, (SELECT total FROM sums) AS total, count(*) AS partners,
      max(last) AS last,
      (SELECT json_agg(${recordRefOf('partners')} ORDER BY last DESC, partners.id)
        FROM (SELECT * FROM ordering ORDER BY last DESC, partner_id LIMIT 2) AS latest
        JOIN partners ON partners.id = partner_id) AS named
    FROM ordering HAVING count(*) > 0`.execute(db)
  return rows[0]
}

async function openComplaints(db: Kysely<Schema>): Promise<Part<'complaints'> | undefined> {
  const { rows } = await sql<Part<'complaints'>>`
    SELECT ${storedCount('customer_support', 'complaints')} AS open,
      customer_support.created_at AS oldest, left(message_content, ${EXCERPT_LENGTH}) AS words,
      ${recordRefOf('partners')} AS partner
    FROM customer_support JOIN partners ON partners.id = partner_id
    WHERE customer_support.is_active AND type = 3
    ORDER BY customer_support.created_at, customer_support.id LIMIT 1`.execute(db)
  return rows[0]
}

async function failedPush(db: Kysely<Schema>): Promise<Part<'push'> | undefined> {
  const { rows } = await sql<Part<'push'>>`
    WITH failed AS MATERIALIZED (SELECT notifications.id, subject, push_deliveries.push_id,
        count(*) AS devices, max(push_deliveries.updated_at) AS at
      FROM push_deliveries JOIN notifications USING (push_id)
      WHERE status = 'failed' AND push_deliveries.updated_at > now() - ${WEEK}
      GROUP BY notifications.id, push_deliveries.push_id)
    SELECT (SELECT sum(devices)::bigint FROM failed) AS failed, at,
      json_build_object('id', id, 'subject', subject,
        'accepted', (SELECT count(*) FROM push_deliveries AS own WHERE own.push_id = failed.push_id
          AND status = 'accepted'),
        'devices', (SELECT count(*) FROM push_deliveries AS own WHERE own.push_id = failed.push_id)) AS notification
    FROM failed ORDER BY at DESC, id DESC LIMIT 1`.execute(db)
  return rows[0]
}

async function lastOrder(db: Kysely<Schema>, permissions: CurrentUser['permissions']) {
  const { rows } = await sql<{ at: string | null }>`SELECT greatest(
    (SELECT max(created_at) FROM catalogue_orders WHERE is_active AND ${permissions.has('catalogueOrders.see')}),
    (SELECT max(created_at) FROM campaign_cart_items WHERE ${permissions.has('cart.see')}),
    (SELECT max(created_at) FROM slider_orders WHERE ${permissions.has('sliders.see')})) AS at`.execute(db)
  return rows[0]?.at ?? null
}
