import { MAX_SUPPORT_PER_HOUR, type portalCustomerSupport } from '@kontor/contract/customerSupport/portal'
import { sql } from 'kysely'
import { isoMicroseconds } from '../../../lib/database/iso-time.ts'
import type { ScopedDb } from '../../../lib/database/scoped-db.ts'
import { HttpError, orNotFound } from '../../../lib/http/http-error.ts'
import type { IdempotentCall } from '../../../lib/http/idempotency.ts'
import type { HandlerCall } from '../../../lib/http/register-route.ts'
import type { Sent } from '../../../lib/storage/sent-files.ts'
import {
  addFileTo,
  fileIn,
  lockMessages,
  markRepliesRead,
  messagesOf,
  publishMessage,
  writeOn,
} from '../scope.ts'
import { named } from '../table.ts'

/** The messages of a user, with up to where both sides have read. */
const ownMessages = (scoped: ScopedDb) =>
  scoped
    .selectFrom('customer_support')
    .innerJoin('support_threads', 'customer_support_id', 'customer_support.id')
    .select(['customer_support.id', 'type', 'message_content', 'created_at', 'user_unread as unread'])
    .select([
      isoMicroseconds('last_at').as('last_at'),
      isoMicroseconds('office_read_at').as('office_read_at'),
    ])
    .select([
      sql<boolean>`NOT is_active`.as('is_resolved'),
      sql<boolean>`begun_by IS NOT NULL`.as('from_office'),
    ])
    .where('user_id', '=', scoped.user.id)

/** The messages of a user, the latest first. */
export async function listOwnMessages(scoped: ScopedDb) {
  return (await ownMessages(scoped).orderBy('id', 'desc').limit(200).execute()).map(named)
}

/** Throws 404 also for another user's message. */
export const getOwnMessage = async (scoped: ScopedDb, id: number) =>
  named(orNotFound(await ownMessages(scoped).where('customer_support.id', '=', id).executeTakeFirst()))

export async function ownUnread(scoped: ScopedDb) {
  const rows = await ownMessages(scoped).where('user_unread', '>', 0).execute()
  return { messages: rows.reduce((sum, { unread }) => sum + unread, 0) }
}

/** Adds a message to the office and publishes it. Throws 429 for a partner that has written too often. */
export async function createMessage(
  tx: ScopedDb,
  { file, ...input }: HandlerCall<typeof portalCustomerSupport.create>['body'] & Pick<Sent, 'file'>,
) {
  await lockMessages(tx)
  await requireQuietHour(tx)
  const row = await tx.insertInto('customer_support', [input]).returning('id').executeTakeFirstOrThrow()
  if (file) await addFileTo(tx, row, file())
  const written = await getOwnMessage(tx, row.id)
  await publishMessage(tx, row)
  return written
}

/**
 * Throws 429 for a partner that has written too often. Judged before a file is stored, and again under a lock per
 * partner, so that simultaneous requests cannot exceed the limit. A repeated call passes: it is answered as before.
 * Messages sent while a transaction waited for the lock count as well, hence clock_timestamp(): now() is its start.
 */
export async function requireQuietHour(scoped: ScopedDb, idempotency?: IdempotentCall) {
  const { written } = await scoped
    .selectFrom('customer_support')
    .innerJoin('support_messages', 'customer_support_id', 'customer_support.id')
    .select(({ fn }) => fn.countAll<number>().as('written'))
    .where('from_office', '=', false)
    .where(sql<boolean>`support_messages.created_at BETWEEN now() - interval '1 hour' AND clock_timestamp()`)
    .executeTakeFirstOrThrow()
  if (written < MAX_SUPPORT_PER_HOUR || (idempotency && (await scoped.isRepeated(idempotency)))) return
  throw new HttpError('error.too_many_messages', { retryAfter: 3600 })
}

export const listOwnThread = async (
  scoped: ScopedDb,
  id: number,
  query: HandlerCall<typeof portalCustomerSupport.messages>['body'],
) => messagesOf(scoped, await getOwnMessage(scoped, id), query)

/** Adds a message to a conversation. A resolved conversation is reopened. */
export const writeOwn = (scoped: ScopedDb, id: number, written: Sent, idempotency: IdempotentCall) =>
  scoped.withIdempotencyKey(idempotency, async (tx) => {
    const ownMessage = await getOwnMessage(tx, id)
    await lockMessages(tx)
    await requireQuietHour(tx)
    const sent = await writeOn(tx, ownMessage, written)
    await tx
      .updateTable('customer_support')
      .set({ is_active: true })
      .where('id', '=', id)
      .where('is_active', '=', false)
      .execute()
    await publishMessage(tx, ownMessage)
    return sent
  })

/** The file of a message. Throws 404 also where it is in a conversation of another user. */
export async function ownFile(scoped: ScopedDb, id: number) {
  const row = orNotFound(await fileIn(scoped, id))
  await getOwnMessage(scoped, row.customer_support_id)
  return row
}

export const markOwnRead = (scoped: ScopedDb, id: number, upTo: string) =>
  scoped.transaction(async (tx) => markRepliesRead(tx, await getOwnMessage(tx, id), upTo))
