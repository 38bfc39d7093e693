// Sending of notifications: at once, scheduled, or by hand before the scheduled time.

import type { RecordRef } from '@kontor/contract/lib/lists/list'
import type { notifications } from '@kontor/contract/notifications'
import { linkOf, notificationFields, type OpenedKind } from '@kontor/contract/notifications/form'
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { CurrentUser } from '../../../lib/auth/guard.ts'
import { requireFuture } from '../../../lib/database/office-time.ts'
import type { Schema } from '../../../lib/database/schema.ts'
import { inTransaction } from '../../../lib/database/transaction.ts'
import { conflict, HttpError, orNotFound } from '../../../lib/http/http-error.ts'
import { type IdempotentCall, withIdempotencyKey } from '../../../lib/http/idempotency.ts'
import type { HandlerCall } from '../../../lib/http/register-route.ts'
import { runEach } from '../../../lib/jobs/run-each.ts'
import { publish } from '../../../lib/realtime/events.ts'
import { inputColumns } from '../../../lib/resources/field-columns.ts'
import { recordRefOf } from '../../../lib/resources/record-refs.ts'
import { getRow } from '../../../lib/resources/records.ts'
import type { Push } from '../push/outbox.ts'
import {
  getSentRow,
  notificationSource,
  ofCategories,
  ofPartners,
  requireChosen,
  requireOpened,
  setChosen,
  targetOf,
} from '../queries.ts'

type NotificationForm = HandlerCall<typeof notifications.update>['body']
/** Writes messages to the outbox in the transaction. */
type Outbox = Pick<Push, 'enqueue' | 'publish'>
type Log = (line: string) => void

/**
 * Saves a notification and sends it, or schedules it. After sending it waits a while for the result: throws 491 with
 * the saved row when some devices were not reached.
 */
