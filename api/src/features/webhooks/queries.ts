import { randomBytes } from 'node:crypto'
import {
  attemptText,
  type Webhook,
  type WebhookDelivery,
  webhookFailing,
  webhookList,
  webhookStates,
  type webhooks,
} from '@kontor/contract/webhooks'
import { PING, type WebhookEvent, webhookEvents } from '@kontor/contract/webhooks/events'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { CurrentUser } from '../../lib/auth/guard.ts'
import type { Schema } from '../../lib/database/schema.ts'
import { inTransaction } from '../../lib/database/transaction.ts'
import { invalidField, orNotFound } from '../../lib/http/http-error.ts'
import type { HandlerCall } from '../../lib/http/register-route.ts'
import { addressProblem } from '../../lib/jobs/webhooks/address.ts'
import { column, listSource } from '../../lib/lists/source.ts'
import { publish } from '../../lib/realtime/events.ts'
import { createRecord, getRow, updateRecord } from '../../lib/resources/records.ts'
import { lockWebhook } from './deliveries/queries.ts'
import { restartDeliveries } from './log/queries.ts'
import { requireEvents } from './rules.ts'
import './table.ts'

const countOf = (
  state: WebhookDelivery['state'],
) => sql<number>`(SELECT count(*) FROM webhook_deliveries AS sent
  WHERE sent.webhook_id = webhooks.id AND sent.state = ${sql.lit(state)})`
const waiting = countOf('waiting')

const isFailing = sql`coalesce(failures, 0) > 0`
const tried = sql`webhook_attempts AS tried JOIN webhook_deliveries AS sent ON sent.id = tried.delivery_id
  WHERE sent.webhook_id = webhooks.id`
const lastTried = <T>(
  name: 'status' | 'error',
) => sql<T | null>`CASE WHEN ${isFailing} OR state = 'off' THEN (
  SELECT ${sql.ref(`tried.${name}`)} FROM ${tried} ORDER BY tried.id DESC LIMIT 1) END`
const failingSince = sql<string | null>`CASE WHEN ${isFailing} THEN (
  SELECT min(tried.at) FROM ${tried} AND tried.at > coalesce(succeeded_at, '-infinity')) END`
const nextAt = sql<string | null>`CASE WHEN state = 'on' AND ${waiting} > 0 THEN greatest(paused_until, (
  SELECT min(sent.next_at) FROM webhook_deliveries AS sent
  WHERE sent.webhook_id = webhooks.id AND sent.state = 'waiting')) END`

type ExportedState = Pick<Webhook, 'state'> & Pick<WebhookDelivery, 'status' | 'error'> & { failing: boolean }

