import type { Locale } from '@kontor/contract/lib/text/locales'
import {
  deliveryStatusText,
  type NotificationDelivery,
  notificationDeliveryList,
  type notifications,
} from '@kontor/contract/notifications'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../../lib/database/schema.ts'
import { inTransaction } from '../../../lib/database/transaction.ts'
import { orNotFound } from '../../../lib/http/http-error.ts'
import type { HandlerCall } from '../../../lib/http/register-route.ts'
import { type DeviceMessage, MAX_RETRY_AFTER_SECONDS, type Outcome } from '../../../lib/jobs/push/sender.ts'
import type { Wait } from '../../../lib/jobs/waits.ts'
import { pageOrFile } from '../../../lib/lists/respond.ts'
import { column, listSource } from '../../../lib/lists/source.ts'
import { recordRefOf } from '../../../lib/resources/record-refs.ts'
import '../../partners/table.ts'
import '../../users/table.ts'
import '../push/table.ts'
import '../table.ts'

// A user without a device has no delivery: the row's id is the negative id of the user.
const rowId = sql<number>`coalesce(push_deliveries.id, -users.id)`
const status = sql<NotificationDelivery['status']>`coalesce(push_deliveries.status, 'no_device')`

/** The devices of all recipients of a push message, and recipients without devices. */
const deliverySource = (pushId: number) =>
  listSource({
    definition: notificationDeliveryList,
    id: rowId,
    columns: {
      partner: column('partners', 'name', 'name_folded'),
      user: column('users', 'name', 'name_folded'),
      platform: column('push_deliveries', 'platform'),
      status: {
        value: status,
        exported: sql`json_build_object('status', ${status}, 'error', error)`,
        format: deliveryStatusText,
      },
      updated_at: column('push_deliveries', 'updated_at'),
      read_at: column('push_recipients', 'read_at'),
    },
    tables: ['push_recipients'],
    rows: (db) =>
      db
        .selectFrom('push_recipients')
        .innerJoin('users', 'users.id', 'push_recipients.user_id')
        .innerJoin('partners', 'partners.id', 'push_recipients.partner_id')
        .leftJoin('push_deliveries', (join) =>
          join.onRef('push_deliveries.user_id', '=', 'users.id').on('push_deliveries.push_id', '=', pushId),
        )
        .where('push_recipients.push_id', '=', pushId)
        .select([rowId.as('id'), 'users.name as user', 'push_deliveries.platform', status.as('status')])
        .select(['error', sql<number>`coalesce(attempts, 0)`.as('attempts')])
        .select(['push_deliveries.updated_at', 'read_at', recordRefOf('partners').as('partner')]),
  })

/** Throws 404 when the notification does not exist. */
export async function listDeliveries(
  db: Kysely<Schema>,
  id: number,
  request: HandlerCall<typeof notifications.deliveries>['body'],
  locale: Locale,
) {
  const notification = db.selectFrom('notifications').select('push_id').where('id', '=', id)
  const { push_id } = orNotFound(await notification.executeTakeFirst())
  // A notification that is not sent yet has no deliveries: no push message has this id.
  return pageOrFile(db, deliverySource(push_id ?? 0), request, locale)
}

/** A delivery that this process has claimed. */
export interface Claimed extends Omit<DeviceMessage, 'token'> {
  id: number
  attempts: number
  deviceId: number | null
  /** Null when the device was removed. */
  token: string | null
  /** Whether the device still belongs to the recipient. */
  isTheirs: boolean
  /** Whether the recipient may still sign in. */
  isActive: boolean
  isLate: boolean
}

/**
 * Claims at most `limit` due deliveries by moving their due time, so that no other node takes them, and a delivery is
 * retried when this process dies. Its six hours begin with the first attempt, because Kontor may have been down; after a
 * day, 18 hours more, the message is too old for a device.
 */
