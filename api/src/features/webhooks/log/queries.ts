import {
  attemptText,
  type WebhookDelivery,
  type WebhookDeliveryDetails,
  webhookDeliveryList,
} from '@kontor/contract/webhooks'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { CurrentUser } from '../../../lib/auth/guard.ts'
import type { Schema } from '../../../lib/database/schema.ts'
import { inTransaction } from '../../../lib/database/transaction.ts'
import { orNotFound } from '../../../lib/http/http-error.ts'
import { signedHeaders } from '../../../lib/jobs/webhooks/webhooks.ts'
import { column, listSource } from '../../../lib/lists/source.ts'
import { deliveryTarget, messageOf } from '../deliveries/queries.ts'
import { requireEvents } from '../rules.ts'
import '../table.ts'

const last = <T>(name: string) => sql<T>`(SELECT ${sql.ref(name)} FROM webhook_attempts AS tried
  WHERE tried.delivery_id = webhook_deliveries.id ORDER BY tried.id DESC LIMIT 1)`
const typeOf = sql<WebhookDelivery['type']>`webhook_events.type`

/** SQL: the record of an event, if the user may see the event's data. */
const recordOf = (seen: readonly string[]) =>
  sql<string | null>`CASE WHEN type = ANY(${[...seen]}::text[]) THEN
    coalesce(data -> 'partner' ->> 'name', data ->> 'name') END`

/** SQL: the number of attempts, including those before a resend. */
const timesTried = sql<number>`(SELECT count(*) FROM webhook_attempts AS tried
  WHERE tried.delivery_id = webhook_deliveries.id)`

const deliveryRows = (db: Kysely<Schema>, seen: readonly string[]) =>
  db
    .selectFrom('webhook_deliveries')
    .innerJoin('webhook_events', 'webhook_events.id', 'event_id')
    .select([
      'webhook_deliveries.id',
      typeOf.as('type'),
      'webhook_deliveries.state',
      timesTried.as('attempts'),
    ])
    .select(recordOf(seen).as('record'))
    .select([last<number | null>('status').as('status'), last<string | null>('error').as('error')])
    .select(sql<string | null>`CASE WHEN state = 'waiting' THEN next_at END`.as('next_at'))
    .select('webhook_deliveries.created_at')

/** The deliveries of one webhook, for users who may see the data of its events. */
export const deliverySource = (webhookId: number, seen: readonly string[]) =>
  listSource({
    definition: webhookDeliveryList,
    id: sql.ref('webhook_deliveries.id'),
    columns: {
      created_at: column('webhook_deliveries', 'created_at'),
      type: column('webhook_events', 'type'),
      state: column('webhook_deliveries', 'state'),
      attempts: { value: timesTried },
      status: {
        value: last('status'),
        exported: sql`json_build_object('status', ${last('status')}, 'error', ${last('error')})`,
        format: attemptText,
      },
      record: { value: recordOf(seen) },
      next_at: { value: sql`CASE WHEN state = 'waiting' THEN next_at END` },
    },
    tables: ['webhook_deliveries'],
    rows: (db) => deliveryRows(db, seen).where('webhook_id', '=', webhookId),
  })

/** A delivery with its request and the response of each attempt. Throws 404. */
export async function getDelivery(
  db: Kysely<Schema>,
  id: number,
  seen: readonly string[],
): Promise<WebhookDeliveryDetails> {
  const row = orNotFound(
    await deliveryRows(db, seen).where('webhook_deliveries.id', '=', id).executeTakeFirst(),
  )
  const attempts = await db
    .selectFrom('webhook_attempts')
    .select(['at', 'duration_ms as ms', 'status', 'error', 'response_body as answer'])
    .where('delivery_id', '=', id)
    .orderBy('id')
    .execute()
  return { ...row, ...(await postedRequest(db, id, attempts.at(-1)?.at)), tries: attempts }
}

async function postedRequest(db: Kysely<Schema>, id: number, at: string | undefined) {
  const { webhook_id, event_id } = await db
    .selectFrom('webhook_deliveries')
    .select(['webhook_id', 'event_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const target = await deliveryTarget(db, webhook_id)
  const message = at && (await messageOf(db, event_id))
  if (!at || !message || !target) return { headers: {}, body: null }
  return { headers: signedHeaders({ ...message, secrets: target.secrets }, new Date(at)), body: message.body }
}

/** Sends a delivery once more, whatever its outcome. Throws 404, and 403 without the permission to see its data. */
export const resend = (db: Kysely<Schema>, user: CurrentUser, id: number) =>
  inTransaction(db, async (tx) => {
    await restartDeliveries(tx, sql<boolean>`id = ${id}`)
    const row = orNotFound(
      await deliveryRows(tx, []).where('webhook_deliveries.id', '=', id).executeTakeFirst(),
    )
    requireEvents(user, [row.type])
    return row
  })

/** Makes deliveries pending again, with all attempts of a day from now on. */
export const restartDeliveries = async (tx: Transaction<Schema>, which: ReturnType<typeof sql<boolean>>) => {
  await tx
    .updateTable('webhook_deliveries')
    .set({
      state: 'waiting',
      attempts: 0,
      next_at: sql<string>`now()`,
    })
    .where(which)
    .execute()
  await sql`SELECT pg_notify('webhooks', '')`.execute(tx)
}
