import { withoutMentions } from '@kontor/contract/lib/text/mentions'
import type { Message, messages } from '@kontor/contract/messages'
import { type Kysely, sql, type Transaction } from 'kysely'
import { formattedTime, messagePage } from '../../lib/conversations/messages.ts'
import { isoMicroseconds } from '../../lib/database/iso-time.ts'
import type { Schema } from '../../lib/database/schema.ts'
import { HttpError, orNotFound } from '../../lib/http/http-error.ts'
import { type IdempotentCall, withIdempotencyKey } from '../../lib/http/idempotency.ts'
import type { HandlerCall } from '../../lib/http/register-route.ts'
import { publish } from '../../lib/realtime/events.ts'
import { requireRecord } from '../../lib/resources/records.ts'
import {
  fileOf,
  filesInUseOf,
  SENT_FILE_COLUMNS,
  type Sent,
  textAndFile,
  valuesOf,
} from '../../lib/storage/sent-files.ts'
import '../partners/table.ts'
import '../users/table.ts'
import { emptyPage, hasNewMessages, timestampAfter } from './polls/queries.ts'
import { isOpen } from './table.ts'

/** Characters of a message in the list of threads. */
const EXCERPT_LENGTH = 200

export const lastMessage = sql<{
  message: string
  updated_at: string
} | null>`CASE WHEN last_message IS NOT NULL
  THEN json_build_object('message', last_message, 'updated_at', ${isoMicroseconds('last_at')}) END`

const messageColumns = (db: Kysely<Schema>) =>
  db
    .selectFrom('messages')
    .leftJoin('users', 'users.id', 'user_admin_id')
    .select(['messages.id', 'message', 'from_office as is_admin_response', 'user_admin_id'])
    .select(['users.name as user_admin', isoMicroseconds('messages.created_at').as('updated_at')])
    .select([formattedTime('messages.created_at').as('formatted_updated_at'), fileOf('messages').as('file')])

type Query = HandlerCall<typeof messages.ofThread>['body']

/** Messages of a thread that the caller may read. */
export const pageOfMessages = (db: Kysely<Schema>, query: Query) =>
  messagePage(
    messageColumns(db).where('message_thread_id', '=', query.message_thread_id),
    'messages.created_at',
    query,
  )

const newsOfAll = hasNewMessages(sql``)

export async function listMessages(db: Kysely<Schema>, query: Query) {
  const after = timestampAfter(query)
  if (after && !orNotFound(await isNews(db, query.message_thread_id, after))) return emptyPage(after)
  const page = await pageOfMessages(db, query)
  if (page.messages.length === 0) await requireRecord(db, 'message_threads', query.message_thread_id)
  return page
}

const isNews = (db: Kysely<Schema>, thread: number, after: string) =>
  newsOfAll(db)(JSON.stringify([after, thread]))

interface Author {
  from_office: boolean
  user_admin_id: number | null
}

interface Added extends Author {
  id: number
  message_thread_id: number
  slider_id: number
  user_id: number
}

/**
 * Adds a message to each of these threads. Updating `last_at` locks the thread's row until the end of the transaction:
 * the next message waits, and gets a later timestamp.
 */
export async function addMessages(tx: Kysely<Schema>, threadIds: number[], written: Sent, author: Author) {
  const { message, sent } = textAndFile(written)
  const unread = sql.ref(author.from_office ? 'user_unread' : 'office_unread')
  const excerpt = author.from_office ? withoutMentions(message) : message
  const { rows } = await sql<Added>`WITH threads AS (
    UPDATE message_threads SET last_at = greatest(clock_timestamp(), last_at + interval '1 microsecond'),
      last_message = ${[...excerpt].slice(0, EXCERPT_LENGTH).join('')}, ${unread} = ${unread} + 1
    WHERE id = ANY(${threadIds}) RETURNING id, slider_id, user_id, last_at
  ), added AS (
    INSERT INTO messages (message_thread_id, message, from_office, user_admin_id, created_at, ${SENT_FILE_COLUMNS})
    SELECT id, ${message}, ${author.from_office}, ${author.user_admin_id}::int, last_at, ${valuesOf(sent)} FROM threads
    RETURNING id, message_thread_id, from_office, user_admin_id
  ) SELECT added.*, slider_id, user_id FROM added JOIN threads ON threads.id = message_thread_id`.execute(tx)
  return rows
}

