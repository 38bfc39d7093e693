// Sliders that begin and end at a time, and their push messages.
import { fitsPush } from '@kontor/contract/lib/http/push'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { AppContext } from '../../../context.ts'
import type { Schema } from '../../../lib/database/schema.ts'
import { inTransaction } from '../../../lib/database/transaction.ts'
import { invalidField } from '../../../lib/http/http-error.ts'
import { runEach } from '../../../lib/jobs/run-each.ts'
import { visibleTo } from '../scope.ts'
import { isShown, publishSlider, stateNow } from '../table.ts'

/** Enqueues push messages in a transaction. */
export type Outbox = Pick<AppContext['push'], 'enqueue' | 'publish'>

/**
 * Sends the push message of a slider if it is requested or pending: now if partners see the slider, otherwise when they
 * first do. Returns the push's id if it was sent now.
 */
export async function publishWhenShown(tx: Transaction<Schema>, push: Outbox, id: number, wanted?: boolean) {
  const { is_push_due, shown } = await tx
    .selectFrom('sliders')
    .select(['is_push_due', isShown.as('shown')])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const isWanted = wanted ?? is_push_due
  const isDue = isWanted && !shown
  if (isDue !== is_push_due)
    await tx.updateTable('sliders').set({ is_push_due: isDue }).where('id', '=', id).execute()
  if (isWanted && shown) return enqueuePush(tx, push, id)
  if (isWanted) {
    const { title, text, link } = await messageOf(tx, id)
    // The scheduled task could not report this error to a user.
    if (!fitsPush(title, text, link)) throw invalidField('notification_text', 'validation.push_too_long')
  }
  return null
}

async function messageOf(tx: Transaction<Schema>, id: number) {
  const slider = tx.selectFrom('sliders').select(['name', 'notification_text']).where('id', '=', id)
  const { name, notification_text } = await slider.executeTakeFirstOrThrow()
  return { title: name, text: notification_text ?? '', link: `/app/sliders/${id}` }
}

/** Enqueues a message with a link to the slider for the partners that see it. */
async function enqueuePush(tx: Transaction<Schema>, push: Outbox, id: number) {
  const message = await messageOf(tx, id)
  const seen = visibleTo(sql.ref<number>('partners.id'))
  const readers = await sql<{ id: number }>`SELECT partners.id FROM partners, sliders
    WHERE sliders.id = ${id} AND ${seen}`.execute(tx)
  const partnerIds = readers.rows.map((reader) => reader.id)
  const pushId = await push.enqueue(tx, { ...message, to: { partnerIds } })
  await push.publish(tx, pushId)
  return pushId
}

/**
 * Updates the stored state of sliders that have begun or ended, sends their push messages, and publishes them. What
 * partners see is computed by time in every query; the first node that notices it updates the row. A slider whose
 * update fails keeps its last state.
 */
export async function publishDueSliders(db: Kysely<Schema>, push: Outbox, log: (line: string) => void) {
  // An UPDATE that changes no row would still increment the change counter.
  const late = db.selectFrom('sliders').select('id').where('state', '!=', stateNow).orderBy('id')
  return runEach(
    (await late.execute()).map(({ id }) => id),
    (id) => inTransaction(db, (tx) => publishDueSlider(tx, push, id)),
    (id, reason) => log(`slider ${id} begins or ends: the change was not published: ${reason}`),
  )
}

async function publishDueSlider(tx: Transaction<Schema>, push: Outbox, id: number) {
  const { rows } = await sql`UPDATE sliders SET state = ${stateNow} WHERE id IN (
    SELECT id FROM sliders WHERE id = ${id} AND state != ${stateNow} FOR UPDATE SKIP LOCKED) RETURNING id`.execute(
    tx,
  )
  if (rows.length === 0) return false
  await publishWhenShown(tx, push, id)
  await publishSlider(tx, id)
  return true
}
