import { supportTypes } from '@kontor/contract/customerSupport'
import { type appCustomerSupport, MAX_SUPPORT_PER_HOUR } from '@kontor/contract/customerSupport/portal'
import { sql } from 'kysely'
import { stampOf } from '../../../kit/chat/chat.ts'
import type { Attempt } from '../../../kit/serve/idempotency.ts'
import { found, Refusal } from '../../../kit/serve/refusal.ts'
import type { Scoped } from '../../../kit/serve/scoped.ts'
import type { Call } from '../../../kit/serve/serve.ts'
import { messagesOf, oneAfterTheOther, readAnswers, tell, writeOn } from '../scope.ts'

/** What a user has written, and how far both sides have read. */
const ownMessages = (scoped: Scoped) =>
  scoped
    .selectFrom('customer_support')
    .innerJoin('support_threads', 'customer_support_id', 'customer_support.id')
    .select(['customer_support.id', 'type', 'message_content', 'created_at', 'user_unread as unread'])
    .select([stampOf('last_at').as('last_at'), stampOf('office_read_at').as('office_read_at')])
    .select(sql<boolean>`NOT is_active`.as('is_resolved'))
    .where('user_id', '=', scoped.user.id)
const named = <Row extends { type: 1 | 2 | 3 }>(row: Row) => ({ ...row, type_name: supportTypes[row.type] })

/** What a user has written, the last first. */
export async function listOwnMessages(scoped: Scoped) {
  return (await ownMessages(scoped).orderBy('id', 'desc').limit(200).execute()).map(named)
}

/** Another's message is answered like one that is not there. */
export const getOwnMessage = async (scoped: Scoped, id: number) =>
  named(found(await ownMessages(scoped).where('customer_support.id', '=', id).executeTakeFirst()))

export async function ownUnread(scoped: Scoped) {
  const rows = await ownMessages(scoped).where('user_unread', '>', 0).execute()
  return { messages: rows.reduce((sum, { unread }) => sum + unread, 0) }
}

/** Writes to the office and tells everybody there. Refuses with 429 a partner that has written too often. */
export async function createMessage(tx: Scoped, given: Call<typeof appCustomerSupport.create>['body']) {
  await requireQuietHour(tx)
  const row = await tx.insertInto('customer_support', [given]).returning('id').executeTakeFirstOrThrow()
  const written = await getOwnMessage(tx, row.id)
  await tell(tx, row)
  return written
}

/** One call of a partner counts at a time, so that many at once cannot pass the limit together. */
async function requireQuietHour(tx: Scoped) {
  await oneAfterTheOther(tx)
  const { written } = await tx
    .selectFrom('customer_support')
    .innerJoin('support_messages', 'customer_support_id', 'customer_support.id')
    .select(({ fn }) => fn.countAll<number>().as('written'))
    .where('from_office', '=', false)
    .where(sql<boolean>`support_messages.created_at BETWEEN now() - interval '1 hour' AND now()`)
    .executeTakeFirstOrThrow()
  if (written >= MAX_SUPPORT_PER_HOUR) throw new Refusal('error.too_many_messages', { retryAfter: 3600 })
}

export const listOwnThread = async (
  scoped: Scoped,
  id: number,
  query: Call<typeof appCustomerSupport.messages>['body'],
) => messagesOf(scoped, await getOwnMessage(scoped, id), query)

/** Writes on. The office finds what it has resolved among what is open again. */
export const writeOwn = (scoped: Scoped, id: number, message: string, attempt: Attempt) =>
  scoped.once(attempt, async (tx) => {
    const own = await getOwnMessage(tx, id)
    await requireQuietHour(tx)
    const sent = await writeOn(tx, own, message)
    await tx
      .updateTable('customer_support')
      .set({ is_active: true })
      .where('id', '=', id)
      .where('is_active', '=', false)
      .execute()
    await tell(tx, own)
    return sent
  })

export const markOwnRead = (scoped: Scoped, id: number, upTo: string) =>
  scoped.transaction(async (tx) => readAnswers(tx, await getOwnMessage(tx, id), upTo))
