import type { Permission } from '@kontor/contract/lib/http/permissions'
import { TIME_ZONE } from '@kontor/contract/lib/text/locales'
import {
  TIMELINE_PAGE,
  type TimelineEntry,
  type TimelineEntryKind,
  type TimelineKind,
  timelineKinds,
} from '@kontor/contract/partners/timeline'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { CurrentUser } from '../../../lib/auth/guard.ts'
import type { Schema } from '../../../lib/database/schema.ts'
import { asChanges, figures, isAboutRow, pairsOfRow } from '../../history/table.ts'

/** SQL of one partner's events with `at`, `key` and all other properties as `entry`. */
type Events = (id: number, user: CurrentUser) => RawBuilder<unknown>

/** A kind of event: its permission in addition to that of partners, and its SQL. */
interface Branch {
  permission: Permission
  events: Events
}

const dayOf = (moment: string) => sql`(${sql.ref(moment)} AT TIME ZONE ${sql.lit(TIME_ZONE)})::date`
const nameOf = (table: string, id: string) =>
  sql`(SELECT name FROM ${sql.table(table)} WHERE id = ${sql.ref(id)})`

/** Lines that were ordered together are one event. */
const orders: Events = (id) => sql`
  SELECT at, 'order:' || basket AS key, jsonb_build_object('person', ${nameOf('users', 'user_id')},
    'title', ${nameOf('products', 'product_id')}, 'ref', id, 'count', count, 'pieces', pieces, 'total', total,
    'out_of_stock', out_of_stock) AS entry
  FROM (SELECT basket, min(created_at) AS at, min(id) AS id, count(*) AS count, sum(quantity) AS pieces,
      sum(total)::text AS total, bool_or(ignore_quantity) AS out_of_stock, min(user_id) AS user_id,
      (array_agg(product_id ORDER BY id))[1] AS product_id
    FROM catalogue_orders WHERE partner_id = ${id} AND is_active GROUP BY basket) AS baskets`

/** Lines of a campaign are added to the cart one by one: those of one day are one event. */
const cart =
  (kind: 'cart' | 'delivery', moment: 'created_at' | 'delivered_at', which: RawBuilder<unknown>): Events =>
  (id) =>
    sql`
  SELECT at, ${sql.lit(kind)} || ':' || campaign_id || ':' || day AS key, jsonb_build_object(
    'person', ${kind === 'cart' ? nameOf('users', 'user_id') : sql`NULL`},
    'title', ${nameOf('campaigns', 'campaign_id')}, 'ref', campaign_id, 'count', count, 'pieces', pieces, 'total', total) AS entry
  FROM (SELECT campaign_id, ${dayOf(moment)} AS day, max(${sql.ref(moment)}) AS at, count(*) AS count,
      sum(quantity) AS pieces, sum(price * quantity)::text AS total,
      (array_agg(user_id ORDER BY created_at DESC, id DESC))[1] AS user_id
    FROM campaign_cart_items WHERE partner_id = ${id} AND ${which} GROUP BY 1, 2) AS lines`

const promotions: Events = (id) => sql`
  SELECT created_at AS at, 'promotion:' || id AS key, jsonb_build_object('person', ${nameOf('users', 'user_id')},
    'title', ${nameOf('products', 'product_id')}, 'ref', slider_id, 'pieces', quantity, 'total', (price * quantity)::text) AS entry
  FROM slider_orders WHERE partner_id = ${id}`

const chosenDays = (which: RawBuilder<unknown>) => sql`(SELECT coalesce(jsonb_agg(day ORDER BY day), '[]')
  FROM slider_registration_days WHERE slider_registration_id = own.id AND ${which})`
const signUps: Events = (id) => sql`
  SELECT created_at AS at, 'sign_up:' || id AS key, jsonb_build_object('person', ${nameOf('users', 'user_id')},
    'title', ${nameOf('sliders', 'slider_id')}, 'ref', slider_id, 'days', ${chosenDays(sql`true`)},
    'waiting_days', ${chosenDays(sql`is_waiting`)}) AS entry
  FROM slider_registrations AS own WHERE partner_id = ${id}`

/** The messages of one day are one event, with the last text. */
const chats: Events = (id) => sql`
  SELECT at, 'chat:' || thread || ':' || day AS key, jsonb_build_object('title', ${nameOf('sliders', 'slider_id')},
    'ref', slider_id, 'thread_id', thread, 'count', count, 'text', message, 'from_office', from_office,
    'person', CASE WHEN from_office THEN ${nameOf('users', 'user_admin_id')} ELSE ${nameOf('users', 'user_id')} END,
    'is_open', unread) AS entry
  FROM (SELECT slider_id, user_id, own.id AS thread, ${dayOf('created_at')} AS day, max(created_at) AS at, count(*) AS count,
      bool_or(office_unread > 0 AND NOT from_office AND created_at > coalesce(office_read_at, '-infinity')) AS unread
    FROM message_threads AS own JOIN messages ON message_thread_id = own.id
    WHERE partner_id = ${id} GROUP BY own.id, 4) AS talk
  JOIN LATERAL (SELECT message, from_office, user_admin_id FROM messages
    WHERE message_thread_id = thread AND created_at = at ORDER BY id DESC LIMIT 1) AS last ON true`

const support: Events = (id) => sql`
  SELECT created_at AS at, 'support:' || id AS key, jsonb_build_object('person',
    (SELECT name FROM users WHERE id = coalesce(begun_by, user_id)), 'from_office', begun_by IS NOT NULL,
    'ref', id, 'text', message_content, 'type', type, 'is_open', is_active) AS entry
  FROM customer_support WHERE partner_id = ${id}`

