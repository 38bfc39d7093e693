import { MAX_FILES_PER_HOUR, type portalMessages } from '@kontor/contract/messages/portal'
import { TRAINING } from '@kontor/contract/sliders/kinds'
import { isoMicroseconds } from '../../../lib/database/iso-time.ts'
import type { ScopedDb } from '../../../lib/database/scoped-db.ts'
import { HttpError, orNotFound } from '../../../lib/http/http-error.ts'
import type { IdempotentCall } from '../../../lib/http/idempotency.ts'
import type { HandlerCall } from '../../../lib/http/register-route.ts'
import { recordRefOf } from '../../../lib/resources/record-refs.ts'
import type { Sent } from '../../../lib/storage/sent-files.ts'
import { emptyPage, timestampAfter } from '../polls/queries.ts'
import { lastMessage } from '../queries.ts'
import {
  countFiles,
  fileIn,
  isNewsIn,
  isOpenTo,
  lockFiles,
  messagesIn,
  publishOwnThread,
  readOwnThread,
  writeInto,
} from '../scope.ts'

/** The caller's threads that can be read now. */
const ownThreads = (scoped: ScopedDb) =>
  scoped
    .selectFrom('message_threads')
    .innerJoin('sliders', 'sliders.id', 'slider_id')
    .where(isOpenTo(scoped.user.partner_id))

const rows = (scoped: ScopedDb) =>
  ownThreads(scoped)
    .select(['message_threads.id', 'user_unread as unread', lastMessage.as('last_message')])
    .select(recordRefOf('sliders').as('slider'))
    .select([
      isoMicroseconds('user_read_at').as('read_at'),
      isoMicroseconds('office_read_at').as('office_read_at'),
    ])

export const listOwnThreads = (scoped: ScopedDb) =>
  rows(scoped).orderBy('last_at', 'desc').orderBy('message_threads.id', 'desc').execute()

/** Throws 404 also for another user's thread, or one whose slider is no longer visible to the partner. */
const requireOwn = async (tx: ScopedDb, threadId: number) =>
  orNotFound(
    await ownThreads(tx)
      .select(['message_threads.id', 'slider_id', 'user_id'])
      .where('message_threads.id', '=', threadId)
      .forShare('sliders') // the slider cannot be deactivated before the message is stored
      .executeTakeFirst(),
  )

/** The caller's thread of a slider, which is created when it does not exist. */
export const openThread = (scoped: ScopedDb, slider_id: number) =>
  scoped.transaction(async (tx) => {
    const slider = await tx
      .selectFrom('sliders')
      .select(['id', 'welcome_message'])
      .where('id', '=', slider_id)
      .where('type', '=', TRAINING)
      .forShare()
      .executeTakeFirst()
    const { welcome_message } = orNotFound(slider)
    const made = await tx
      .insertInto('message_threads', [{ slider_id }])
      .onConflict((conflict) => conflict.constraint('message_threads_once').doNothing())
      .returning(['id', 'slider_id', 'user_id'])
      .executeTakeFirst()
    if (made && welcome_message) await writeInto(tx, made, { message: welcome_message }, true)
    const thread = await rows(tx).where('slider_id', '=', slider_id).executeTakeFirstOrThrow()
    if (made) await publishOwnThread(tx, made)
    return thread
  })

export async function listOwnMessages(
  scoped: ScopedDb,
  query: HandlerCall<typeof portalMessages.ofThread>['body'],
) {
  const after = timestampAfter(query)
  if (after)
    return orNotFound(await isNewsIn(scoped, query.message_thread_id, after))
      ? messagesIn(scoped, query)
      : emptyPage(after)
  const own = ownThreads(scoped).select('message_threads.id')
  orNotFound(await own.where('message_threads.id', '=', query.message_thread_id).executeTakeFirst())
  return messagesIn(scoped, query)
}

/**
 * Throws 429 for a file beyond the limit, before it is stored; {@link sendToOffice} judges it again under a lock. A
 * repeated call passes: it is answered as before.
 */
export async function requireFileLeft(scoped: ScopedDb, idempotency?: IdempotentCall) {
  if (
    (await countFiles(scoped)) < MAX_FILES_PER_HOUR ||
    (idempotency && (await scoped.isRepeated(idempotency)))
  )
    return
  throw new HttpError('error.too_many_messages', { retryAfter: 3600 })
}

export const sendToOffice = (
  scoped: ScopedDb,
  { message_thread_id, ...written }: { message_thread_id: number } & Sent,
  idempotency: IdempotentCall,
) =>
  scoped.withIdempotencyKey(idempotency, async (tx) => {
    const thread = await requireOwn(tx, message_thread_id)
    if (written.file) {
      await lockFiles(tx)
      await requireFileLeft(tx)
    }
    const [sent] = await writeInto(tx, thread, written)
    await publishOwnThread(tx, thread)
    return orNotFound(sent)
  })

/** The file of a message. Throws 404 also where it is in a thread that the caller cannot read. */
export async function ownFile(scoped: ScopedDb, id: number) {
  const row = orNotFound(await fileIn(scoped, id))
  const own = ownThreads(scoped).select('message_threads.id')
  orNotFound(await own.where('message_threads.id', '=', row.message_thread_id).executeTakeFirst())
  return row
}

export const markOwnRead = (scoped: ScopedDb, id: number, upTo: string) =>
  scoped.transaction(async (tx) => readOwnThread(tx, await requireOwn(tx, id), upTo))

export async function ownUnread(scoped: ScopedDb) {
  const { threads, messages } = await ownThreads(scoped)
    .select(({ fn }) => [fn.countAll<number>().as('threads'), fn.sum<number>('user_unread').as('messages')])
    .where('user_unread', '>', 0)
    .executeTakeFirstOrThrow()
  return { threads, messages: messages ?? 0 }
}
