// The support messages that a partner's user may access: its own.
import { sql } from 'kysely'
import { forPartner } from '../../lib/conversations/messages.ts'
import { defineScope, type ScopedDb, unscopedDb } from '../../lib/database/scoped-db.ts'
import type { Sent, SentFile } from '../../lib/storage/sent-files.ts'
import './table.ts'
import {
  addFirstFile,
  addMessage,
  fileOfMessage,
  pageOfThread,
  publishToBoth,
  readThread,
} from './thread/queries.ts'

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

/** Locks the partner's messages until the end of the transaction. */
export const lockMessages = (tx: ScopedDb) =>
  sql`SELECT pg_advisory_xact_lock(hashtext('customer_support'), ${tx.user.partner_id})`.execute(
    unscopedDb(tx),
  )

/** A message that was found among the caller's own; the functions below require one. */
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

export const writeOn = (tx: ScopedDb, { id }: OwnMessage, written: Sent) =>
  addMessage(unscopedDb(tx), id, { ...written, from_office: false, user_id: tx.user.id })

/** Adds a file to a message of the caller that was just made. */
export const addFileTo = (tx: ScopedDb, { id }: OwnMessage, file: SentFile) =>
  addFirstFile(unscopedDb(tx), id, file)

/** The file of a message in any conversation, with the conversation: it must be one of the caller's. */
export const fileIn = (scoped: ScopedDb, id: number) => fileOfMessage(unscopedDb(scoped), id)

export const markRepliesRead = (tx: ScopedDb, { id }: OwnMessage, upTo: string) =>
  readThread(unscopedDb(tx), 'user', id, upTo)

/** Publishes a message to both sides. The last statement of a transaction. */
export const publishMessage = (tx: ScopedDb, { id }: OwnMessage) => publishToBoth(unscopedDb(tx), id)