const notifications: Events = (id) => sql`
  SELECT updated_at AS at, 'notification:' || id AS key, jsonb_build_object('person', ${nameOf('users', 'user_id')},
    'title', subject, 'text', notification_text, 'ref', id, 'from_office', true, 'devices', (
      SELECT jsonb_build_object('all', count(*), 'reached', count(*) FILTER (WHERE status = 'accepted'))
      FROM push_recipients JOIN push_deliveries USING (push_id, user_id)
      WHERE push_id = notifications.push_id AND partner_id = ${id})) AS entry
  FROM notifications WHERE push_id IN (SELECT push_id FROM push_recipients WHERE partner_id = ${id})`

const ofPartners = sql`'partners'::text`
const seesFigures = ({ permissions }: CurrentUser) => permissions.has('figures.see')
/** SQL: whether visible changes are left: without permission, changes of debts are removed. */
const shows = (pairs: RawBuilder<unknown>, user: CurrentUser) =>
  seesFigures(user)
    ? sql`true`
    : sql`(action = 'create' OR EXISTS (SELECT FROM jsonb_object_keys(${pairs}) AS key WHERE key <> ALL(${figures})))`

const changed = (pairs: RawBuilder<unknown>, user: CurrentUser) => sql`jsonb_build_object(
  'person', ${nameOf('users', 'history.user_id')}, 'ref', history.id, 'action', action,
  'title', CASE WHEN import_id IS NOT NULL THEN record_name END,
  'values', ${asChanges(pairs, ofPartners, { figures: seesFigures(user), catalogue: true })})`

// By the index on the record; the planner must not scan all later changes in chronological order.
const changes: Events = (id, user) => sql`
  SELECT at, 'change:' || history.id AS key, ${changed(sql.ref('history.changes'), user)} AS entry
  FROM (SELECT * FROM history WHERE table_name = 'partners' AND record_id = ${id} OFFSET 0) AS history
  WHERE ${shows(sql.ref('history.changes'), user)}`

/** Imports that changed the partner; unchanged rows are skipped. */
const imports: Events = (id, user) => sql`
  SELECT at, 'import:' || history.id AS key, ${changed(sql`pairs`, user)} AS entry
  FROM import_rows JOIN history USING (import_id) CROSS JOIN LATERAL (
    SELECT coalesce(jsonb_object_agg(key, value) FILTER (WHERE value -> 0 IS DISTINCT FROM value -> 1), '{}') AS pairs
    FROM jsonb_each(${pairsOfRow(sql`history.action = 'undo'`)}) OFFSET 0) AS differing
  WHERE import_rows.record_id = ${id} AND table_name = 'partners' AND ${isAboutRow} AND pairs <> '{}' AND ${shows(sql`pairs`, user)}`

const branches: Record<TimelineEntryKind, Branch> = {
  order: { permission: 'catalogueOrders.see', events: orders },
  cart: { permission: 'cart.see', events: cart('cart', 'created_at', sql`true`) },
  delivery: { permission: 'cart.see', events: cart('delivery', 'delivered_at', sql`is_delivered`) },
  promotion: { permission: 'sliders.see', events: promotions },
  sign_up: { permission: 'sliders.see', events: signUps },
  chat: { permission: 'sliders.see', events: chats },
  support: { permission: 'customerSupport.see', events: support },
  notification: { permission: 'notifications.see', events: notifications },
  change: { permission: 'history.see', events: changes },
  import: { permission: 'history.see', events: imports },
}

interface TimelineQuery {
  before?: string | undefined
  kind?: TimelineKind | undefined
}

const nothing = {
  person: null,
  title: null,
  ref: null,
  thread_id: null,
  text: null,
  count: null,
  pieces: null,
  total: null,
  out_of_stock: false,
  from_office: false,
  is_open: false,
  days: null,
  waiting_days: null,
  type: null,
  devices: null,
  action: null,
  values: [],
}

/** A page of a partner's events, the latest first: a page of each kind, then merged. */
export async function listTimeline(
  db: Kysely<Schema>,
  user: CurrentUser,
  id: number,
  { before, kind }: TimelineQuery,
) {
  const kinds: readonly TimelineEntryKind[] = kind ? timelineKinds[kind] : Object.values(timelineKinds).flat()
  const allowed = kinds.filter((one) => user.permissions.has(branches[one].permission))
  if (allowed.length === 0) return { result: [], next: null }
  const [at, key] = before?.split('~') ?? []
  const until = before ? sql`WHERE (at, key COLLATE "C") < (${at}::timestamptz, ${key})` : sql``
  const page = sql`${until} ORDER BY at DESC, key COLLATE "C" DESC LIMIT ${TIMELINE_PAGE + 1}`
  const parts = allowed.map(
    (one) =>
      sql`(SELECT ${sql.lit(one)} AS kind, at, key, entry FROM (${branches[one].events(id, user)}) AS own ${page})`,
  )
  const { rows } = await sql<Found>`SELECT kind, key, entry,
      to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at
    FROM (${sql.join(parts, sql` UNION ALL `)}) AS happened
    ORDER BY happened.at DESC, key COLLATE "C" DESC LIMIT ${TIMELINE_PAGE + 1}`.execute(db)
  const result = rows
    .slice(0, TIMELINE_PAGE)
    .map(({ kind, key, at, entry }): TimelineEntry => ({ ...nothing, ...entry, kind, key, at }))
  const last = rows.length > TIMELINE_PAGE ? result.at(-1) : undefined
  return { result, next: last ? `${last.at}~${last.key}` : null }
}

interface Found {
  kind: TimelineEntryKind
  key: string
  at: string
  entry: Partial<TimelineEntry>
}
