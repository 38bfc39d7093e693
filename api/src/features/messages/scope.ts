// The chats that a partner's user may access: its own threads and their messages.
import type { Message } from '@kontor/contract/messages'
import type { portalMessages } from '@kontor/contract/messages/portal'
import { TRAINING } from '@kontor/contract/sliders/kinds'
import { type RawBuilder, sql } from 'kysely'
import { forPartner } from '../../lib/conversations/messages.ts'
import { defineScope, type ScopedDb, unscopedDb } from '../../lib/database/scoped-db.ts'
import type { HandlerCall } from '../../lib/http/register-route.ts'
import type { Sent } from '../../lib/storage/sent-files.ts'
import { visibleTo } from '../sliders/scope.ts'
import { hasNewMessages } from './polls/queries.ts'
import { addMessages, fileOfMessage, getMessage, pageOfMessages, publishThread } from './queries.ts'
import { readThread } from './threads/queries.ts'

declare module '../../lib/database/schema.ts' {
  interface ScopedTables {
    message_threads: 'partner_id' | 'user_id'
  }
}

defineScope(
  'message_threads',
  ({ partner_id, id }) =>
    sql`(message_threads.user_id = ${id} AND message_threads.partner_id = ${partner_id})`,
  ({ partner_id, id }) => ({ partner_id, user_id: id }),
)

/** SQL: whether a partner may see the slider, an Obuka. */
export const isOpenTo = (partnerId: number | RawBuilder<number>) =>
  sql<boolean>`(sliders.type = ${sql.lit(TRAINING)} AND ${visibleTo(partnerId)})`

/** A thread that was found among the caller's own; the functions below require one. */
interface OwnThread {
  id: number
  slider_id: number
  user_id: number
}

/** Adds a message to a thread: of the caller, or the welcome message. */
export async function writeInto(
  tx: ScopedDb,
  thread: OwnThread,
  message: Sent,
  from_office = false,
): Promise<Message[]> {
  const author = { from_office, user_admin_id: null }
  const added = await addMessages(unscopedDb(tx), [thread.id], message, author)
  return Promise.all(added.map(async ({ id }) => forPartner(await getMessage(unscopedDb(tx), id))))
}

/** Publishes a change of a thread to both sides. The last statement of a transaction. */
export const publishOwnThread = (tx: ScopedDb, thread: OwnThread) => publishThread(unscopedDb(tx), thread)

const newsOfOwn =
  hasNewMessages(sql`AND message_threads.user_id = asked.user_id AND message_threads.partner_id = asked.partner_id
  JOIN sliders ON sliders.id = slider_id WHERE ${isOpenTo(sql.ref<number>('asked.partner_id'))}`)

/** Whether the caller's thread has messages after a timestamp; undefined when the caller cannot read it. */
export const isNewsIn = (scoped: ScopedDb, thread: number, after: string) =>
  newsOfOwn(unscopedDb(scoped))(JSON.stringify([after, thread, scoped.user.id, scoped.user.partner_id]))

export async function messagesIn(
  scoped: ScopedDb,
  query: HandlerCall<typeof portalMessages.ofThread>['body'],
) {
  const page = await pageOfMessages(unscopedDb(scoped), query)
  return { ...page, messages: page.messages.map(forPartner) }
}

/** The file of a message in any thread, with the thread: it must be one of the caller's. */
export const fileIn = (scoped: ScopedDb, id: number) => fileOfMessage(unscopedDb(scoped), id)

/** Locks the partner's files until the end of the transaction. */
export const lockFiles = (tx: ScopedDb) =>
  sql`SELECT pg_advisory_xact_lock(hashtext('chat_files'), ${tx.user.partner_id})`.execute(unscopedDb(tx))

/** The number of files that the partner's users have sent in the last hour. */
export async function countFiles(scoped: ScopedDb) {
  const { count } = await unscopedDb(scoped)
    .selectFrom('messages')
    .innerJoin('message_threads', 'message_threads.id', 'message_thread_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('message_threads.partner_id', '=', scoped.user.partner_id)
    .where('file', 'is not', null)
    .where('from_office', '=', false)
    .where(sql<boolean>`messages.created_at BETWEEN now() - interval '1 hour' AND clock_timestamp()`)
    .executeTakeFirstOrThrow()
  return count
}

export const readOwnThread = (tx: ScopedDb, thread: OwnThread, upTo: string) =>
  readThread(unscopedDb(tx), 'user', thread.id, upTo)
