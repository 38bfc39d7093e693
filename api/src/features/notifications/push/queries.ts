import { fitsPush } from '@kontor/contract/lib/http/push'
import type { LocalizedText } from '@kontor/contract/lib/text/locales'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '../../../lib/database/schema.ts'
import { invalidField } from '../../../lib/http/http-error.ts'
import type { VapidKeys } from '../../../lib/jobs/push/settings.ts'
import { makeVapidKeys } from '../../../lib/jobs/push/web-push.ts'
import { activeCategoriesOf } from '../../partners/table.ts'
import './table.ts'

/** The partners whose active users get a message: these, or all in these categories. */
export type PartnerTarget = { categoryIds: readonly number[] } | { partnerIds: readonly number[] }
/** The recipients of a message: users of partners, chosen by partner or one by one, or one member of the staff. */
type PushTarget = PartnerTarget | { userIds: readonly number[] } | { staffId: number }

export interface PushMessage {
  /** Title and text are in both languages where Kontor writes them. */
  title: string | LocalizedText
  text: string | LocalizedText
  /** The target of the message, a path of the portal. */
  link: string | null
  to: PushTarget
}

/**
 * Adds a message to the inbox of every recipient and to the outbox of each of their devices, in the caller's
 * transaction. Throws 422 at `notification_text` when it is too long for push services. Returns the push's id.
 */
export async function enqueue(tx: Kysely<Schema>, { title, text, link, to }: PushMessage): Promise<number> {
  const [titles, texts] = [inBoth(title), inBoth(text)]
  if (
    !fitsPush(titles.cnr, texts.cnr, link) ||
    !fitsPush(titles.en ?? titles.cnr, texts.en ?? texts.cnr, link)
  )
    throw invalidField('notification_text', 'validation.push_too_long')
  const { id } = await tx
    .insertInto('pushes')
    .values({ title: titles.cnr, title_en: titles.en, text: texts.cnr, text_en: texts.en, link })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`INSERT INTO push_recipients (push_id, user_id, partner_id)
    SELECT ${id}, users.id, users.partner_id FROM users LEFT JOIN partners ON partners.id = users.partner_id
    WHERE users.is_active AND ${targeted(to)}`.execute(tx)
  await sql`INSERT INTO push_deliveries (push_id, user_id, device_id, platform)
    SELECT push_id, device.user_id, device.id, platform
    FROM push_recipients JOIN user_firebase_tokens device USING (user_id) WHERE push_id = ${id}`.execute(tx)
  return id
}

/** What is not in English is sent as it is. */
const inBoth = (words: PushMessage['text']) => (typeof words === 'string' ? { cnr: words, en: null } : words)

/** Publishes the new message to its recipients; the last statement of a transaction. */
export const publish = (tx: Kysely<Schema>, pushId: number) =>
  sql`INSERT INTO events (user_id, type, data)
    SELECT user_id, 'notification', json_build_object('id', push_id)
    FROM push_recipients WHERE push_id = ${pushId}`.execute(tx)

/** Whether some devices of a push have not been tried yet. */
export async function isUntried(db: Kysely<Schema>, pushId: number) {
  const untried = db.selectFrom('push_deliveries').select('id').where('push_id', '=', pushId)
  const one = untried.where('status', '=', 'pending').where('error', 'is', null).limit(1)
  return (await one.executeTakeFirst()) !== undefined
}

/** Whether some devices of a push, or some of these deliveries, have not been reached. */
export async function isMissed(db: Kysely<Schema>, pushId: number, deliveryIds?: readonly number[]) {
  const { rows } = await sql`SELECT FROM push_deliveries WHERE push_id = ${pushId} AND error IS NOT NULL
    AND (${deliveryIds ?? null}::bigint[] IS NULL OR id = ANY(${deliveryIds ?? null}::bigint[])) LIMIT 1`.execute(
    db,
  )
  return rows.length > 0
}

const targeted = (to: PushTarget): RawBuilder<boolean> => {
  if ('staffId' in to) return sql`users.id = ${to.staffId} AND users.partner_id IS NULL`
  if ('userIds' in to) return sql`partners.is_active AND users.id = ANY(${to.userIds}::int[])`
  return 'partnerIds' in to
    ? sql`partners.is_active AND partners.id = ANY(${to.partnerIds}::int[])`
    : sql`partners.is_active AND EXISTS (SELECT FROM partner_categories
        WHERE partner_id = partners.id AND category_id = ANY(${to.categoryIds}::int[]))`
}

