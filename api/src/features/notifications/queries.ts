import { keysOf } from '@kontor/contract/lib/lists/keys'
import {
  type NotificationSent,
  notificationList,
  type notifications,
  PARTNERS_NAMED,
} from '@kontor/contract/notifications'
import { notificationFields } from '@kontor/contract/notifications/form'
import { notificationPartnerList } from '@kontor/contract/notifications/reachable'
import { type Kysely, sql, type Transaction } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { Schema } from '../../lib/database/schema.ts'
import { inTransaction } from '../../lib/database/transaction.ts'
import { found, HttpError, invalidField } from '../../lib/http/http-error.ts'
import type { Call } from '../../lib/http/register-route.ts'
import { requireUnlocked } from '../../lib/imports/lock.ts'
import { column, listSource } from '../../lib/lists/source.ts'
import { sourcesOf } from '../../lib/resources/field-columns.ts'
import { getRow } from '../../lib/resources/records.ts'
import { partnerCategoryNames } from '../partners/table.ts'
import '../users/table.ts'
import type { Push } from './push/jobs.ts'
import { countRecipients, type PushTarget } from './push/queries.ts'
import './table.ts'

export type Choices = { id: number; name: string }[]

export const ofCategories = sql`FROM notification_categories JOIN categories ON categories.id = category_id
  WHERE notification_id = notifications.id`
export const ofPartners = sql`FROM notification_partners JOIN partners ON partners.id = partner_id
  WHERE notification_id = notifications.id`
const categoryNames = sql<string>`coalesce((
  SELECT string_agg(categories.name, '; ' ORDER BY categories.name) ${ofCategories}), '')`
const partnerNames = sql<string>`coalesce((
  SELECT string_agg(partners.name, '; ' ORDER BY partners.name) ${ofPartners}), '')`
const categoryChoices = sql<Choices>`coalesce((SELECT json_agg(
  json_build_object('id', categories.id, 'name', categories.name) ORDER BY categories.name) ${ofCategories}), '[]')`
/** Limited, because a page of notifications to all partners would be many megabytes. */
const named = sql`(SELECT partners.id, partners.name ${ofPartners} ORDER BY name LIMIT ${sql.lit(PARTNERS_NAMED)}) AS named`
const namedPartners = sql<string>`coalesce((SELECT string_agg(name, '; ' ORDER BY name) FROM ${named}), '')`
const partnerChoices = sql<Choices>`coalesce((SELECT json_agg(
  json_build_object('id', id, 'name', name) ORDER BY name) FROM ${named}), '[]')`

const sent = sql<NotificationSent>`(SELECT json_build_object(
    'users', (SELECT count(*) FROM push_recipients WHERE push_id = notifications.push_id),
    'read', (SELECT count(read_at) FROM push_recipients WHERE push_id = notifications.push_id),
    'devices', count(*),
    'accepted', count(*) FILTER (WHERE status = 'accepted'), 'failed', count(*) FILTER (WHERE status = 'failed'),
    'removed', count(*) FILTER (WHERE status = 'removed'), 'logged', count(*) FILTER (WHERE status = 'logged'),
    'pending', count(*) FILTER (WHERE status = 'pending'))
  FROM push_deliveries WHERE push_id = notifications.push_id)`
const reached = sql<string>`(SELECT count(*) FILTER (WHERE status = 'accepted') || ' / ' || count(*)
  FROM push_deliveries WHERE push_id = notifications.push_id)`

/** Nodes need at most a minute; this adds some tolerance. */
const isLate = sql<boolean>`(state = 'sent' AND notifications.updated_at > send_at + interval '1 minute') IS TRUE`

export const notificationSource = listSource({
  definition: notificationList,
  id: sql.ref('notifications.id'),
  columns: {
    updated_at: column('notifications', 'updated_at'),
    ...sourcesOf('notifications', notificationFields, ['subject', 'notification_text']),
    category_names: { value: categoryNames },
    partner_names: { value: partnerNames },
    state: column('notifications', 'state'),
    send_at: column('notifications', 'send_at'),
    sent: { value: reached },
    user: column('users', 'name', 'name_folded'),
  },
  tables: ['notifications', 'categories', 'partners', 'users'],
  rows: (db) =>
    db
      .selectFrom('notifications')
      .innerJoin('users', 'users.id', 'notifications.user_id')
      .select(['notifications.id', 'send_by_category', ...keysOf(notificationFields)])
      .select([categoryChoices.as('categories'), partnerChoices.as('partners')])
      .select([categoryNames.as('category_names'), namedPartners.as('partner_names'), sent.as('sent')])
      .select(({ ref }) => jsonBuildObject({ id: ref('users.id'), name: ref('users.name') }).as('user'))
      .select([
        'state',
        'send_at',
        isLate.as('is_late'),
        'notifications.version',
        'notifications.updated_at',
      ]),
})

