// What of the messages partners may reach: the threads that are the caller's own, and through one of those its messages.
import { withoutMentions } from '@kontor/contract/lib/text/mentions'
import type { Message } from '@kontor/contract/messages'
import type { appMessages } from '@kontor/contract/messages/portal'
import { OBUKA } from '@kontor/contract/sliders/kinds'
import { type RawBuilder, sql } from 'kysely'
import { defineScope, type ScopedDb, unscopedDb } from '../../lib/database/scoped-db.ts'
import type { Call } from '../../lib/http/register-route.ts'
import { visibleTo } from '../sliders/scope.ts'
import { newsOf } from './polls/queries.ts'
import { addMessages, getMessage, pageOfMessages, publishThread } from './queries.ts'
import { readUpTo } from './threads/queries.ts'

declare module '../../lib/database/schema.ts' {
  interface ScopedTables {
    message_threads: 'user_id'
  }
}

defineScope(
  'message_threads',
  ({ id }) => sql`message_threads.user_id = ${id}`,
  ({ id }) => ({ user_id: id }),
)

/** An Obuka that a partner may see. */
export const isOpenTo = (partnerId: number | RawBuilder<number>) =>
  sql<boolean>`(sliders.type = ${sql.lit(OBUKA)} AND ${visibleTo(partnerId)})`

/** A thread as the caller has found it among its own: what is below asks for one. */
interface OwnThread {
  id: number
  slider_id: number
  user_id: number
}

/** Writes into a thread: for the caller, or what the office greets with. */
export async function writeInto(
  tx: ScopedDb,
  thread: OwnThread,
  message: string,
  from_office = false,
): Promise<Message[]> {
  const author = { from_office, user_admin_id: null }
  const added = await addMessages(unscopedDb(tx), [thread.id], message, author)
  return Promise.all(added.map(async ({ id }) => forPartner(await getMessage(unscopedDb(tx), id))))
}

/** Tells both sides of a thread that something has changed there. The last thing that a transaction does. */
export const publishOwnThread = (tx: ScopedDb, thread: OwnThread) => publishThread(unscopedDb(tx), thread)

const newsOfOwn = newsOf(sql`AND message_threads.user_id = asked.user_id
  JOIN sliders ON sliders.id = slider_id WHERE ${isOpenTo(sql.ref<number>('asked.partner_id'))}`)

/** Whether the caller's thread has something after a moment; nothing when it is not the caller's to read. */
export const isNewsIn = (scoped: ScopedDb, thread: number, after: string) =>
  newsOfOwn(unscopedDb(scoped))(JSON.stringify([after, thread, scoped.user.id, scoped.user.partner_id]))

export async function messagesIn(scoped: ScopedDb, query: Call<typeof appMessages.ofThread>['body']) {
  const page = await pageOfMessages(unscopedDb(scoped), query)
  return { ...page, messages: page.messages.map(forPartner) }
}

/** Whom the office mentions, partners read by name alone: the token would say which record of the office it is. */
const forPartner = (message: Message): Message =>
  message.is_admin_response ? { ...message, message: withoutMentions(message.message) } : message

export const readThread = (tx: ScopedDb, thread: OwnThread, upTo: string) =>
  readUpTo(unscopedDb(tx), 'user', thread.id, upTo)