/** A message in the columns for both sides. */
export const getMessage = (tx: Kysely<Schema>, id: number): Promise<Message> =>
  messageColumns(tx).where('messages.id', '=', id).executeTakeFirstOrThrow()

/** Publishes a change of a thread to both sides; without a user who can read it, to the office alone. */
export const publishThread = (
  tx: Kysely<Schema>,
  { id, slider_id, user_id }: { id: number; slider_id: number; user_id: number | null },
) => {
  const event = { type: 'messages', data: { slider_id, message_thread_id: id } } as const
  return publish(tx, [
    { ...event, to: { staff: 'sliders.see' } },
    ...(user_id === null ? [] : [{ ...event, to: { userId: user_id } }]),
  ])
}

/** Replies to a partner. Throws 404 without the thread, and 422 when the partner could no longer read it. */
export const sendFromOffice = (
  db: Kysely<Schema>,
  userId: number,
  { message_thread_id, ...written }: { message_thread_id: number } & Sent,
  idempotency: IdempotentCall | undefined,
) =>
  withIdempotencyKey(db, idempotency, async (tx) => {
    await requireRecord(tx, 'message_threads', message_thread_id)
    const [thread] = await openThreads(tx).where('message_threads.id', '=', message_thread_id).execute()
    if (!thread) throw new HttpError('validation.chat_closed')
    const [added] = await addMessages(tx, [thread.id], written, { from_office: true, user_admin_id: userId })
    const sent = await getMessage(tx, orNotFound(added).id)
    await publishThread(tx, thread)
    return sent
  })

/** The file of a message; undefined when there is no such message. */
export const fileOfMessage = (db: Kysely<Schema>, id: number) =>
  db
    .selectFrom('messages')
    .select(['message_thread_id', 'file', 'file_name', 'file_type', 'file_size', 'preview'])
    .where('id', '=', id)
    .executeTakeFirst()

export const filesInUse = filesInUseOf('messages')

/** Adds the same message to all threads of a slider whose partners can still read it. */
export const sendToEveryone = (
  db: Kysely<Schema>,
  userId: number,
  { slider_id, message }: HandlerCall<typeof messages.sendToEveryone>['body'],
  idempotency: IdempotentCall | undefined,
) =>
  withIdempotencyKey(db, idempotency, async (tx) => {
    await requireRecord(tx, 'sliders', slider_id)
    const threads = await openThreads(tx)
      .where('slider_id', '=', slider_id)
      .orderBy('message_threads.id') // two simultaneous messages to everyone lock the threads in the same order
      .forUpdate('message_threads')
      .execute()
    if (threads.length === 0) throw new HttpError('validation.chat_closed')
    const author = { from_office: true, user_admin_id: userId }
    await addMessages(
      tx,
      threads.map(({ id }) => id),
      { message },
      author,
    )
    await publish(tx, [
      { to: { staff: 'sliders.see' }, type: 'messages', data: { slider_id, message_thread_id: null } },
      ...threads.map(({ id, user_id }) => ({
        to: { userId: user_id },
        type: 'messages' as const,
        data: { slider_id, message_thread_id: id },
      })),
    ])
    return { message: 'messages.sent', threads: threads.length }
  })

/** Threads whose partner can read a new message. Locks the slider until the end of the transaction. */
const openThreads = (tx: Transaction<Schema>) =>
  tx
    .selectFrom('message_threads')
    .innerJoin('sliders', 'sliders.id', 'slider_id')
    .innerJoin('users', 'users.id', 'user_id')
    .innerJoin('partners', 'partners.id', 'message_threads.partner_id')
    .select(['message_threads.id', 'slider_id', 'user_id'])
    .where(isOpen)
    .forShare('sliders')
