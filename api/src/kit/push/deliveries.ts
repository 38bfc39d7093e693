import { type Kysely, sql } from 'kysely'
import type { Schema } from '../db/schema.ts'
import type { Outcome, Parcel } from './sender.ts'
import './tables.ts'

/** A delivery that this process has taken upon itself. */
export interface Claimed extends Omit<Parcel, 'token'> {
  id: number
  attempts: number
  deviceId: number | null
  /** Null when the device is gone. */
  token: string | null
  /** The device still belongs to the recipient. */
  isTheirs: boolean
  /** The recipient may still sign in. */
  isActive: boolean
  isLate: boolean
}

/**
 * Takes what is due, at most `limit`. Whoever takes one moves the time at which it is due again, so that no other node
 * takes it too and none is lost when this one dies.
 */
export async function claimDue(db: Kysely<Schema>, limit: number, leaseSeconds: number): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    WITH due AS (
      SELECT id FROM push_deliveries WHERE status = 'pending' AND next_at <= now()
      ORDER BY next_at, id LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ), claimed AS (
      UPDATE push_deliveries SET attempts = attempts + 1, next_at = now() + make_interval(secs => ${leaseSeconds})
      FROM due WHERE push_deliveries.id = due.id RETURNING push_deliveries.*
    )
    SELECT claimed.id, attempts, push_id AS "pushId", title, text, link, claimed.platform, device.token,
      device.id AS "deviceId",
      CASE WHEN p256dh IS NOT NULL THEN json_build_object('p256dh', p256dh, 'auth', auth) END AS keys,
      device.user_id = claimed.user_id AS "isTheirs",
      users.is_active AND partners.is_active IS TRUE AS "isActive",
      give_up_at <= now() AS "isLate"
    FROM claimed JOIN pushes ON pushes.id = push_id JOIN users ON users.id = claimed.user_id
    LEFT JOIN partners ON partners.id = users.partner_id
    LEFT JOIN user_firebase_tokens device ON device.id = device_id
    ORDER BY claimed.id`.execute(db)
  return rows
}

/** Writes down what came of an attempt. A device that nobody answers on any more is forgotten. */
export async function settle(db: Kysely<Schema>, claimed: Claimed, outcome: Outcome): Promise<void> {
  const mine = sql`id = ${claimed.id} AND status = 'pending' AND attempts = ${claimed.attempts}`
  if (outcome.status === 'later') {
    const seconds = secondsUntilNext(claimed.attempts, outcome.seconds)
    await sql`UPDATE push_deliveries SET error = ${outcome.error}, updated_at = now(),
      next_at = now() + make_interval(secs => ${seconds}::float8) WHERE ${mine}`.execute(db)
    if (outcome.everybody) await holdBack(db, outcome.seconds ?? 0)
    return
  }
  const error = 'error' in outcome ? outcome.error : null
  await sql`UPDATE push_deliveries SET status = ${outcome.status}, error = ${error}, updated_at = now()
    WHERE ${mine}`.execute(db)
  if (error === 'unregistered' && claimed.deviceId !== null) {
    const device = db.deleteFrom('user_firebase_tokens').where('id', '=', claimed.deviceId)
    await device.where('token', '=', claimed.token ?? '').execute()
  }
}

/** Twice as long after each attempt, from 5 s to 15 minutes and never all at once; no sooner than was asked for. */
export function secondsUntilNext(attempts: number, asked = 0, random = Math.random()) {
  const own = Math.min(5 * 2 ** (attempts - 1), 900)
  return Math.max(own, asked) * (1 + random / 2)
}

/** The service has had enough of this whole office: what waits for FCM waits on, spread over a while. */
const holdBack = (db: Kysely<Schema>, seconds: number) =>
  sql`UPDATE push_deliveries
    SET next_at = greatest(next_at, now() + make_interval(secs => ${seconds} * (1 + random() / 2)))
    FROM user_firebase_tokens device
    WHERE device.id = device_id AND device.p256dh IS NULL AND status = 'pending'
      AND next_at <= now() + make_interval(secs => ${seconds})`.execute(db)
