import type { Locale } from '@kontor/contract/lib/text/locales'
import { MAX_DEVICES, type portalDevices } from '@kontor/contract/notifications/portal'
import { type Kysely, sql } from 'kysely'
import type { CurrentUser } from '../../../lib/auth/guard.ts'
import type { Schema } from '../../../lib/database/schema.ts'
import { inTransaction } from '../../../lib/database/transaction.ts'
import { invalidField } from '../../../lib/http/http-error.ts'
import type { HandlerCall } from '../../../lib/http/register-route.ts'
import { lockOwnUser } from '../../session/table.ts'
import type { Push } from '../push/outbox.ts'
import '../push/table.ts'

const SHOWN = ['id', 'platform', 'created_at', 'last_seen_at'] as const

export const listDevices = (db: Kysely<Schema>, userId: number) =>
  db
    .selectFrom('user_firebase_tokens')
    .select(SHOWN)
    .where('user_id', '=', userId)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/**
 * Registers a device or updates its last use; a device of another user is taken over. It belongs to the calling session
 * and is deleted when that is ended.
 */
export async function registerDevice(
  db: Kysely<Schema>,
  push: Push,
  user: CurrentUser,
  registration: HandlerCall<typeof portalDevices.register>['body'],
  language: Locale,
) {
  const { id: user_id, session } = user
  if ('endpoint' in registration && !push.isPushService(registration.endpoint)) {
    throw invalidField('endpoint', 'validation.push_service')
  }
  const device =
    'endpoint' in registration
      ? { token: registration.endpoint, platform: 'web' as const, ...registration.keys, language }
      : { ...registration, p256dh: null, auth: null, language }
  return inTransaction(db, async (tx) => {
    const { token: _, ...rest } = device
    // Simultaneous registrations would not count each other, and nothing would delete the device of an ended session.
    await lockOwnUser(tx, user)
    const registered = await tx
      .insertInto('user_firebase_tokens')
      .values({ ...device, user_id, session })
      .onConflict((conflict) =>
        conflict.column('token').doUpdateSet({ ...rest, user_id, session, last_seen_at: sql`now()` }),
      )
      .returning(SHOWN)
      .executeTakeFirstOrThrow()
    await makeRoom(tx, user_id, registered.id)
    return registered
  })
}

/** Reinstalled apps leave devices that no longer exist. */
const makeRoom = (tx: Kysely<Schema>, userId: number, exceptId: number) =>
  tx
    .deleteFrom('user_firebase_tokens')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('user_firebase_tokens')
        .select('id')
        .where('user_id', '=', userId)
        .where('id', '!=', exceptId)
        .orderBy('last_seen_at', 'desc')
        .orderBy('id', 'desc')
        .offset(MAX_DEVICES - 1),
    )
    .execute()

export async function removeDevice(db: Kysely<Schema>, userId: number, token: string) {
  const device = db.deleteFrom('user_firebase_tokens').where('user_id', '=', userId)
  const { numDeletedRows } = await device.where('token', '=', token).executeTakeFirstOrThrow()
  return { removed: Number(numDeletedRows) }
}
