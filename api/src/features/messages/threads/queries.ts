import type { messages } from '@kontor/contract/messages'
import { type Kysely, sql } from 'kysely'
import { readUpTo } from '../../../lib/conversations/messages.ts'
import { isoMicroseconds } from '../../../lib/database/iso-time.ts'
import type { Schema } from '../../../lib/database/schema.ts'
import { inTransaction } from '../../../lib/database/transaction.ts'
import type { HandlerCall } from '../../../lib/http/register-route.ts'
import { recordRefOf, recordRefOrNull } from '../../../lib/resources/record-refs.ts'
import { requireRecord } from '../../../lib/resources/records.ts'
import { lastMessage, publishThread } from '../queries.ts'
import { isOfItsUser, isOpen } from '../table.ts'

/** Maximum threads of all sliders that are listed besides the unread ones. */
const MAX_RECENT = 200
/** People in the menu of unread messages. */
const NAMED = 8

/** Threads with their users and partners, the latest first. */
const threadsOf = (db: Kysely<Schema>) =>
  db
    .selectFrom('message_threads')
    .innerJoin('users', 'users.id', 'message_threads.user_id')
    .innerJoin('sliders', 'sliders.id', 'slider_id')
    .leftJoin('partners', 'partners.id', 'message_threads.partner_id')
    .select([
      'users.name as user',
      recordRefOf('sliders').as('slider'),
      recordRefOrNull('partners').as('partner'),
    ])
    .orderBy('last_at', 'desc')
    .orderBy('message_threads.id', 'desc')

/** A thread as lists have it. */
export const getThread = (db: Kysely<Schema>, id: number) =>
  rowsOf(db).where('message_threads.id', '=', id).executeTakeFirstOrThrow()

const rowsOf = (db: Kysely<Schema>) =>
  threadsOf(db)
    .select(['message_threads.id', 'username', 'office_unread as unread'])
    .select([lastMessage.as('last_message'), isoMicroseconds('office_read_at').as('read_at')])
    .select([isoMicroseconds('user_read_at').as('user_read_at'), isOpen.as('is_open')])

/** The threads of a slider; without one those of all active sliders that are unread, recent or `named`. */
export async function listThreads(
  db: Kysely<Schema>,
  { slider_id, message_thread_id: requestedThread = 0 }: HandlerCall<typeof messages.threads>['body'],
) {
  const all = rowsOf(db)
  if (slider_id === undefined) {
    const isActive = sql<boolean>`(SELECT is_active FROM sliders WHERE id = slider_id)`
    const recent = db
      .selectFrom('message_threads')
      .select('id')
      .where(isActive)
      .orderBy('last_at', 'desc')
      .limit(MAX_RECENT)
    return all
      .where('sliders.is_active', '=', true)
      .where(({ eb, or }) =>
        or([
          eb('office_unread', '>', 0),
          eb('message_threads.id', '=', requestedThread),
          eb('message_threads.id', 'in', recent),
        ]),
      )
      .execute()
  }
  const threads = await all.where('slider_id', '=', slider_id).execute()
  if (threads.length === 0) await requireRecord(db, 'sliders', slider_id)
  return threads
}

/** Marks a thread as read by the office up to a timestamp, never back. Throws 404. */
export const markRead = (db: Kysely<Schema>, id: number, upTo: string) =>
  inTransaction(db, (tx) => readThread(tx, 'office', id, upTo))

const conversations = {
  threads: { table: 'message_threads', key: 'id' },
  messages: { table: 'messages', key: 'message_thread_id' },
}

/** As {@link markRead}, for either side and inside a transaction. */
export async function readThread(tx: Kysely<Schema>, side: 'office' | 'user', id: number, upTo: string) {
  const { unread, isNew } = await readUpTo(tx, conversations, side, id, upTo)
  if (isNew) {
    const thread = tx
      .selectFrom('message_threads')
      .innerJoin('users', 'users.id', 'user_id')
      .select(['message_threads.id', 'slider_id'])
      .select(sql<number | null>`CASE WHEN ${isOfItsUser} THEN user_id END`.as('user_id'))
      .where('message_threads.id', '=', id)
    await publishThread(tx, await thread.executeTakeFirstOrThrow())
  }
  return { id, unread }
}

/** The office's unread messages in chats of active sliders, with their users. */
export async function officeUnread(db: Kysely<Schema>) {
  const people = await threadsOf(db)
    .select(['message_threads.id as message_thread_id', 'office_unread as messages'])
    .where('office_unread', '>', 0)
    .where('sliders.is_active', '=', true)
    .limit(NAMED)
    .execute()
  const sliders = await db
    .selectFrom('message_threads')
    .innerJoin('sliders', 'sliders.id', 'slider_id')
    .select(['sliders.id', 'sliders.name'])
    .select(({ fn }) => [fn.countAll<number>().as('threads'), fn.sum<number>('office_unread').as('messages')])
    .where('office_unread', '>', 0)
    .where('sliders.is_active', '=', true)
    .groupBy('sliders.id')
    .orderBy('sliders.name')
    .execute()
  const sum = (of: 'threads' | 'messages') => sliders.reduce((all, slider) => all + slider[of], 0)
  return { threads: sum('threads'), messages: sum('messages'), sliders, people }
}
