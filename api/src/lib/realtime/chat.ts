// Reading the messages of a conversation, shared by chats and support.
import { TIME_ZONE } from '@kontor/contract/lib/text/locales'
import { type SelectQueryBuilder, sql } from 'kysely'

/** Default number of messages in a response. */
export const PAGE = 50

/** SQL: a timestamp with its microseconds, which the driver would drop. */
export const stampOf = (moment: string) =>
  sql<string>`to_char(${sql.ref(moment)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** SQL: a timestamp as people read it. */
export const writtenOf = (moment: string) =>
  sql<string>`to_char(${sql.ref(moment)} AT TIME ZONE ${sql.lit(TIME_ZONE)}, 'DD.MM.YYYY. HH24:MI')`

export interface PageQuery {
  last_message_timestamp?: string | null | undefined
  before?: string | null | undefined
  limit?: number | undefined
}

/** The last messages of a conversation, those before a timestamp, or those after one; oldest first. */
export async function pageOf<DB, Tables extends keyof DB, Message extends { updated_at: string }>(
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
