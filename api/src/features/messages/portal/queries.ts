import type { appMessages } from '@kontor/contract/messages/portal'
import { OBUKA } from '@kontor/contract/sliders/kinds'
import { type Kysely, sql, type Transaction } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { SignedInPartner } from '../../../kit/auth/guard.ts'
import type { Schema } from '../../../kit/db/schema.ts'
import { inTransaction } from '../../../kit/db/transaction.ts'
import { requireStaying } from '../../../kit/imports/lock.ts'
import { type Attempt, once } from '../../../kit/serve/idempotency.ts'
import { found } from '../../../kit/serve/refusal.ts'
import type { Call } from '../../../kit/serve/serve.ts'
import { visibleTo } from '../../sliders/scope.ts'
import { addMessages, getMessage, lastMessage, pageOfMessages, stampOf, tellThread } from '../queries.ts'
import { markRead } from '../threads/queries.ts'

/** An Obuka that a partner may see. */
const isOpenTo = (partnerId: number) =>
  sql<boolean>`(sliders.type = ${sql.lit(OBUKA)} AND ${visibleTo(partnerId)})`

/** The threads of a user that can be read now. */
const ownThreads = (db: Kysely<Schema>, { id, partner_id }: SignedInPartner) =>
  db
    .selectFrom('message_threads')
    .innerJoin('sliders', 'sliders.id', 'slider_id')
    .where('message_threads.user_id', '=', id)
    .where(isOpenTo(partner_id))

const rows = (db: Kysely<Schema>, user: SignedInPartner) =>
  ownThreads(db, user)
    .select(['message_threads.id', 'user_unread as unread', lastMessage.as('last_message')])
    .select(({ ref }) => jsonBuildObject({ id: ref('sliders.id'), name: ref('sliders.name') }).as('slider'))
    .select([stampOf('user_read_at').as('read_at'), stampOf('office_read_at').as('office_read_at')])

export const listOwnThreads = (db: Kysely<Schema>, user: SignedInPartner) =>
  rows(db, user).orderBy('last_at', 'desc').orderBy('message_threads.id', 'desc').execute()

/** Another's thread, or one whose slider is no longer for this partner, is answered like one that is not there. */
const requireOwn = async (tx: Transaction<Schema>, user: SignedInPartner, threadId: number) =>
  found(
    await ownThreads(tx, user)
      .select(['message_threads.id', 'slider_id', 'user_id'])
      .where('message_threads.id', '=', threadId)
      .forShare('sliders') // nobody deactivates it between this look and the message
      .executeTakeFirst(),
  )

/** The own thread of a slider, made when there is none yet. */
export const openThread = (db: Kysely<Schema>, user: SignedInPartner, slider_id: number) =>
  inTransaction(db, async (tx) => {
    requireStaying('partners')
    const slider = await tx
      .selectFrom('sliders')
      .select(['id', 'welcome_message'])
      .where('id', '=', slider_id)
      .where(isOpenTo(user.partner_id))
      .forShare()
      .executeTakeFirst()
    const { welcome_message } = found(slider)
    const made = await tx
      .insertInto('message_threads')
      .values({ slider_id, user_id: user.id })
      .onConflict((conflict) => conflict.constraint('message_threads_once').doNothing())
      .returning(['id', 'slider_id', 'user_id'])
      .executeTakeFirst()
    if (made && welcome_message) {
      await addMessages(tx, [made.id], welcome_message, { from_office: true, user_admin_id: null })
    }
    const thread = await rows(tx, user).where('slider_id', '=', slider_id).executeTakeFirstOrThrow()
    if (made) await tellThread(tx, made)
    return thread
  })

export async function listOwnMessages(
  db: Kysely<Schema>,
  user: SignedInPartner,
  query: Call<typeof appMessages.ofThread>['body'],
) {
  const own = ownThreads(db, user).select('message_threads.id')
  found(await own.where('message_threads.id', '=', query.message_thread_id).executeTakeFirst())
  return pageOfMessages(db, query)
}

export const sendToOffice = (
  db: Kysely<Schema>,
  user: SignedInPartner,
  { message_thread_id, message }: Call<typeof appMessages.send>['body'],
  attempt: Attempt,
) =>
  once(db, attempt, async (tx) => {
    const thread = await requireOwn(tx, user, message_thread_id)
    const [added] = await addMessages(tx, [thread.id], message, { from_office: false, user_admin_id: null })
    const sent = await getMessage(tx, found(added).id)
    await tellThread(tx, thread)
    return sent
  })

export const markOwnRead = (db: Kysely<Schema>, user: SignedInPartner, id: number, upTo: string) =>
  markRead(db, 'user', id, upTo, (tx) => requireOwn(tx, user, id))

export async function ownUnread(db: Kysely<Schema>, user: SignedInPartner) {
  const { threads, messages } = await ownThreads(db, user)
    .select(({ fn }) => [fn.countAll<number>().as('threads'), fn.sum<number>('user_unread').as('messages')])
    .where('user_unread', '>', 0)
    .executeTakeFirstOrThrow()
  return { threads, messages: messages ?? 0 }
}
