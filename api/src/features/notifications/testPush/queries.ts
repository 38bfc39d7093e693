// Tests of notifications, sent to the devices of their author alone.
import { MAX_TESTS_PER_HOUR, type NotificationSent, type notifications } from '@kontor/contract/notifications'
import { officeLinkOf } from '@kontor/contract/notifications/form'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { CurrentUser } from '../../../lib/auth/guard.ts'
import type { Schema } from '../../../lib/database/schema.ts'
import { inTransaction } from '../../../lib/database/transaction.ts'
import { HttpError } from '../../../lib/http/http-error.ts'
import type { HandlerCall } from '../../../lib/http/register-route.ts'
import type { Push } from '../push/outbox.ts'
import '../push/table.ts'
import { pushCounts, requireOpened } from '../queries.ts'

const NOTHING: NotificationSent = {
  users: 0,
  read: 0,
  devices: 0,
  accepted: 0,
  failed: 0,
  removed: 0,
  logged: 0,
  pending: 0,
}

/**
 * Sends a message to the user's own devices and waits a while for the result; without a device it sends nothing. Throws
 * 429 after too many in an hour.
 */
export async function sendTest(
  db: Kysely<Schema>,
  push: Push,
  { id: staffId }: CurrentUser,
  form: HandlerCall<typeof notifications.test>['body'],
): Promise<NotificationSent> {
  const pushId = await inTransaction(db, async (tx) => {
    await requireOpened(tx, form)
    const device = tx.selectFrom('user_firebase_tokens').select('id').where('user_id', '=', staffId)
    if (!(await device.limit(1).executeTakeFirst())) return null
    await requireQuietHour(tx, staffId)
    const message = { title: form.subject, text: form.notification_text, link: officeLinkOf(form) }
    return push.enqueue(tx, { ...message, to: { staffId } })
  })
  if (pushId === null) return NOTHING
  await push.tried(pushId)
  const { rows } = await sql<{
    sent: NotificationSent
  }>`SELECT ${pushCounts(sql`${pushId}::int`)} AS sent`.execute(db)
  return rows[0]?.sent ?? NOTHING
}

/** Locks the user's row, so that simultaneous tests cannot exceed the limit. */
async function requireQuietHour(tx: Transaction<Schema>, userId: number) {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
  const { sent } = await tx
    .selectFrom('push_recipients')
    .innerJoin('pushes', 'pushes.id', 'push_id')
    .select(({ fn }) => fn.countAll<number>().as('sent'))
    .where('user_id', '=', userId)
    .where(sql<boolean>`created_at BETWEEN now() - interval '1 hour' AND clock_timestamp()`)
    .executeTakeFirstOrThrow()
  if (sent >= MAX_TESTS_PER_HOUR) throw new HttpError('error.too_many_messages', { retryAfter: 3600 })
}
