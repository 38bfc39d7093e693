import type { MessagePage, messages } from '@kontor/contract/messages'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { inBatches } from '../../../lib/concurrency/batch.ts'
import { memoizePerDatabase } from '../../../lib/database/per-database.ts'
import type { Schema } from '../../../lib/database/schema.ts'
import type { HandlerCall } from '../../../lib/http/register-route.ts'
import '../table.ts'

/** Whether a thread has messages after a timestamp; undefined when it does not exist. */
type News = (question: string) => Promise<boolean | undefined>

/**
 * Answers all polls of one turn of the event loop with one query: of a thousand open chats nearly all have nothing new.
 * `from` is SQL that finds the threads of the polls, each a JSON list with the timestamp `after`.
 */
export const hasNewMessages = (from: RawBuilder<unknown>) =>
  memoizePerDatabase<News, Kysely<Schema>>((db) =>
    inBatches(async (questions) => {
      const { rows } = await sql<{ question: string; is_news: boolean }>`
        SELECT question, last_at > after AS is_news
        FROM (SELECT question, (question::json ->> 0)::timestamptz AS after, (question::json ->> 1)::int AS thread,
          (question::json ->> 2)::int AS user_id, (question::json ->> 3)::int AS partner_id
          FROM unnest(${questions}::text[]) AS question) AS asked
        JOIN message_threads ON message_threads.id = asked.thread ${from}`.execute(db)
      return new Map(rows.map(({ question, is_news }) => [question, is_news]))
    }),
  )

/** The timestamp after which a request reads; undefined when it reads backwards. */
export const timestampAfter = ({
  last_message_timestamp,
  before,
}: HandlerCall<typeof messages.ofThread>['body']) =>
  before ? undefined : (last_message_timestamp ?? undefined)

/** The empty page of a thread without messages after a timestamp. */
export const emptyPage = (after: string): MessagePage => ({
  messages: [],
  last_message_timestamp: after,
  has_more: false,
})