export async function createNotification(
  db: Kysely<Schema>,
  push: Push,
  user: CurrentUser,
  form: NotificationForm,
  idempotency: IdempotentCall | undefined,
) {
  const { subject, notification_text, send_by_category, send_at } = form
  const saved = await withIdempotencyKey(db, idempotency, async (tx) => {
    await requireChosen(tx, form)
    await requireOpened(tx, form)
    await requireFuture(tx, 'send_at', send_at)
    const message = { title: subject, text: notification_text, link: linkOf(form) }
    const push_id = send_at ? null : await push.enqueue(tx, { ...message, to: targetOf(form) })
    const { id } = await tx
      .insertInto('notifications')
      .values({
        ...inputColumns(notificationFields, form),
        send_by_category,
        push_id,
        send_at: send_at ?? null,
        user_id: user.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await setChosen(tx, id, form)
    if (push_id !== null) await push.publish(tx, push_id)
    return { id, push_id }
  })
  return getSentRow(db, push, saved)
}

/** Locks a scheduled notification. Throws 404, 422 when it was sent or cancelled, and 409 for an outdated version. */
async function lockWaiting(tx: Transaction<Schema>, id: number, version?: number) {
  const row = orNotFound(
    await tx
      .selectFrom('notifications')
      .select(['id', 'state', 'version', 'send_at', 'slider_id', 'product_id', 'campaign_id'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst(),
  )
  requireWaiting(row)
  if (version !== undefined && version !== row.version)
    throw conflict('notifications', id, await getRow(tx, notificationSource, id))
  return row
}

function requireWaiting({ state }: { state: string }) {
  if (state === 'sent') throw new HttpError('notifications.already_sent')
  if (state === 'cancelled') throw new HttpError('notifications.already_cancelled')
}

/** A scheduled notification with all of its recipients. Throws 404, and 422 when it was sent or cancelled. */
export async function getScheduled(db: Kysely<Schema>, id: number) {
  const row = await getRow(db, notificationSource, id)
  requireWaiting(row)
  return { ...row, ...(await readChosen(db, id)) }
}

/** Changes a scheduled notification. An omitted time is not changed; null sends it at once. */
export async function updateNotification(db: Kysely<Schema>, push: Push, id: number, form: NotificationForm) {
  const { send_by_category, send_at } = form
  const push_id = await inTransaction(db, async (tx) => {
    const before = await lockWaiting(tx, id, form.version)
    const { categories, partners } = await readChosen(tx, id)
    await requireChosen(tx, form, idsOf(send_by_category ? categories : partners))
    await requireOpened(tx, form, before)
    const isSameTime = send_at && before.send_at && Date.parse(send_at) === Date.parse(before.send_at)
    if (!isSameTime) await requireFuture(tx, 'send_at', send_at)
    const fields = {
      ...inputColumns(notificationFields, form),
      send_by_category,
      version: before.version + 1,
    }
    await tx
      .updateTable('notifications')
      .set({ ...fields, ...(send_at && { send_at }), updated_at: sql<string>`now()` })
      .where('id', '=', id)
      .execute()
    await setChosen(tx, id, form)
    return send_at === null ? sendNow(tx, push, id) : null
  })
  return getSentRow(db, push, { id, push_id })
}

/** Sends a scheduled notification before its time. */
export async function sendNotification(db: Kysely<Schema>, push: Push, id: number, version?: number) {
  const push_id = await inTransaction(db, async (tx) => {
    await lockWaiting(tx, id, version)
    return sendNow(tx, push, id)
  })
  return getSentRow(db, push, { id, push_id })
}

/** Sent by hand it has no scheduled time, so that it does not count as late. */
const sendNow = (tx: Transaction<Schema>, push: Outbox, id: number) => send(tx, push, id, { send_at: null })

export const cancelNotification = (db: Kysely<Schema>, id: number, version?: number) =>
  inTransaction(db, async (tx) => {
    const before = await lockWaiting(tx, id, version)
    const cancelled = { is_cancelled: true, version: before.version + 1, updated_at: sql<string>`now()` }
    await tx.updateTable('notifications').set(cancelled).where('id', '=', id).execute()
    return getRow(tx, notificationSource, id)
  })

/** Writes it to the outbox for its current recipients, in the caller's transaction, which has locked its row. */
async function send(tx: Transaction<Schema>, push: Outbox, id: number, values: { send_at?: null } = {}) {
  const row = await tx
    .selectFrom('notifications')
    .select(['subject', 'notification_text', 'send_by_category', 'slider_id', 'product_id', 'campaign_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { subject, notification_text, send_by_category } = row
  const { categories, partners } = await readChosen(tx, id)
  const [categoryIds, partnerIds] = [categories, partners].map((all) => idsOf(all.filter(isActive)))
  const to = targetOf({ send_by_category, categories: categoryIds, partners: partnerIds })
  const push_id = await push.enqueue(tx, {
    title: subject,
    text: notification_text,
    link: linkOf(row),
    to,
  })
  await tx
    .updateTable('notifications')
    .set({ ...values, push_id, updated_at: sql<string>`office_now()` })
    .where('id', '=', id)
    .execute()
  await push.publish(tx, push_id)
  return push_id
}

const isDue = sql<boolean>`push_id IS NULL AND NOT is_cancelled AND send_at <= office_now()`

/**
 * Sends due notifications; returns their number. The row is locked until the message is in the outbox: no other node
 * sends it too, and when a node dies, it is still due. A notification that cannot be sent remains due.
 */
export async function sendDue(db: Kysely<Schema>, push: Outbox, log: Log): Promise<number> {
  const due = db.selectFrom('notifications').select('id').where(isDue).orderBy('send_at').orderBy('id')
  return runEach(
    idsOf(await due.execute()),
    (id) => inTransaction(db, (tx) => sendOne(tx, push, id)),
    (id, reason) => log(`notification ${id} is due and was not sent: ${reason}`),
  )
}

async function sendOne(tx: Transaction<Schema>, push: Outbox, id: number) {
  const dueNotification = tx.selectFrom('notifications').select('id').where('id', '=', id).where(isDue)
  if (!(await dueNotification.forUpdate().skipLocked().executeTakeFirst())) return false
  await send(tx, push, id)
  await publish(tx, [{ to: { staff: 'notifications.see' }, type: 'notifications', data: { id } }])
  return true
}

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

/** SQL: the record of a reference, if it is active. */
const activeRecord = (table: string, reference: string) => sql`(SELECT ${recordRefOf('opened')}
  FROM ${sql.table(table)} AS opened WHERE opened.id = ${sql.ref(`notifications.${reference}`)} AND is_active)`

interface ChosenRecord extends RecordRef {
  is_active: boolean
}
const isActive = ({ is_active }: ChosenRecord) => is_active

interface Chosen {
  categories: ChosenRecord[]
  partners: ChosenRecord[]
  /** The record that it opens, by its kind. */
  opened: { [kind in OpenedKind]?: RecordRef }
}

/** SQL: the rows of a `FROM …`, by name. */
const recordsOf = (
  table: string,
  from: RawBuilder<unknown>,
) => sql`coalesce((SELECT json_agg(json_build_object(
  'id', ${sql.ref(`${table}.id`)}, 'name', ${sql.ref(`${table}.name`)}, 'is_active', is_active)
  ORDER BY ${sql.ref(`${table}.name`)}) ${from}), '[]')`

/** All of its chosen records, and the one that it opens if that is active. */
export async function readChosen(db: Kysely<Schema>, id: number) {
  const { rows } = await sql<Chosen>`SELECT
    ${recordsOf('categories', ofCategories)} AS categories, ${recordsOf('partners', ofPartners)} AS partners,
    json_strip_nulls(json_build_object('slider', ${activeRecord('sliders', 'slider_id')},
      'product', ${activeRecord('products', 'product_id')}, 'campaign', ${activeRecord('campaigns', 'campaign_id')})) AS opened
    FROM notifications WHERE id = ${id}`.execute(db)
  const { opened, ...recipients } = orNotFound(rows[0])
  return { ...recipients, ...opened }
}