export async function claimDue(db: Kysely<Schema>, limit: number, leaseSeconds: number): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    WITH due AS (
      SELECT id FROM push_deliveries WHERE status = 'pending' AND next_at <= now()
      ORDER BY next_at, id LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ), claimed AS (
      UPDATE push_deliveries SET attempts = attempts + 1, next_at = now() + make_interval(secs => ${leaseSeconds}),
        give_up_at = CASE WHEN attempts = 0 AND give_up_at > now() - interval '18 hours'
          THEN now() + make_interval(hours => ${RETRY_HOURS}) ELSE give_up_at END
      FROM due WHERE push_deliveries.id = due.id RETURNING push_deliveries.*
    )
    SELECT claimed.id, attempts, push_id AS "pushId", link,
      CASE device.language WHEN 'en' THEN coalesce(title_en, title) ELSE title END AS title,
      CASE device.language WHEN 'en' THEN coalesce(text_en, text) ELSE text END AS text, claimed.platform, device.token,
      device.id AS "deviceId",
      CASE WHEN p256dh IS NOT NULL THEN json_build_object('p256dh', p256dh, 'auth', auth) END AS keys,
      device.user_id = claimed.user_id AS "isTheirs",
      users.is_active AND (users.partner_id IS NULL OR partners.is_active IS TRUE) AS "isActive",
      give_up_at <= now() AS "isLate"
    FROM claimed JOIN pushes ON pushes.id = push_id JOIN users ON users.id = claimed.user_id
    LEFT JOIN partners ON partners.id = users.partner_id
    LEFT JOIN user_firebase_tokens device ON device.id = device_id
    ORDER BY claimed.id`.execute(db)
  return rows
}

/** The result of a message that is too old to be sent. */
export const EXPIRED = { status: 'failed', error: 'expired' } as const satisfies Outcome

/** Stores the result of an attempt. A device that no longer exists is deleted. */
export async function recordOutcome(db: Kysely<Schema>, claimed: Claimed, outcome: Outcome): Promise<void> {
  const isClaimed = sql`id = ${claimed.id} AND status = 'pending' AND attempts = ${claimed.attempts}`
  if (outcome.status === 'later') {
    const seconds = secondsUntilNext(claimed.attempts, outcome.seconds)
    const next = sql`now() + make_interval(secs => ${seconds}::float8)`
    const isLast = sql`give_up_at <= ${next}` // a further attempt would be too late
    await sql`UPDATE push_deliveries SET updated_at = now(), next_at = ${next},
      status = CASE WHEN ${isLast} THEN ${EXPIRED.status} ELSE status END,
      error = CASE WHEN ${isLast} THEN ${EXPIRED.error} ELSE ${outcome.error} END WHERE ${isClaimed}`.execute(
      db,
    )
    if (outcome.everybody) await postponePending(db, outcome.seconds ?? 0)
    return
  }
  const error = 'error' in outcome ? outcome.error : null
  const update = sql`UPDATE push_deliveries SET status = ${outcome.status}, error = ${error}, updated_at = now()
    WHERE ${isClaimed}`
  const { deviceId, token } = claimed
  if (error !== 'unregistered' || deviceId === null) return void (await update.execute(db))
  await inTransaction(db, async (tx) => {
    await update.execute(tx)
    const device = tx.deleteFrom('user_firebase_tokens').where('id', '=', deviceId)
    await device.where('token', '=', token ?? '').execute()
  })
}

/** Hours from the first attempt on, after which a delivery is given up. */
const RETRY_HOURS = 6

/** Seconds until the next attempt: doubled after each, from 5 s to 15 minutes, with jitter, and not before `retryAfter`. */
export function secondsUntilNext(attempts: number, retryAfter = 0, random = Math.random()) {
  const backoff = Math.min(5 * 2 ** (attempts - 1), 900)
  return Math.max(backoff, retryAfter) * (1 + random / 2)
}

const isPending = sql`status = 'pending'`

/** The waits of deliveries, with their jitter, and their ends. */
export const pushWaits: readonly Wait[] = [
  {
    table: 'push_deliveries',
    columns: ['next_at'],
    longestSeconds: MAX_RETRY_AFTER_SECONDS * 1.5,
    only: isPending,
  },
  {
    table: 'push_deliveries',
    columns: ['give_up_at'],
    longestSeconds: RETRY_HOURS * 3600,
    isEnd: true,
    only: isPending,
  },
]

/** FCM limits the rate for the whole project: all pending deliveries to it are postponed, spread over a while. */
const postponePending = (db: Kysely<Schema>, seconds: number) =>
  sql`UPDATE push_deliveries
    SET next_at = greatest(next_at, now() + make_interval(secs => ${seconds} * (1 + random() / 2)))
    FROM user_firebase_tokens device
    WHERE device.id = device_id AND device.p256dh IS NULL AND status = 'pending'
      AND next_at <= now() + make_interval(secs => ${seconds})`.execute(db)
