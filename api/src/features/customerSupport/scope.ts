// What of the messages to the office partners may reach: their own.
import { withoutMentions } from '@kontor/contract/lib/text/mentions'
import type { Message } from '@kontor/contract/messages'
import { sql } from 'kysely'
import { defineScope, type ScopedDb, unscopedDb } from '../../lib/database/scoped-db.ts'
import './table.ts'
import { addMessage, pageOfThread, publishToBoth, readThread } from './thread/queries.ts'

declare module '../../lib/database/schema.ts' {
  interface ScopedTables {
    customer_support: 'partner_id' | 'user_id'
  }
}

defineScope(
  'customer_support',
  ({ partner_id }) => sql`customer_support.partner_id = ${partner_id}`,
  ({ partner_id, id }) => ({ partner_id, user_id: id }),
)

/** Until the transaction ends no other message of the partner is written. */
export const oneAfterTheOther = (tx: ScopedDb) =>
  sql`SELECT pg_advisory_xact_lock(hashtext('customer_support'), ${tx.user.partner_id})`.execute(
    unscopedDb(tx),
  )

/** A message as the caller has found it among its own: what is below asks for one. */
interface OwnMessage {
  id: number
}

export async function messagesOf(
  scoped: ScopedDb,
  { id }: OwnMessage,
  query: Parameters<typeof pageOfThread>[2],
) {
  const page = await pageOfThread(unscopedDb(scoped), id, query)
  return { ...page, messages: page.messages.map(forPartner) }
}

/** Whom the office mentions, partners read by name alone. */
const forPartner = (message: Message): Message =>
  message.is_admin_response ? { ...message, message: withoutMentions(message.message) } : message

export const writeOn = (tx: ScopedDb, { id }: OwnMessage, message: string) =>
  addMessage(unscopedDb(tx), id, { message, from_office: false, user_id: tx.user.id })

export const readAnswers = (tx: ScopedDb, { id }: OwnMessage, upTo: string) =>
  readThread(unscopedDb(tx), 'user', id, upTo)

/** Tells both sides of a message. The last thing that a transaction does. */
export const publishMessage = (tx: ScopedDb, { id }: OwnMessage) => publishToBoth(unscopedDb(tx), id)
