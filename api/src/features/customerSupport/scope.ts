// What of the messages to the office partners may reach: their own.
import { withoutMentions } from '@kontor/contract/kit/mentions/mentions'
import type { Message } from '@kontor/contract/messages'
import { sql } from 'kysely'
import { behind, type Scoped, scope } from '../../kit/serve/scoped.ts'
import './table.ts'
import { addMessage, pageOfThread, readThread, tellBoth } from './thread/queries.ts'

declare module '../../kit/db/schema.ts' {
  interface ScopedTables {
    customer_support: 'partner_id' | 'user_id'
  }
}

scope(
  'customer_support',
  ({ partner_id }) => sql`customer_support.partner_id = ${partner_id}`,
  ({ partner_id, id }) => ({ partner_id, user_id: id }),
)

/** Until the transaction ends no other message of the partner is written. */
export const oneAfterTheOther = (tx: Scoped) =>
  sql`SELECT pg_advisory_xact_lock(hashtext('customer_support'), ${tx.user.partner_id})`.execute(behind(tx))

/** A message as the caller has found it among its own: what is below asks for one. */
interface OwnMessage {
  id: number
}

export async function messagesOf(
  scoped: Scoped,
  { id }: OwnMessage,
  query: Parameters<typeof pageOfThread>[2],
) {
  const page = await pageOfThread(behind(scoped), id, query)
  return { ...page, messages: page.messages.map(forPartner) }
}

/** Whom the office mentions, partners read by name alone. */
const forPartner = (message: Message): Message =>
  message.is_admin_response ? { ...message, message: withoutMentions(message.message) } : message

export const writeOn = (tx: Scoped, { id }: OwnMessage, message: string) =>
  addMessage(behind(tx), id, { message, from_office: false, user_id: tx.user.id })

export const readAnswers = (tx: Scoped, { id }: OwnMessage, upTo: string) =>
  readThread(behind(tx), 'user', id, upTo)

/** Tells both sides of a message. The last thing that a transaction does. */
export const tell = (tx: Scoped, { id }: OwnMessage) => tellBoth(behind(tx), id)
