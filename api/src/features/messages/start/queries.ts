import type { conversationStart } from '@kontor/contract/messages/start'
import { TRAINING } from '@kontor/contract/sliders/kinds'
import type { Kysely } from 'kysely'
import type { CurrentUser } from '../../../lib/auth/guard.ts'
import type { Schema } from '../../../lib/database/schema.ts'
import { invalidField, orNotFound } from '../../../lib/http/http-error.ts'
import { type IdempotentCall, withIdempotencyKey } from '../../../lib/http/idempotency.ts'
import type { HandlerCall } from '../../../lib/http/register-route.ts'
import { visibleTo } from '../../sliders/scope.ts'
import { activeUsersOf, requireUserOf } from '../../users/table.ts'
import { addMessages, publishThread } from '../queries.ts'
import { getThread } from '../threads/queries.ts'

/** The trainings that a partner sees. */
const trainingsOf = (db: Kysely<Schema>, partnerId: number) =>
  db
    .selectFrom('sliders')
    .select(['id', 'name'])
    .where('type', '=', TRAINING)
    .where(visibleTo(partnerId))
    .orderBy('name')
    .orderBy('id')

/** To whom, and where, the office may write first. Throws 404 for an unknown or inactive partner. */
export async function listRecipients(db: Kysely<Schema>, id: number, { permissions }: CurrentUser) {
  const partner = await db
    .selectFrom('partners')
    .select(['id', 'name'])
    .where('id', '=', id)
    .where('is_active', '=', true)
    .executeTakeFirst()
  return {
    partner: orNotFound(partner),
    users: await activeUsersOf(db, id).execute(),
    sliders: permissions.has('sliders.send') ? await trainingsOf(db, id).execute() : [],
  }
}

/**
 * Writes to a partner's user in the chat of a training, which is opened for it as it would open it itself, with its
 * greeting. Throws 422 when the user could not read it.
 */
export const startThread = (
  db: Kysely<Schema>,
  userId: number,
  { partner_id, user_id, slider_id, message }: HandlerCall<typeof conversationStart.start>['body'],
  idempotency: IdempotentCall,
) =>
  withIdempotencyKey(db, idempotency, async (tx) => {
    await requireUserOf(tx, partner_id, user_id)
    const slider = await trainingsOf(tx, partner_id)
      .select('welcome_message')
      .where('sliders.id', '=', slider_id)
      .forShare('sliders') // cannot be deactivated before the message is stored
      .executeTakeFirst()
    if (!slider) throw invalidField('slider_id', 'validation.not_found')
    const made = await tx
      .insertInto('message_threads')
      .values({ slider_id, user_id, partner_id })
      .onConflict((conflict) => conflict.constraint('message_threads_once').doNothing())
      .returning('id')
      .executeTakeFirst()
    const known = tx
      .selectFrom('message_threads')
      .select('id')
      .where('slider_id', '=', slider_id)
      .where('user_id', '=', user_id)
      .where('partner_id', '=', partner_id)
    const { id } = made ?? (await known.executeTakeFirstOrThrow())
    if (made && slider.welcome_message)
      await addMessages(
        tx,
        [id],
        { message: slider.welcome_message },
        { from_office: true, user_admin_id: null },
      )
    await addMessages(tx, [id], { message }, { from_office: true, user_admin_id: userId })
    const thread = await getThread(tx, id)
    await publishThread(tx, { id, slider_id, user_id })
    return thread
  })
