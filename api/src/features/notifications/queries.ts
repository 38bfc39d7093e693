import { optionLabel } from '@kontor/contract/lib/lists/list'
import {
  type NotificationSent,
  notificationList,
  notificationPartnerList,
  type notifications,
  PARTNERS_NAMED,
} from '@kontor/contract/notifications'
import {
  notificationFields,
  type Opened,
  openedBy,
  openedKindNames,
  openedKinds,
} from '@kontor/contract/notifications/form'
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Schema } from '../../lib/database/schema.ts'
import { inTransaction } from '../../lib/database/transaction.ts'
import { HttpError, invalidField, orNotFound } from '../../lib/http/http-error.ts'
import type { HandlerCall } from '../../lib/http/register-route.ts'
import { requireUnlocked } from '../../lib/imports/lock.ts'
import { column, listSource } from '../../lib/lists/source.ts'
import { columnSources, joined, referredTables, selectedColumns } from '../../lib/resources/field-columns.ts'
import { replaceLinks } from '../../lib/resources/links.ts'
import { namesOf, recordRefOf, recordRefOrNull, recordRefsOf } from '../../lib/resources/record-refs.ts'
import { getRow, requireActive, requireActiveImportable } from '../../lib/resources/records.ts'
import { visibleTo as seesCampaign } from '../campaigns/scope.ts'
import { decidingCategories, visibleWith as seesProduct } from '../catalogue/scope.ts'
import { partnerCategoryNames } from '../partners/table.ts'
import { visibleTo as seesSlider } from '../sliders/scope.ts'
import '../users/table.ts'
import type { Push } from './push/outbox.ts'
import {
  countByCategories,
  countPartners,
  countRecipients,
  countRetryable,
  type PartnerTarget,
} from './push/queries.ts'
import './table.ts'

export const ofCategories = sql`FROM notification_categories JOIN categories ON categories.id = category_id
  WHERE notification_id = notifications.id`
export const ofPartners = sql`FROM notification_partners JOIN partners ON partners.id = partner_id
  WHERE notification_id = notifications.id`
const categoryNames = namesOf('categories', ofCategories)
/** Limited, because a page of notifications to all partners would be many megabytes. */
const firstPartners = sql`FROM (SELECT partners.id, partners.name ${ofPartners}
  ORDER BY name LIMIT ${sql.lit(PARTNERS_NAMED)}) AS named`

/** SQL: the recipients and devices of a push by their state. */
export const pushCounts = (push: RawBuilder<number>) => sql<NotificationSent>`(SELECT json_build_object(
    'users', (SELECT count(*) FROM push_recipients WHERE push_id = ${push}),
    'read', (SELECT count(read_at) FROM push_recipients WHERE push_id = ${push}),
    'devices', count(*),
    'accepted', count(*) FILTER (WHERE status = 'accepted'), 'failed', count(*) FILTER (WHERE status = 'failed'),
    'removed', count(*) FILTER (WHERE status = 'removed'), 'logged', count(*) FILTER (WHERE status = 'logged'),
    'pending', count(*) FILTER (WHERE status = 'pending'))
  FROM push_deliveries WHERE push_id = ${push})`
const sent = pushCounts(sql.ref('notifications.push_id'))
const reached = sql<string>`(SELECT count(*) FILTER (WHERE status = 'accepted') || ' / ' || count(*)
  FROM push_deliveries WHERE push_id = notifications.push_id)`

/** Nodes need at most a minute; this adds some tolerance. */
const isLate = sql<boolean>`(notifications.state = 'sent'
  AND notifications.updated_at > send_at + interval '1 minute') IS TRUE`

export const notificationSource = listSource({
  definition: notificationList,
  id: sql.ref('notifications.id'),
  columns: {
    updated_at: column('notifications', 'updated_at'),
    ...columnSources('notifications', notificationFields, ['subject', 'notification_text']),
    category_names: { value: categoryNames },
    partner_names: { value: namesOf('partners', ofPartners) },
    state: column('notifications', 'state'),
    send_at: column('notifications', 'send_at'),
    sent: {
      value: reached,
      exported: sql`CASE notifications.state WHEN 'sent' THEN ${reached} ELSE notifications.state END`,
      format: (value: string, locale) => optionLabel(notificationList.columns.state, value, locale) ?? value,
    },
    user: column('users', 'name', 'name_folded'),
  },
  tables: ['notifications', 'categories', 'partners', 'users', ...referredTables(notificationFields)],
  rows: (db) =>
    joined(
      db
        .selectFrom('notifications')
        .innerJoin('users', 'users.id', 'notifications.user_id')
        .select(['notifications.id', 'send_by_category', 'notifications.state', 'send_at'])
        .select(['notifications.version', 'notifications.updated_at']),
      'notifications',
      notificationFields,
    )
      .select(selectedColumns('notifications', notificationFields))
      .select([categoryNames.as('category_names'), recordRefsOf('categories', ofCategories).as('categories')])
      .select([namesOf('named', firstPartners).as('partner_names')])
      .select([recordRefsOf('named', firstPartners).as('partners'), sent.as('sent')])
      .select([recordRefOf('users').as('user'), isLate.as('is_late')]),
})

type RecipientsAndOpened = HandlerCall<typeof notifications.recipients>['body']
type Recipients = Pick<RecipientsAndOpened, 'send_by_category' | 'categories' | 'partners'>