export const webhookSource = listSource({
  definition: webhookList,
  id: sql.ref('webhooks.id'),
  columns: {
    name: column('webhooks', 'name', 'name_folded'),
    url: column('webhooks', 'url'),
    events: {
      value: sql.ref('webhooks.events'),
      format: (events: Webhook['events'], locale) =>
        events.map((event) => webhookEvents[event].label[locale]).join(', '),
    },
    state: {
      ...column('webhooks', 'state'),
      exported: sql`json_build_object('state', state, 'failing', state = 'on' AND ${isFailing},
        'status', ${lastTried('status')}, 'error', ${lastTried('error')})`,
      format: ({ state, failing, ...last }: ExportedState, locale) =>
        failing ? `${webhookFailing[locale]} (${attemptText(last, locale)})` : webhookStates[state][locale],
    },
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
      .select(sql<number>`coalesce(failures, 0)`.as('failures'))
      .select([failingSince.as('failing_since'), nextAt.as('next_at')])
      .select([lastTried<number>('status').as('last_status'), lastTried<string>('error').as('last_error')]),
})

type Fields = HandlerCall<typeof webhooks.create>['body']

function requireCallable({ url }: Pick<Fields, 'url'>, allowsPrivate: boolean) {
  const problem = addressProblem(url, allowsPrivate)
  if (problem) throw invalidField('url', `validation.webhook_${problem}`)
}

/** The Standard Webhooks specify 24 to 64 random bytes, in base64 after `whsec_`. */
const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`

/** Adds a webhook; only this response has its secret. */
export const createWebhook = (
  db: Kysely<Schema>,
  caller: CurrentUser,
  fields: Fields,
  allowsPrivate: boolean,
) => {
  requireCallable(fields, allowsPrivate)
  return inTransaction(db, async (tx) => {
    const row = await createRecord(tx, 'webhooks', webhookSource, { ...fields, created_by: caller.id })
    const secret = newSecret()
    await tx.insertInto('webhook_secrets').values({ webhook_id: row.id, secret, expires_at: null }).execute()
    return { ...row, secret }
  })
}

/**
 * Changes a webhook. Its pending and future events may go to another URL, so the caller must be allowed to see all of
 * them (403).
 */
export function updateWebhook(
  db: Kysely<Schema>,
  user: CurrentUser,
  id: number,
  fields: HandlerCall<typeof webhooks.update>['body'],
  allowsPrivate: boolean,
) {
  requireCallable(fields, allowsPrivate)
  return inTransaction(db, async (tx) => {
    await requireOwn(tx, user, id)
    return updateRecord(tx, 'webhooks', webhookSource, id, fields)
  })
}

/** Locks a webhook. Throws 404, and 403 without the permission to see its subscribed and pending events. */
async function requireOwn(tx: Transaction<Schema>, user: CurrentUser, id: number) {
  orNotFound(await lockWebhook(tx, id))
  requireEvents(user, await eventsOf(tx, id))
}

/** The subscribed and the pending events of a webhook. */
async function eventsOf(tx: Kysely<Schema>, id: number) {
  const { rows } = await sql<{ type: WebhookEvent | typeof PING }>`
    SELECT unnest(events) AS type FROM webhooks WHERE id = ${id}
    UNION SELECT type FROM webhook_deliveries JOIN webhook_events ON webhook_events.id = event_id
      WHERE webhook_id = ${id} AND webhook_deliveries.state = 'waiting'`.execute(tx)
  return rows.map(({ type }) => type)
}

/** Pauses or resumes a webhook: pending deliveries have a day from then on. */
export const setState = (db: Kysely<Schema>, user: CurrentUser, id: number, state: 'on' | 'paused') =>
  inTransaction(db, async (tx) => {
    await requireOwn(tx, user, id)
    const changed = tx.updateTable('webhooks').set({ state }).where('id', '=', id).where('state', '!=', state)
    const row = await changed.returning('id').executeTakeFirst()
    if (row && state === 'on') {
      await tx
        .updateTable('webhook_health')
        .set({ failures: 0, paused_until: sql<string>`now()` })
        .where('webhook_id', '=', id)
        .execute()
      await restartDeliveries(tx, sql<boolean>`webhook_id = ${id} AND state = 'waiting'`)
    }
    const webhook = await getRow(tx, webhookSource, id)
    await publish(tx, { to: { staff: 'webhooks.see' }, type: 'webhooks', data: { id } })
    return webhook
  })

/** Removes a webhook with its secrets and its log. Throws 404. */
export const removeWebhook = (db: Kysely<Schema>, user: CurrentUser, id: number) =>
  inTransaction(db, async (tx) => {
    await requireOwn(tx, user, id)
    await tx.deleteFrom('webhooks').where('id', '=', id).execute()
    return { id }
  })

/**
 * Creates another secret, which only this response has; former secrets sign as well for a day, also after several
 * renewals.
 */
export const renewSecret = (db: Kysely<Schema>, user: CurrentUser, id: number) =>
  inTransaction(db, async (tx) => {
    await requireOwn(tx, user, id)
    const ofWebhook = sql<boolean>`webhook_id = ${id}`
    await tx
      .deleteFrom('webhook_secrets')
      .where(ofWebhook)
      .where('expires_at', '<=', sql<string>`now()`)
      .execute()
    await tx
      .updateTable('webhook_secrets')
      .set({ expires_at: sql<string>`now() + interval '24 hours'` })
      .where(ofWebhook)
      .where('expires_at', 'is', null)
      .execute()
    const secret = newSecret()
    await tx.insertInto('webhook_secrets').values({ webhook_id: id, secret, expires_at: null }).execute()
    return { id, secret }
  })

/** Sends a test event, whatever events the webhook is subscribed to. */
export const ping = (db: Kysely<Schema>, user: CurrentUser, id: number) =>
  inTransaction(db, async (tx) => {
    await requireOwn(tx, user, id)
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
