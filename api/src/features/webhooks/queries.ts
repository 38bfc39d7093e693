import { randomBytes } from 'node:crypto'
import {
  type Webhook,
  type WebhookDelivery,
  type WebhookDeliveryDetails,
  webhookDeliveryList,
  webhookList,
  type webhooks,
} from '@kontor/contract/webhooks'
import { PING } from '@kontor/contract/webhooks/events'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { SignedIn } from '../../kit/auth/guard.ts'
import type { Schema } from '../../kit/db/schema.ts'
import { inTransaction } from '../../kit/db/transaction.ts'
import { publish } from '../../kit/events/events.ts'
import { column, listSource } from '../../kit/list/source.ts'
import { createRecord, getRow, updateRecord } from '../../kit/records/records.ts'
import { found, invalidField } from '../../kit/serve/refusal.ts'
import type { Call } from '../../kit/serve/serve.ts'
import { addressProblem } from '../../kit/webhooks/address.ts'
import { signedHeaders } from '../../kit/webhooks/webhooks.ts'
import { holdWebhook, messageOf, targetOf } from './deliveries/queries.ts'
import './table.ts'

const countOf = (
  state: WebhookDelivery['state'],
) => sql<number>`(SELECT count(*) FROM webhook_deliveries AS sent
  WHERE sent.webhook_id = webhooks.id AND sent.state = ${sql.lit(state)})`
const waiting = countOf('waiting')

export const webhookSource = listSource({
  definition: webhookList,
  id: sql.ref('webhooks.id'),
  columns: {
    name: column('webhooks', 'name', 'name_folded'),
    url: column('webhooks', 'url'),
    events: { value: sql.ref('webhooks.events'), read: (events: Webhook['events']) => events.join(', ') },
    state: column('webhooks', 'state'),
    waiting: { value: waiting },
    succeeded_at: column('webhook_health', 'succeeded_at'),
    created_at: column('webhooks', 'created_at'),
  },
  tables: ['webhooks'],
  rows: (db) =>
    db
      .selectFrom('webhooks')
      .leftJoin('webhook_health', 'webhook_health.webhook_id', 'webhooks.id')
      .select(['webhooks.id', 'webhooks.name', 'webhooks.url', 'webhooks.events', 'webhooks.state'])
      .select(['webhooks.is_active', 'webhooks.version', 'webhooks.created_at', 'webhooks.updated_at'])
      .select([waiting.as('waiting'), countOf('failed').as('failed'), 'succeeded_at'])
      .select(sql<number>`coalesce(failures, 0)`.as('failures')),
})

type Fields = Call<typeof webhooks.create>['body']

function requireCallable({ url }: Pick<Fields, 'url'>, allowsPrivate: boolean) {
  const problem = addressProblem(url, allowsPrivate)
  if (problem) throw invalidField('url', `validation.webhook_${problem}`)
}