type Recipients = Call<typeof notifications.recipients>['body']

const chosen = ({ send_by_category, categories, partners }: Recipients) => [
  ...new Set(send_by_category ? categories : partners),
]
export const targetOf = (recipients: Recipients): PushTarget =>
  recipients.send_by_category ? { categoryIds: chosen(recipients) } : { partnerIds: chosen(recipients) }

export const countReached = (db: Kysely<Schema>, recipients: Recipients) =>
  countRecipients(db, targetOf(recipients))

/** The row; of a notification that was sent after its devices were tried, or after a time limit. */
export function getSentRow(
  db: Kysely<Schema>,
  push: Push,
  { id, push_id }: { id: number; push_id: number | null },
) {
  const row = () => getRow(db, notificationSource, id)
  return push_id === null ? row() : push.outcome(push_id, row)
}

/** Throws 422 unless all chosen records exist and are active. */
export async function requireChosen(tx: Transaction<Schema>, recipients: Recipients) {
  const table = recipients.send_by_category ? 'categories' : 'partners'
  const ids = chosen(recipients)
  if (table === 'partners') await requireUnlocked(tx, table) // a running import may delete them
  const { rows } = await sql<{ is_active: boolean }>`SELECT is_active FROM ${sql.table(table)}
    WHERE id = ANY(${ids}::int[]) FOR SHARE`.execute(tx)
  if (rows.length < ids.length) throw invalidField(table, 'validation.not_found')
  if (rows.some(({ is_active }) => !is_active)) throw invalidField(table, 'validation.inactive')
}

/** Links the chosen records with a notification. */
export async function addChosen(tx: Transaction<Schema>, id: number, recipients: Recipients) {
  const ids = chosen(recipients)
  await (recipients.send_by_category
    ? sql`INSERT INTO notification_categories SELECT ${id}, unnest(${ids}::int[])`
    : sql`INSERT INTO notification_partners SELECT ${id}, unnest(${ids}::int[])`
  ).execute(tx)
}

/** Retries a notification where it failed. Throws 422 when no device is left to try. */
export async function resendNotification(db: Kysely<Schema>, push: Push, id: number) {
  const notification = db.selectFrom('notifications').select(['id', 'push_id']).where('id', '=', id)
  const { push_id } = found(await notification.executeTakeFirst())
  if (push_id === null) throw new HttpError('notifications.nothing_to_resend')
  const again = await inTransaction(db, (tx) => push.enqueueAgain(tx, push_id))
  if (again === 0) throw new HttpError('notifications.nothing_to_resend')
  return getSentRow(db, push, { id, push_id })
}

const devices = sql<number>`(SELECT count(*) FROM users JOIN user_firebase_tokens device ON device.user_id = users.id
  WHERE users.partner_id = partners.id AND users.is_active)`

/**
 * The active partners with their numbers of devices, by name. Created for each request: no change counter covers
 * devices, so totals must not be cached.
 */
export const reachable = () =>
  listSource({
    definition: notificationPartnerList,
    id: sql.ref('partners.id'),
    columns: {
      id: { value: sql.ref('partners.id'), folded: sql`partners.id::text` },
      name: column('partners', 'name', 'name_folded'),
      city: column('cities', 'name', 'name_folded'),
      category_names: { value: partnerCategoryNames },
      devices: { value: devices },
    },
    tables: ['partners', 'partner_categories', 'cities', 'categories', 'users'],
    rows: (db) =>
      db
        .selectFrom('partners')
        .leftJoin('cities', 'cities.id', 'partners.city_id')
        .select(['partners.id', 'partners.name', 'cities.name as city', devices.as('devices')])
        .select(['partners.is_active', 'partners.version', 'partners.updated_at'])
        .select(partnerCategoryNames.as('category_names'))
        .where('partners.is_active', '=', true),
  })
