// Reading the messages of a conversation, shared by chats and support.
import { TIME_ZONE } from '@kontor/contract/lib/text/locales'
import { withoutMentions } from '@kontor/contract/lib/text/mentions'
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { orNotFound } from '../http/http-error.ts'

/** Default number of messages in a response. */
export const PAGE = 50

/** SQL: a timestamp as people read it. */
export const formattedTime = (moment: string) =>
  sql<string>`to_char(${sql.ref(moment)} AT TIME ZONE ${sql.lit(TIME_ZONE)}, 'DD.MM.YYYY. HH24:MI')`

export interface PageQuery {
  last_message_timestamp?: string | null | undefined
  before?: string | null | undefined
  limit?: number | undefined
}

/** The last messages of a conversation, those before a timestamp, or those after one; oldest first. */
export async function messagePage<DB, Tables extends keyof DB, Message extends { updated_at: string }>(
  all: SelectQueryBuilder<DB, Tables, Message>,
  moment: string,
  { last_message_timestamp: after = null, before, limit = PAGE }: PageQuery,
) {
  const isForwards = after !== null && !before
  const timestamp = sql.ref<string>(moment)
  const some = all.limit(limit + 1)
  const rows = isForwards
    ? await some.where(timestamp, '>', after).orderBy(timestamp).execute()
    : await (before ? some.where(timestamp, '<', before) : some).orderBy(timestamp, 'desc').execute()
  const page = rows.slice(0, limit)
  if (!isForwards) page.reverse()
  return {
    messages: page,
    last_message_timestamp: page.at(-1)?.updated_at ?? after,
    has_more: rows.length > limit,
  }
}

/** Mentions by the office are sent to partners as plain names: the token would reveal the record's id. */
export const forPartner = <M extends { message: string; is_admin_response: boolean }>(message: M): M =>
  message.is_admin_response ? { ...message, message: withoutMentions(message.message) } : message

/** The tables of conversations and of their messages; `key` is the column of each with the conversation's id. */
interface ConversationTables {
  threads: { table: string; key: string }
  messages: { table: string; key: string }
}

/**
 * Marks a conversation as read by one side up to a timestamp, never back; returns what is unread after it, and whether
 * that was new. Throws 404.
 */
export async function readUpTo(
  tx: Kysely<Schema>,
  { threads, messages }: ConversationTables,
  side: 'office' | 'user',
  id: number,
  upTo: string,
) {
  const unread = sql.ref(`${side}_unread`)
  const readAt = sql.ref(`${side}_read_at`)
  const isThread = sql`${sql.ref(threads.key)} = ${id}`
  // Locked by a separate statement, so that the count below sees messages that were just committed.
  const locked = await sql<{ unread: number; until: string; is_known: boolean }>`
    SELECT ${unread} AS unread, least(${upTo}, last_at)::text AS until, ${readAt} >= least(${upTo}, last_at) AS is_known
    FROM ${sql.table(threads.table)} WHERE ${isThread} FOR UPDATE`.execute(tx)
  const thread = orNotFound(locked.rows[0])
  if (thread.is_known) return { unread: thread.unread, isNew: false }
  const { rows } = await sql<{ unread: number }>`
    UPDATE ${sql.table(threads.table)} SET ${readAt} = ${thread.until}, ${unread} = (
      SELECT count(*) FROM ${sql.table(messages.table)} WHERE ${sql.ref(messages.key)} = ${id}
        AND from_office = ${side === 'user'} AND created_at > ${thread.until})
    WHERE ${isThread} RETURNING ${unread} AS unread`.execute(tx)
  return { unread: orNotFound(rows[0]).unread, isNew: true }
}
