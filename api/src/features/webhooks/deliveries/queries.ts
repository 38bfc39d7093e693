import { type Kysely, sql } from 'kysely'
import { deleteInPortions } from '../../../lib/database/delete-in-portions.ts'
import type { Schema } from '../../../lib/database/schema.ts'
import { inTransaction } from '../../../lib/database/transaction.ts'
import type { Wait } from '../../../lib/jobs/waits.ts'
import type { WebhookResult } from '../../../lib/jobs/webhooks/webhooks.ts'
import { publish } from '../../../lib/realtime/events.ts'
import { dataOf } from '../payloads/queries.ts'
import { isGone, isTaken, LONGEST_WAIT, pauseSeconds, secondsUntilNext } from '../rules.ts'
import '../table.ts'

/** The webhooks with due deliveries that are not paused after failures. */
export async function dueWebhooks(db: Kysely<Schema>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM webhooks LEFT JOIN webhook_health ON webhook_id = id
    WHERE state = 'on' AND coalesce(paused_until <= now(), true) AND EXISTS (
      SELECT FROM webhook_deliveries AS due
      WHERE due.webhook_id = webhooks.id AND due.state = 'waiting' AND due.next_at <= now())
    ORDER BY id`.execute(db)
  return rows.map(({ id }) => id)
}

/** A delivery that this process has claimed. */
export interface Claimed {
  id: number
  webhook_id: number
  event_id: number
  attempts: number
  isLate: boolean
}

/**
 * Claims at most `limit` due deliveries of a webhook, oldest first, by moving their due time, so that no other node
 * takes them, and a delivery is retried when this process dies. The day until it is given up begins with its first
 * attempt, and again after a time without any, in which Kontor was down or the webhook paused.
 */
export async function claimDue(db: Kysely<Schema>, webhookId: number, limit: number, leaseSeconds: number) {
  const { rows } = await sql<Claimed>`
    WITH due AS (
      SELECT id FROM webhook_deliveries
      WHERE webhook_id = ${webhookId} AND state = 'waiting' AND next_at <= now()
      ORDER BY next_at, id LIMIT ${limit} FOR UPDATE SKIP LOCKED
    )
    UPDATE webhook_deliveries SET attempts = attempts + 1, next_at = now() + make_interval(secs => ${leaseSeconds}),
      give_up_at = CASE WHEN attempts = 0 OR NOT ${isTried(webhookId)}
        THEN now() + make_interval(secs => ${GIVE_UP_SECONDS}) ELSE give_up_at END
    FROM due WHERE webhook_deliveries.id = due.id
    RETURNING webhook_deliveries.id, webhook_id, event_id, attempts, give_up_at <= now() AS "isLate"`.execute(
    db,
  )
  return rows.sort((a, b) => a.id - b.id)
}

/** SQL: whether a webhook was attempted lately. After each attempt it is paused, at most for a minute. */
const isTried = (webhookId: number) => sql<boolean>`EXISTS (SELECT FROM webhook_health
  WHERE webhook_id = ${webhookId} AND paused_until > now() - make_interval(secs => ${LONGEST_WAIT}))`

const GIVE_UP_SECONDS = 24 * 3600
const isWaiting = sql`state = 'waiting'`

/** The waits of deliveries and their ends, and the waits of webhooks after failures. */
export const webhookWaits: readonly Wait[] = [
  { table: 'webhook_health', columns: ['paused_until'], longestSeconds: LONGEST_WAIT },
  {
    table: 'webhook_deliveries',
    columns: ['next_at'],
    longestSeconds: LONGEST_WAIT,
    only: isWaiting,
  },
  {
    table: 'webhook_deliveries',
    columns: ['give_up_at'],
    longestSeconds: GIVE_UP_SECONDS,
    isEnd: true,
    only: isWaiting,
  },
]

/**
 * The payload of an event: read at the first attempt, and the same at all others. Undefined when the record is gone.
 */
export async function messageOf(db: Kysely<Schema>, eventId: number) {
  const event = await db
    .selectFrom('webhook_events')
    .select(['id', 'uid', 'type', 'record_id', 'data', 'created_at'])
    .where('id', '=', eventId)
    .executeTakeFirst()
  if (!event) return undefined
  const data = event.data ?? (await storeData(db, event))
  if (data === undefined) return undefined
  const timestamp = new Date(event.created_at).toISOString()
  return { id: `msg_${event.uid}`, body: JSON.stringify({ type: event.type, timestamp, data }) }
}

async function storeData(
  db: Kysely<Schema>,
  { id, type, record_id }: { id: number; type: string; record_id: number },
) {
  const data = await dataOf(db, type, record_id)
  if (data === undefined) return undefined
  const stored = await db
    .updateTable('webhook_events')
    .set({ data: sql`coalesce(data, ${JSON.stringify(data)}::jsonb)` }) // another node may have stored it
    .where('id', '=', id)
    .returning('data')
    .executeTakeFirst()
  return stored?.data
}

/** The URL of a webhook and its valid secrets. */
export async function deliveryTarget(db: Kysely<Schema>, id: number) {
  const webhook = await db.selectFrom('webhooks').select('url').where('id', '=', id).executeTakeFirst()
  const secrets = await db
    .selectFrom('webhook_secrets')
    .select('secret')
    .where('webhook_id', '=', id)
    .where(sql<boolean>`coalesce(expires_at > now(), true)`)
    .orderBy('id', 'desc')
    .execute()
  return webhook && { url: webhook.url, secrets: secrets.map(({ secret }) => secret) }
}

/** Deletes an event whose record is gone before it was sent. */
export const dropEvent = (db: Kysely<Schema>, id: number) =>
  db.deleteFrom('webhook_events').where('id', '=', id).execute()

/** Records the outcome of an attempt; switches off a webhook that has not answered for a day or answers 410. */
export const recordOutcome = (db: Kysely<Schema>, claimed: Claimed, result: WebhookResult, ms: number) =>
  inTransaction(db, async (tx) => {
    const { status, error, text } = result
    const isDone = isTaken(status)
    const isGivenUp = !isDone && (claimed.isLate || isGone(status))
    if (!(await lockWebhook(tx, claimed.webhook_id))) return
    await tx
      .insertInto('webhook_attempts')
      .values({ delivery_id: claimed.id, duration_ms: ms, status, error, response_body: text })
      .execute()
    const seconds = secondsUntilNext(claimed.attempts)
    const recorded = await tx
      .updateTable('webhook_deliveries')
      .set({
        state: isDone ? 'delivered' : isGivenUp ? 'failed' : 'waiting',
        ...(isDone || isGivenUp
          ? {}
          : { next_at: sql<string>`now() + make_interval(secs => ${seconds}::float8)` }),
      })
      .where('id', '=', claimed.id)
      .where('state', '=', 'waiting')
      // After the lease another attempt has begun; only a success makes it needless.
      .$if(!isDone, (update) => update.where('attempts', '=', claimed.attempts))
      .returning('id')
      .executeTakeFirst()
    if (!recorded) return
    const { wasFailing } = await noteHealth(tx, claimed.webhook_id, isDone)
    if (isGivenUp) await switchOff(tx, claimed, isGone(status))
    // Publishes that a webhook fails, is switched off or works again.
    const published = {
      to: { staff: 'webhooks.see' },
      type: 'webhooks',
      data: { id: claimed.webhook_id },
    } as const
    if (!isDone || wasFailing) await publish(tx, published)
  })

/**
 * Locks a webhook. Every transaction that changes something of a webhook locks it first, so that they do not deadlock.
 */
export const lockWebhook = (tx: Kysely<Schema>, id: number) =>
  tx.selectFrom('webhooks').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

async function noteHealth(tx: Kysely<Schema>, webhook_id: number, isDone: boolean) {
  const before = await tx
    .selectFrom('webhook_health')
    .select('failures')
    .where('webhook_id', '=', webhook_id)
    .executeTakeFirst()
  const { failures } = await tx
    .insertInto('webhook_health')
    .values({ webhook_id, failures: isDone ? 0 : 1, succeeded_at: isDone ? sql<string>`now()` : null })
    .onConflict((conflict) =>
      conflict
        .column('webhook_id')
        .doUpdateSet(
          isDone
            ? { failures: 0, paused_until: sql<string>`now()`, succeeded_at: sql<string>`now()` }
            : { failures: sql<number>`webhook_health.failures + 1` },
        ),
    )
    .returning('failures')
    .executeTakeFirstOrThrow()
  if (!isDone)
    await tx
      .updateTable('webhook_health')
      .set({ paused_until: sql<string>`now() + make_interval(secs => ${pauseSeconds(failures)})` })
      .where('webhook_id', '=', webhook_id)
      .execute()
  return { wasFailing: (before?.failures ?? 0) > 0 }
}

/** Switches a webhook off, unless other events were delivered meanwhile. */
async function switchOff(tx: Kysely<Schema>, { webhook_id, event_id }: Claimed, isAtOnce: boolean) {
  await tx
    .updateTable('webhooks')
    .set({ state: 'off' })
    .where('id', '=', webhook_id)
    .where('state', '=', 'on')
    .where(
      sql<boolean>`(${isAtOnce} OR NOT EXISTS (SELECT FROM webhook_health AS health, webhook_events AS event
        WHERE health.webhook_id = ${webhook_id} AND event.id = ${event_id} AND succeeded_at > event.created_at))`,
    )
    .execute()
}

/** Deletes deliveries older than the log, except those that wait for a paused webhook. */
export const sweepLog = (db: Kysely<Schema>) =>
  deleteInPortions(
    db,
    'webhook_events',
    sql`created_at < now() - interval '30 days' AND NOT EXISTS (
      SELECT FROM webhook_deliveries AS sent JOIN webhooks ON webhooks.id = webhook_id
      WHERE event_id = webhook_events.id AND sent.state = 'waiting' AND webhooks.state <> 'off')`,
  )