/** Forty random bytes would do; the Standard Webhooks ask for 24 to 64, in base64 behind `whsec_`. */
const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`

/** Adds a webhook; the answer alone holds its secret. */
export const createWebhook = (
  db: Kysely<Schema>,
  caller: SignedIn,
  fields: Fields,
  allowsPrivate: boolean,
) => {
  requireCallable(fields, allowsPrivate)
  return inTransaction(db, async (tx) => {
    const row = await createRecord(tx, 'webhooks', webhookSource, { ...fields, created_by: caller.id })
    const secret = newSecret()
    await tx.insertInto('webhook_secrets').values({ webhook_id: row.id, secret, ends_at: null }).execute()
    return { ...row, secret }
  })
}

export function updateWebhook(
  db: Kysely<Schema>,
  id: number,
  fields: Call<typeof webhooks.update>['body'],
  allowsPrivate: boolean,
) {
  requireCallable(fields, allowsPrivate)
  return updateRecord(db, 'webhooks', webhookSource, id, fields)
}

/** Pauses a webhook or lets it go on: what has waited has a day from then on. */
export const setState = (db: Kysely<Schema>, id: number, state: 'on' | 'paused') =>
  inTransaction(db, async (tx) => {
    const changed = tx.updateTable('webhooks').set({ state }).where('id', '=', id).where('state', '!=', state)
    const row = await changed.returning('id').executeTakeFirst()
    if (row && state === 'on') {
      await tx
        .updateTable('webhook_health')
        .set({ failures: 0, rests_until: sql<string>`now()` })
        .where('webhook_id', '=', id)
        .execute()
      await beginAgain(tx, sql<boolean>`webhook_id = ${id} AND state = 'waiting'`)
    }
    const webhook = await getRow(tx, webhookSource, id)
    await publish(tx, { to: { staff: 'webhooks.see' }, type: 'webhooks', data: { id } })
    return webhook
  })

const beginAgain = async (tx: Transaction<Schema>, which: ReturnType<typeof sql<boolean>>) => {
  await tx
    .updateTable('webhook_deliveries')
    .set({
      ...{ state: 'waiting', next_at: sql<string>`now()` },
      give_up_at: sql<string>`now() + interval '1 day'`,
    })
    .where(which)
    .execute()
  await sql`SELECT pg_notify('webhooks', '')`.execute(tx)
}

/** Removes a webhook with its secrets and its log. Refuses with 404. */
export const removeWebhook = async (db: Kysely<Schema>, id: number) =>
  found(await db.deleteFrom('webhooks').where('id', '=', id).returning('id').executeTakeFirst())

/** Another secret, answered this once; each before it signs beside it for a day, also when it is renewed twice. */
export const renewSecret = (db: Kysely<Schema>, id: number) =>
  inTransaction(db, async (tx) => {
    found(await holdWebhook(tx, id))
    const own = sql<boolean>`webhook_id = ${id}`
    await tx.deleteFrom('webhook_secrets').where(own).where('ends_at', '<=', sql<string>`now()`).execute()
    await tx
      .updateTable('webhook_secrets')
      .set({ ends_at: sql<string>`now() + interval '24 hours'` })
      .where(own)
      .where('ends_at', 'is', null)
      .execute()
    const secret = newSecret()
    await tx.insertInto('webhook_secrets').values({ webhook_id: id, secret, ends_at: null }).execute()
    return { id, secret }
  })

/** Sends a test, whatever the webhook wants to be told of. */
export const ping = (db: Kysely<Schema>, id: number) =>
  inTransaction(db, async (tx) => {
    await getRow(tx, webhookSource, id)
    const event = { type: PING, record_id: id }
    const { id: event_id } = await tx
      .insertInto('webhook_events')
      .values({ ...event, data: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    const values = { webhook_id: id, event_id }
    const sent = await tx
      .insertInto('webhook_deliveries')
      .values(values)
      .returning('id')
      .executeTakeFirstOrThrow()
    await sql`SELECT pg_notify('webhooks', '')`.execute(tx)
    return sent
  })

const last = <T>(name: string) => sql<T>`(SELECT ${sql.ref(name)} FROM webhook_attempts AS tried
  WHERE tried.delivery_id = webhook_deliveries.id ORDER BY tried.id DESC LIMIT 1)`
const typeOf = sql<WebhookDelivery['type']>`webhook_events.type`

const deliveryRows = (db: Kysely<Schema>) =>
  db
    .selectFrom('webhook_deliveries')
    .innerJoin('webhook_events', 'webhook_events.id', 'event_id')
    .select(['webhook_deliveries.id', typeOf.as('type'), 'webhook_deliveries.state', 'attempts'])
    .select([last<number | null>('status').as('status'), last<string | null>('error').as('error')])
    .select(sql<string | null>`CASE WHEN state = 'waiting' THEN next_at END`.as('next_at'))
    .select('webhook_deliveries.created_at')

/** What was sent to one webhook. */
export const deliverySource = (webhookId: number) =>
  listSource({
    definition: webhookDeliveryList,
    id: sql.ref('webhook_deliveries.id'),
    columns: {
      created_at: column('webhook_deliveries', 'created_at'),
      type: column('webhook_events', 'type'),
      state: column('webhook_deliveries', 'state'),
      attempts: column('webhook_deliveries', 'attempts'),
      status: { value: last('status') },
    },
    tables: ['webhook_deliveries'],
    rows: (db) => deliveryRows(db).where('webhook_id', '=', webhookId),
  })

/** A delivery with what was posted and what was answered, each time. Refuses with 404. */
export async function getDelivery(db: Kysely<Schema>, id: number): Promise<WebhookDeliveryDetails> {
  const row = found(await deliveryRows(db).where('webhook_deliveries.id', '=', id).executeTakeFirst())
  const tries = await db
    .selectFrom('webhook_attempts')
    .select(['at', 'ms', 'status', 'error', 'answer'])
    .where('delivery_id', '=', id)
    .orderBy('id')
    .execute()
  return { ...row, ...(await postedOf(db, id, tries.at(-1)?.at)), tries }
}

async function postedOf(db: Kysely<Schema>, id: number, at: string | undefined) {
  const { webhook_id, event_id } = await db
    .selectFrom('webhook_deliveries')
    .select(['webhook_id', 'event_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const target = await targetOf(db, webhook_id)
  const message = at && (await messageOf(db, event_id))
  if (!at || !message || !target) return { headers: {}, body: null }
  return { headers: signedHeaders({ ...message, secrets: target.secrets }, new Date(at)), body: message.body }
}

/** Sends something once more, whatever came of it. Refuses with 404. */
export const resend = (db: Kysely<Schema>, id: number) =>
  inTransaction(db, async (tx) => {
    await beginAgain(tx, sql<boolean>`id = ${id}`)
    return found(await deliveryRows(tx).where('webhook_deliveries.id', '=', id).executeTakeFirst())
  })
