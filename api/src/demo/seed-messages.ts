import { linkOf } from '@kontor/contract/notifications/form'
import { sql, type Transaction } from 'kysely'
import type { Schema } from '../lib/database/schema.ts'
import { demoDevices, demoNotifications, demoReplies, demoSupport } from './messages.ts'
import { activeStaff } from './staff.ts'

/** Messages between the office and the portal: sign-ins, devices, notifications, support. */
export async function seedMessages(tx: Transaction<Schema>, now: Date) {
  const users = await tx
    .selectFrom('users')
    .innerJoin('partners', 'partners.id', 'users.partner_id')
    .select(['users.id', 'partners.id as partner_id'])
    .where('users.is_active', '=', true)
    .where('partners.is_active', '=', true)
    .orderBy('users.username')
    .execute()
  const { signIns, devices } = demoDevices(users, now)
  await tx.insertInto('signed_in_partners').values(signIns).execute()
  await tx.insertInto('user_firebase_tokens').values(devices).execute()
  const hourAgo = new Date(now.getTime() - 3_600_000) // replies follow within an hour
  const support = demoSupport(users, hourAgo).map(({ at, ...message }) => {
    const moment = at.toISOString()
    return { ...message, created_at: moment, updated_at: moment }
  })
  await tx.insertInto('customer_support').values(support).execute()
  await seedBegun(tx, users, now)
  await seedReplies(tx)
  await seedNotifications(tx, users.slice(0, 9), now)
}

/** What the office has written first; the partner has not answered yet. */
async function seedBegun(
  tx: Transaction<Schema>,
  users: readonly { id: number; partner_id: number }[],
  now: Date,
) {
  const [to] = users
  const staff = await activeStaff(tx).executeTakeFirstOrThrow()
  if (!to) return
  const moment = new Date(now.getTime() - 26 * 3_600_000).toISOString()
  await tx
    .insertInto('customer_support')
    .values({
      type: 1,
      user_id: to.id,
      partner_id: to.partner_id,
      begun_by: staff.id,
      message_content:
        'Dobar dan! Vaša narudžba zimskih guma je spremna. Šaljemo je sjutra ili je preuzimate?',
      created_at: moment,
      updated_at: moment,
    })
    .execute()
}

/** Support conversations; a trigger has created each with the partner's message. */
async function seedReplies(tx: Transaction<Schema>) {
  const staff = await activeStaff(tx).limit(3).execute()
  const messages = tx
    .selectFrom('customer_support')
    .select(['id', 'message_content', 'is_active'])
    .orderBy('id')
  for (const [n, { id, answer, more }] of demoReplies(await messages.execute()).entries()) {
    const by = staff[n % staff.length]?.id ?? 1
    await sql`INSERT INTO support_messages (customer_support_id, message, from_office, user_id, created_at)
      SELECT id, ${answer}, true, ${by}, created_at + interval '25 minutes' FROM customer_support WHERE id = ${id}`.execute(
      tx,
    )
    if (more)
      await sql`INSERT INTO support_messages (customer_support_id, message, from_office, user_id, created_at)
        SELECT id, ${more}, false, user_id, created_at + interval '52 minutes' FROM customer_support WHERE id = ${id}`.execute(
        tx,
      )
    await sql`UPDATE support_threads SET last_at = last.at, last_from_office = ${!more}, taken_by = ${by},
        taken_at = last.at, office_read_at = last.at, user_read_at = last.at, office_unread = ${more ? 1 : 0}
      FROM (SELECT max(created_at) AS at FROM support_messages WHERE customer_support_id = ${id}) last
      WHERE customer_support_id = ${id}`.execute(tx)
  }
}