const chosen = ({ send_by_category, categories, partners }: Recipients) => [
  ...new Set(send_by_category ? categories : partners),
]
export const targetOf = (recipients: Recipients): PartnerTarget =>
  recipients.send_by_category ? { categoryIds: chosen(recipients) } : { partnerIds: chosen(recipients) }

/** The number of partners of a notification that do not see the record which it opens. */
const withoutAccess = {
  slider: (db: Kysely<Schema>, target: PartnerTarget, id: number) =>
    countPartners(
      db,
      target,
      sql`NOT EXISTS (SELECT FROM sliders WHERE sliders.id = ${id} AND ${seesSlider(sql.ref('partners.id'))})`,
    ),
  product: (db: Kysely<Schema>, target: PartnerTarget, id: number) =>
    countByCategories(
      db,
      target,
      decidingCategories(id),
      (categories) =>
        sql`NOT EXISTS (SELECT FROM products WHERE products.id = ${id} AND ${seesProduct(categories)})`,
    ),
  campaign: (db: Kysely<Schema>, target: PartnerTarget, id: number) =>
    countPartners(
      db,
      target,
      sql`NOT EXISTS (SELECT FROM campaigns WHERE campaigns.id = ${id} AND ${seesCampaign(sql.ref('partners.id'))})`,
    ),
} as const

/** How many a notification would reach, and how many of them do not see what it opens. */
export async function countReached(db: Kysely<Schema>, form: RecipientsAndOpened) {
  const target = targetOf(form)
  const reached = await countRecipients(db, target)
  const opened = openedBy(form)
  if (!opened) return reached
  return { ...reached, partners_without_access: await withoutAccess[opened.kind](db, target, opened.id) }
}

/** The row; of a notification that was sent after its devices were tried, or after a time limit. */
export const getSentRow = (
  db: Kysely<Schema>,
  push: Push,
  { id, push_id }: { id: number; push_id: number | null },
  deliveryIds?: readonly number[],
) => push.outcome(push_id, () => getRow(db, notificationSource, id), deliveryIds)

/** The row, with the number of devices that sending it again would try. */
export async function getWithRetryable(db: Kysely<Schema>, id: number) {
  const row = await getRow(db, notificationSource, id)
  const { push_id } = await sentOf(db, id)
  return { ...row, retryable: push_id === null ? 0 : await countRetryable(db, push_id) }
}

const sentOf = async (db: Kysely<Schema>, id: number) =>
  orNotFound(await db.selectFrom('notifications').select('push_id').where('id', '=', id).executeTakeFirst())

/** Throws 422 unless all chosen records exist and are active; those that were chosen `before` may be inactive now. */
export async function requireChosen(
  tx: Transaction<Schema>,
  recipients: Recipients,
  before: readonly number[] = [],
) {
  const table = recipients.send_by_category ? 'categories' : 'partners'
  const ids = chosen(recipients)
  if (table === 'partners') await requireUnlocked(tx, table) // a running import may delete them
  const { rows } = await sql<{ id: number; is_active: boolean }>`SELECT id, is_active FROM ${sql.table(table)}
    WHERE id = ANY(${ids}::int[]) FOR SHARE`.execute(tx)
  if (rows.length < ids.length) throw invalidField(table, 'validation.not_found')
  if (rows.some(({ id, is_active }) => !is_active && !before.includes(id)))
    throw invalidField(table, 'validation.inactive')
}

const openedTables = { slider: 'sliders', product: 'products', campaign: 'campaigns' } as const

/** Throws 422 unless the record that it opens is active; one that it opened before may be inactive now. */
export async function requireOpened(tx: Transaction<Schema>, form: Opened, before: Opened = {}) {
  for (const kind of openedKindNames) {
    const { field } = openedKinds[kind]
    const id = form[field]
    if (!id || id === before[field]) continue
    if (kind === 'product') await requireActiveImportable(tx, 'products', id, field)
    else await requireActive(tx, openedTables[kind], id, field)
  }
}

/** Links the chosen records with a notification, in place of those that were chosen before. */
export async function setChosen(tx: Transaction<Schema>, id: number, recipients: Recipients) {
  const ids = chosen(recipients)
  const owner = 'notification_id'
  const categories = { table: 'notification_categories', owner }
  const partners = { table: 'notification_partners', owner, linked: 'partner_id' }
  await replaceLinks(tx, categories, id, recipients.send_by_category ? ids : [])
  await replaceLinks(tx, partners, id, recipients.send_by_category ? [] : ids)
}

/** Retries a notification where it failed. Throws 422 when no device is left to try. */
export async function resendNotification(db: Kysely<Schema>, push: Push, id: number) {
  const { push_id } = await sentOf(db, id)
  if (push_id === null) throw new HttpError('notifications.nothing_to_resend')
  const again = await inTransaction(db, (tx) => push.enqueueAgain(tx, push_id))
  if (again.length === 0) throw new HttpError('notifications.nothing_to_resend')
  return getSentRow(db, push, { id, push_id }, again)
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
        .select(['partners.id', 'partners.name', recordRefOrNull('cities').as('city'), devices.as('devices')])
        .select(['partners.is_active', 'partners.version', 'partners.updated_at'])
        .select(partnerCategoryNames.as('category_names'))
        .where('partners.is_active', '=', true),
  })
