import type { Message } from '@kontor/contract/messages'
import { type Kysely, sql } from 'kysely'
import {
  formattedTime,
  messagePage,
  PAGE,
  type PageQuery,
  readUpTo,
} from '../../../lib/conversations/messages.ts'
import { isoMicroseconds } from '../../../lib/database/iso-time.ts'
import type { Schema } from '../../../lib/database/schema.ts'
import { HttpError, orNotFound } from '../../../lib/http/http-error.ts'
import { publish } from '../../../lib/realtime/events.ts'
import {
  fileOf,
  filesInUseOf,
  SENT_FILE_COLUMNS,
  type Sent,
  type SentFile,
  textAndFile,
  valuesOf,
} from '../../../lib/storage/sent-files.ts'
import '../../users/table.ts'
import '../table.ts'

/** The columns of a chat message. Its author is in the conversation's head. */
const messageColumns = (db: Kysely<Schema>) =>
  db
    .selectFrom('support_messages')
    .innerJoin('users', 'users.id', 'support_messages.user_id')
    .select(['support_messages.id', 'message', 'from_office as is_admin_response'])
    .select(sql<number | null>`CASE WHEN from_office THEN users.id END`.as('user_admin_id'))
    .select(sql<string | null>`CASE WHEN from_office THEN users.name END`.as('user_admin'))
    .select(isoMicroseconds('support_messages.created_at').as('updated_at'))
    .select(formattedTime('support_messages.created_at').as('formatted_updated_at'))
    .select(fileOf('support_messages').as('file'))

/** Messages of a conversation that the caller may read. */
export const pageOfThread = (db: Kysely<Schema>, id: number, query: PageQuery) =>
  messagePage(messageColumns(db).where('customer_support_id', '=', id), 'support_messages.created_at', query)

/**
 * Adds a message. Updating `last_at` locks the conversation's row until the end of the transaction: the next message
 * waits, and gets a later timestamp.
 */
export async function addMessage(
  tx: Kysely<Schema>,
  customer_support_id: number,
  { from_office, user_id, ...written }: Sent & { from_office: boolean; user_id: number },
): Promise<Message> {
  const { message, sent } = textAndFile(written)
  const unread = sql.ref(from_office ? 'user_unread' : 'office_unread')
  const { rows } = await sql<{ id: number }>`WITH thread AS (
    UPDATE support_threads SET last_at = greatest(clock_timestamp(), last_at + interval '1 microsecond'),
      last_from_office = ${from_office}, ${unread} = ${unread} + 1
    WHERE customer_support_id = ${customer_support_id} RETURNING last_at
  ) INSERT INTO support_messages
      (customer_support_id, message, from_office, user_id, created_at, ${SENT_FILE_COLUMNS})
    SELECT ${customer_support_id}, ${message}, ${from_office}, ${user_id}, last_at, ${valuesOf(sent)} FROM thread
    RETURNING id`.execute(tx)
  return messageColumns(tx)
    .where('support_messages.id', '=', orNotFound(rows[0]).id)
    .executeTakeFirstOrThrow()
}

/** Adds a file to the first message of a conversation that was just made. */
export const addFirstFile = (tx: Kysely<Schema>, customer_support_id: number, file: SentFile) =>
  tx
    .updateTable('support_messages')
    .set({ ...file })
    .where('customer_support_id', '=', customer_support_id)
    .execute()

/** The file of a message, and its conversation; undefined when there is no such message. */
export const fileOfMessage = (db: Kysely<Schema>, id: number) =>
  db
    .selectFrom('support_messages')
    .select(['customer_support_id', 'file', 'file_name', 'file_type', 'file_size', 'preview'])
    .where('id', '=', id)
    .executeTakeFirst()

export const filesInUse = filesInUseOf('support_messages')

/**
 * Throws 409 with the messages when the partner has written messages that the caller has not seen. Locks the
 * conversation against new ones.
 */
export async function requireRead(tx: Kysely<Schema>, id: number, seen: string | undefined) {
  // Also without `seen`: a message that comes at the same moment must find the conversation open or resolved.
  const thread = tx.selectFrom('support_threads').select('customer_support_id as id')
  await thread.where('customer_support_id', '=', id).forUpdate().execute()
  if (seen === undefined) return
  const unseen = await messageColumns(tx)
    .where('customer_support_id', '=', id)
    .where('from_office', '=', false)
    .where(sql.ref<string>('support_messages.created_at'), '>', seen)
    .orderBy('support_messages.created_at')
    .limit(PAGE)
    .execute()
  if (unseen.length > 0) throw new HttpError('validation.support_unseen', { current: unseen })
}

const conversations = {
  threads: { table: 'support_threads', key: 'customer_support_id' },
  messages: { table: 'support_messages', key: 'customer_support_id' },
}

/** Marks a conversation as read by one side up to a timestamp; publishes a change to both. */
export async function readThread(tx: Kysely<Schema>, side: 'office' | 'user', id: number, upTo: string) {
  const { unread, isNew } = await readUpTo(tx, conversations, side, id, upTo)
  if (isNew) await publishToBoth(tx, id)
  return { id, unread }
}

/** Publishes a changed message to the office and to its author. The last statement of a transaction. */
export async function publishToBoth(tx: Kysely<Schema>, id: number) {
  const author = tx.selectFrom('customer_support').select('user_id').where('id', '=', id)
  const { user_id } = orNotFound(await author.executeTakeFirst())
  await publish(tx, { to: { staff: 'customerSupport.see' }, type: 'support_message', data: { id } })
  await publish(tx, { to: { userId: user_id }, type: 'support_reply', data: { id } })
}
