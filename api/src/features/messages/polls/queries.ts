import type { MessagePage, messages } from '@kontor/contract/messages'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '../../../lib/database/schema.ts'
import type { Call } from '../../../lib/http/register-route.ts'
import { inBatches } from '../../../lib/jobs/batch.ts'
import { memoizePerDatabase } from '../../../lib/lists/per-database.ts'
import '../table.ts'

/** Whether a thread has something to go on with after a moment; nothing where there is no such thread. */
type News = (question: string) => Promise<boolean | undefined>

/**
 * Answers by one query who of those that ask in the same turn has something to read: of a thousand open chats nearly all
 * ask in vain. `from` finds the threads of the questions, each a JSON list of which `after` is the moment.
 */
export const newsOf = (from: RawBuilder<unknown>) =>
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

/** The moment after which a call wants to read on, unless it wants what came before one. */
export const readsOnAfter = ({ last_message_timestamp, before }: Call<typeof messages.ofThread>['body']) =>
  before ? undefined : (last_message_timestamp ?? undefined)

/** The page of a thread that has nothing after a moment. */
export const nothingAfter = (after: string): MessagePage => ({
  messages: [],
  last_message_timestamp: after,
  has_more: false,
})
