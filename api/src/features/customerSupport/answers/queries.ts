import type { customerSupport } from '@kontor/contract/customerSupport'
import type { supportInbox } from '@kontor/contract/customerSupport/inbox'
import { withoutMentions } from '@kontor/contract/lib/text/mentions'
import { shortened } from '@kontor/contract/lib/text/shortened'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { AppContext } from '../../../context.ts'
import type { Schema } from '../../../lib/database/schema.ts'
import { inTransaction } from '../../../lib/database/transaction.ts'
import { HttpError, orNotFound } from '../../../lib/http/http-error.ts'
import { type IdempotentCall, withIdempotencyKey } from '../../../lib/http/idempotency.ts'
import type { HandlerCall } from '../../../lib/http/register-route.ts'
import { recordRefOrNull } from '../../../lib/resources/record-refs.ts'
import { requireRecord, toggleRecord } from '../../../lib/resources/records.ts'
import type { Sent } from '../../../lib/storage/sent-files.ts'
import '../../notifications/table.ts'
import '../../partners/table.ts'
import { requireUserOf } from '../../users/table.ts'
import { getItem } from '../inbox/queries.ts'
import { addMessage, pageOfThread, publishToBoth, readThread, requireRead } from '../thread/queries.ts'

export async function listMessages(
  db: Kysely<Schema>,
  id: number,
  query: HandlerCall<typeof supportInbox.messages>['body'],
) {
  const page = await pageOfThread(db, id, query)
  if (page.messages.length === 0) await requireRecord(db, 'customer_support', id)
  return page
}

/** The type of what the office begins: documents and lists know three, of which it is the neutral one. */
const QUESTION = 1

/** Characters of a reply in a push message. */
const PREVIEW = 160

/**
 * Replies to a partner. Throws 404, 409 for a resolved conversation with unseen messages, and 422 when the author could
 * no longer read it.
 */
export const replyTo = (
  { db, push }: Pick<AppContext, 'db' | 'push'>,
  userId: number,
  id: number,
  { resolve, seen, ...written }: Sent & { resolve?: boolean | undefined; seen?: string | undefined },
  idempotency: IdempotentCall | undefined,
) =>
  withIdempotencyKey(db, idempotency, async (tx) => {
    await requireRecord(tx, 'customer_support', id)
    const author = await tx
      .selectFrom('customer_support')
      .innerJoin('users', 'users.id', 'user_id')
      .innerJoin('partners', 'partners.id', 'customer_support.partner_id')
      .select('users.id')
      .where('customer_support.id', '=', id)
      .whereRef('users.partner_id', '=', 'partners.id') // a user who was moved to another partner cannot read it
      .where('users.is_active', '=', true)
      .where('partners.is_active', '=', true)
      .executeTakeFirst()
    if (!author) throw new HttpError('validation.support_closed')
    if (resolve) await requireRead(tx, id, seen)
    const sent = await addMessage(tx, id, { ...written, from_office: true, user_id: userId })
    await tx
      .updateTable('support_threads')
      .set({ taken_by: userId, taken_at: sql`now()` })
      .where('customer_support_id', '=', id)
      .where('taken_by', 'is', null)
      .execute()
    if (resolve) await toggleRecord(tx, 'customer_support', id, false)
    const text = withoutMentions(sent.message)
    await pushTo(push, tx, { title: REPLY, id, userId: author.id, text })
    await publishToBoth(tx, id)
    return sent
  })

const REPLY = { cnr: 'Odgovor na vašu poruku', en: 'Reply to your message' }
const BEGUN = { cnr: 'Poruka iz kancelarije', en: 'Message from the office' }

async function pushTo(
  push: AppContext['push'],
  tx: Transaction<Schema>,
  { title, id, userId, text }: { title: typeof REPLY; id: number; userId: number; text: string },
) {
  const push_id = await push.enqueue(tx, {
    title,
    link: `/app/support/${id}`,
    to: { userIds: [userId] },
    text: shortened(text, PREVIEW),
  })
  await push.publish(tx, push_id)
}

/**
 * Begins a conversation with a user of a partner: a trigger takes it for its author. Throws 422 when the user cannot
 * read it.
 */
export const startConversation = (
  { db, push }: Pick<AppContext, 'db' | 'push'>,
  userId: number,
  { partner_id, user_id, message }: HandlerCall<typeof supportInbox.start>['body'],
  idempotency: IdempotentCall,
) =>
  withIdempotencyKey(db, idempotency, async (tx) => {
    await requireUserOf(tx, partner_id, user_id)
    const message_content = withoutMentions(message)
    const { id } = await tx
      .insertInto('customer_support')
      .values({ type: QUESTION, message_content, partner_id, user_id, begun_by: userId })
      .returning('id')
      .executeTakeFirstOrThrow()
    const item = await getItem(tx, id)
    await pushTo(push, tx, { title: BEGUN, id, userId: user_id, text: message_content })
    await publishToBoth(tx, id)
    return item
  })

/** Assigns a conversation to the caller, or unassigns it. Throws 404, and 422 when it is assigned to another user. */
export const assignConversation = (
  db: Kysely<Schema>,
  user: { id: number },
  id: number,
  { taken, over }: HandlerCall<typeof supportInbox.take>['body'],
) =>
  inTransaction(db, async (tx) => {
    const thread = tx.selectFrom('support_threads').select('taken_by').where('customer_support_id', '=', id)
    const { taken_by } = orNotFound(await thread.forUpdate().executeTakeFirst())
    if (taken_by !== null && taken_by !== user.id && !over) throw new HttpError('validation.support_taken')
    if (taken ? taken_by !== user.id : taken_by !== null)
      await tx
        .updateTable('support_threads')
        .set({ taken_by: taken ? user.id : null, taken_at: taken ? sql`now()` : null })
        .where('customer_support_id', '=', id)
        .execute()
    const now = await tx
      .selectFrom('support_threads')
      .leftJoin('users', 'users.id', 'taken_by')
      .select(['taken_at', recordRefOrNull('users').as('taken_by')])
      .where('customer_support_id', '=', id)
      .executeTakeFirstOrThrow()
    await publishToBoth(tx, id)
    return { id, ...now }
  })

/** The documented toggle, published to both sides. */
export const toggleMessage = (
  db: Kysely<Schema>,
  id: number,
  { is_active: target, seen }: NonNullable<HandlerCall<typeof customerSupport.toggle>['body']>,
) =>
  inTransaction(db, async (tx) => {
    if (target !== true) await requireRead(tx, id, seen)
    const row = await toggleRecord(tx, 'customer_support', id, target)
    await publishToBoth(tx, id)
    return row
  })

export const markRead = (db: Kysely<Schema>, id: number, upTo: string) =>
  inTransaction(db, (tx) => readThread(tx, 'office', id, upTo))