/** Number of users and devices that a message would reach now; `phones` are those that use FCM. */
export async function countRecipients(db: Kysely<Schema>, to: PartnerTarget) {
  const { rows } = await sql<{ partners: number; users: number; devices: number; phones: number }>`
    SELECT count(DISTINCT partners.id) AS partners, count(DISTINCT users.id) AS users, count(device.id) AS devices,
      count(device.id) FILTER (WHERE device.p256dh IS NULL) AS phones
    FROM partners LEFT JOIN users ON users.partner_id = partners.id AND users.is_active
    LEFT JOIN user_firebase_tokens device ON device.user_id = users.id
    WHERE ${targeted(to)}`.execute(db)
  return rows[0] ?? { partners: 0, users: 0, devices: 0, phones: 0 }
}

/** Number of the partners of a message that a condition is true of. */
export async function countPartners(db: Kysely<Schema>, to: PartnerTarget, condition: RawBuilder<boolean>) {
  const { rows } = await sql<{ partners: number }>`SELECT count(*) AS partners FROM partners
    WHERE ${targeted(to)} AND ${condition}`.execute(db)
  return rows[0]?.partners ?? 0
}

/**
 * Number of the partners of a message that a condition on their active categories is true of. Only categories of the
 * query `deciding` count; the condition is judged once for each set of them, not for each partner.
 */
export async function countByCategories(
  db: Kysely<Schema>,
  to: PartnerTarget,
  deciding: RawBuilder<unknown>,
  condition: (categories: RawBuilder<number[]>) => RawBuilder<boolean>,
) {
  const { rows } = await sql<{ partners: number }>`
    WITH deciding AS MATERIALIZED ${deciding}, sets AS MATERIALIZED (
      SELECT ARRAY(SELECT id FROM unnest(${activeCategoriesOf(sql.ref('partners.id'))}) AS id
        WHERE id IN (SELECT category_id FROM deciding) ORDER BY id) AS categories, count(*) AS partners
      FROM partners WHERE ${targeted(to)} GROUP BY 1)
    SELECT coalesce(sum(partners), 0)::int AS partners FROM sets
    WHERE ${condition(sql.ref('sets.categories'))}`.execute(db)
  return rows[0]?.partners ?? 0
}

/** SQL: the devices where a message failed, and new ones of users who were reached on none. */
const retryable = (pushId: number) => sql`
    FROM push_recipients recipient JOIN user_firebase_tokens device USING (user_id)
    JOIN users ON users.id = recipient.user_id AND users.partner_id IS NOT DISTINCT FROM recipient.partner_id
    WHERE push_id = ${pushId} AND CASE
      WHEN EXISTS (SELECT FROM push_deliveries before WHERE before.push_id = ${pushId} AND before.device_id = device.id)
      THEN EXISTS (SELECT FROM push_deliveries before WHERE before.push_id = ${pushId}
        AND before.device_id = device.id AND before.status IN ('failed', 'removed', 'logged'))
      ELSE NOT EXISTS (SELECT FROM push_deliveries before WHERE before.push_id = ${pushId}
        AND before.user_id = device.user_id AND before.status IN ('accepted', 'pending'))
    END`

/** Number of devices that {@link enqueueAgain} would try. */
export async function countRetryable(db: Kysely<Schema>, pushId: number): Promise<number> {
  const { rows } = await sql<{ devices: number }>`SELECT count(*) AS devices ${retryable(pushId)}`.execute(db)
  return rows[0]?.devices ?? 0
}

/** Retries a message; returns the ids of the deliveries. */
export async function enqueueAgain(tx: Kysely<Schema>, pushId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO push_deliveries (push_id, user_id, device_id, platform)
    SELECT push_id, device.user_id, device.id, device.platform ${retryable(pushId)}
    ON CONFLICT (push_id, device_id) DO UPDATE
      SET status = 'pending', user_id = excluded.user_id, attempts = 0, error = NULL, next_at = now(),
        give_up_at = excluded.give_up_at, updated_at = now()
      WHERE push_deliveries.status IN ('failed', 'removed', 'logged')
    RETURNING id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The configured VAPID keys, otherwise those of the database, where they are created when missing. */
export async function vapidKeys(db: Kysely<Schema>, configured: VapidKeys | undefined): Promise<VapidKeys> {
  if (configured) return configured
  const read = () => db.selectFrom('vapid_keys').select(['public_key', 'private_key']).executeTakeFirst()
  let row = await read()
  if (!row) {
    const { publicKey, privateKey } = await makeVapidKeys()
    const made = { public_key: publicKey, private_key: privateKey }
    await db
      .insertInto('vapid_keys')
      .values(made)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    row = (await read()) ?? made // of two nodes that created keys, the first one's are used
  }
  return { publicKey: row.public_key, privateKey: row.private_key }
}