async function seedNotifications(
  tx: Transaction<Schema>,
  some: readonly { partner_id: number }[],
  now: Date,
) {
  const staff = tx.selectFrom('users').select('id').where('partner_id', 'is', null).orderBy('id').limit(3)
  const senders = await staff.execute()
  for (const [i, { subject, notification_text, category_ids, at, opens }] of demoNotifications(
    now,
  ).entries()) {
    const moment = at.toISOString()
    const opened = await openedIn(tx, opens)
    const push = { title: subject, text: notification_text, link: linkOf(opened), created_at: moment }
    const { id: push_id } = await tx
      .insertInto('pushes')
      .values(push)
      .returning('id')
      .executeTakeFirstOrThrow()
    const send_by_category = category_ids.length > 0
    const { id: notification_id } = await tx
      .insertInto('notifications')
      .values({
        subject,
        notification_text,
        send_by_category,
        ...opened,
        push_id,
        user_id: senders[i % 3]?.id ?? 1,
        updated_at: moment,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const partner_ids = [...new Set(send_by_category ? [] : some.map(({ partner_id }) => partner_id))]
    if (send_by_category) {
      const links = category_ids.map((category_id) => ({ notification_id, category_id }))
      await tx.insertInto('notification_categories').values(links).execute()
    } else {
      const links = partner_ids.map((partner_id) => ({ notification_id, partner_id }))
      await tx.insertInto('notification_partners').values(links).execute()
    }
    await seedOutcome(tx, push_id, { category_ids, partner_ids })
  }
  // The last notification always has a failed delivery.
  await sql`UPDATE push_deliveries SET status = 'failed', error = 'expired'
    WHERE id = (SELECT min(id) FROM push_deliveries WHERE push_id = (SELECT max(push_id) FROM push_deliveries))`.execute(
    tx,
  )
}

/** The id of the slider or campaign with this name. */
async function openedIn(
  tx: Transaction<Schema>,
  opens: ReturnType<typeof demoNotifications>[number]['opens'],
): Promise<{ slider_id?: number; campaign_id?: number }> {
  if (!opens) return {}
  if ('slider' in opens) {
    const slider = tx.selectFrom('sliders').select('id as slider_id').where('name', '=', opens.slider)
    return slider.executeTakeFirstOrThrow()
  }
  const campaign = tx.selectFrom('campaigns').select('id as campaign_id').where('name', '=', opens.campaign)
  return campaign.executeTakeFirstOrThrow()
}

/** Two of three users have read it; of eleven deliveries one has failed, and of seventeen devices one is gone. */
async function seedOutcome(
  tx: Transaction<Schema>,
  pushId: number,
  { category_ids, partner_ids }: { category_ids: number[]; partner_ids: number[] },
) {
  await sql`INSERT INTO push_recipients (push_id, user_id, partner_id, read_at)
    SELECT pushes.id, users.id, partner_id, CASE WHEN users.id % 3 > 0 THEN least(now(), pushes.created_at + make_interval(mins => users.id)) END
    FROM pushes, users JOIN partners ON partners.id = partner_id
    WHERE pushes.id = ${pushId} AND users.is_active AND partners.is_active AND (partners.id = ANY(${partner_ids}::int[])
      OR EXISTS (SELECT FROM partner_categories link
        WHERE link.partner_id = partners.id AND category_id = ANY(${category_ids}::int[])))`.execute(tx)
  await sql`INSERT INTO push_deliveries (push_id, user_id, device_id, platform, status, error, attempts, updated_at)
    SELECT pushes.id, user_id, device.id, platform,
      CASE WHEN (device.id + pushes.id) % 11 = 0 THEN 'failed' WHEN (device.id + pushes.id) % 17 = 0 THEN 'removed'
        ELSE 'accepted' END,
      CASE WHEN (device.id + pushes.id) % 11 = 0 THEN 'expired' WHEN (device.id + pushes.id) % 17 = 0 THEN 'signed_out'
        END,
      1, pushes.created_at + interval '2 seconds'
    FROM pushes JOIN push_recipients ON push_id = pushes.id JOIN user_firebase_tokens device USING (user_id)
    WHERE pushes.id = ${pushId}`.execute(tx)
}
