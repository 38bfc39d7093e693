import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Schema } from '../../../lib/database/schema.ts'
import { HttpError } from '../../../lib/http/http-error.ts'
import { repeatWhileOpen } from '../../../lib/jobs/interval.ts'
import { openSenders } from '../../../lib/jobs/push/push.ts'
import type { Outcome, Send } from '../../../lib/jobs/push/sender.ts'
import type { PushSettings } from '../../../lib/jobs/push/settings.ts'
import { type Claimed, claimDue, recordOutcome } from '../deliveries/queries.ts'
import {
  enqueue,
  enqueueAgain,
  isMissed,
  isUntried,
  type PushMessage,
  publish,
  vapidKeys,
} from './queries.ts'

/** How long things may take, for tests to shorten. */
export interface PushTiming {
  /** A push service has this long to answer, in ms. */
  timeoutMs: number
  /** After this many seconds a delivery that a dead node had taken is due again; longer than the time-out. */
  leaseSeconds: number
  /** Looks into the outbox at least this often, in ms: for what other nodes wrote and for second tries. */
  idleMs: number
  /** How long somebody who has just sent a message waits for what comes of it, in ms. */
  answerMs: number
}
const usual: PushTiming = { timeoutMs: 10_000, leaseSeconds: 60, idleMs: 10_000, answerMs: 4000 }

/** Messages to partners' devices: they are put into an outbox, which is emptied while the server runs. */
export interface Push {
  /** False when messages to phones are only written to the log. */
  readonly reachesPhones: boolean
  /** What browsers need to subscribe. */
  publicKey(): Promise<string>
  /** Whether an address belongs to a push service that may be called. */
  isPushService(address: string): boolean
  /**
   * Puts a message into the inbox of everybody it is for and into the outbox of each of their devices, in the caller's
   * transaction; it is sent once that is committed. Refuses with 422 at `notification_text` what no push service would
   * take. Answers the push's id.
   */
  enqueue(tx: Kysely<Schema>, message: PushMessage): Promise<number>
  /** Sends a message once more where it failed; answers to how many devices. */
  enqueueAgain(tx: Kysely<Schema>, pushId: number): Promise<number>
  /** Tells everybody it is for that there is a message; like every event the last thing that a transaction does. */
  publish(tx: Kysely<Schema>, pushId: number): Promise<unknown>
  /**
   * Waits a little for what comes of a message that was just committed, and answers the row that it belongs to. Refuses
   * with 491 and that row when some devices were not reached.
   */
  outcome<Row>(pushId: number, getRow: () => Promise<Row>): Promise<Row>
  stop(): Promise<void>
}

declare module '../../../context.ts' {
  interface AppContext {
    push: Push
  }
}

interface PushOptions {
  db: Kysely<Schema>
  settings: PushSettings
  log: (line: string) => void
  timing?: Partial<PushTiming> | undefined
}

const BATCH = 50

/** Begins to send. Costs nothing until the first look into the outbox. */
export function startPush({ db, settings, log, timing }: PushOptions): Push {
  const { timeoutMs, leaseSeconds, idleMs, answerMs } = { ...usual, ...timing }
  const keys = () => vapidKeys(db, settings.vapid)
  const { toPhones, toBrowsers, isPushService } = openSenders(settings, keys, timeoutMs)

  async function deliver(claimed: Claimed) {
    const outcome = await attempt(claimed, claimed.keys ? toBrowsers : toPhones)
    await recordOutcome(db, claimed, outcome)
    return outcome
  }

  /** Sends what is due; answers whether there was anything. */
  async function round() {
    const claimed = await claimDue(db, BATCH, leaseSeconds)
    const results = await Promise.allSettled(claimed.map(deliver))
    for (const result of results) if (result.status === 'rejected') throw result.reason
    const logged = results.filter((one) => one.status === 'fulfilled' && one.value.status === 'logged').length
    if (logged > 0) log(`push: ${logged} messages to phones were not sent, FCM_SERVICE_ACCOUNT is not set`)
    return claimed.length > 0
  }

  const { wake, stop } = repeatWhileOpen(round, idleMs, (line) => log(`push: ${line}`))
  /** Waits until every device of a push was tried once, but not for ever. */
  async function tried(pushId: number) {
    const end = performance.now() + answerMs
    while (performance.now() < end && (await isUntried(db, pushId))) await pause(50)
  }
  return {
    reachesPhones: toPhones !== undefined,
    publicKey: async () => (await keys()).publicKey,
    isPushService,
    async enqueue(tx, message) {
      const id = await enqueue(tx, message)
      wake()
      return id
    },
    async enqueueAgain(tx, pushId) {
      const devices = await enqueueAgain(tx, pushId)
      wake()
      return devices
    },
    publish,
    async outcome(pushId, getRow) {
      await tried(pushId)
      const isMissing = await isMissed(db, pushId)
      const row = await getRow()
      if (isMissing) throw new HttpError('error.not_reached', { current: row })
      return row
    },
    stop,
  }
}

/** A delivery is worth an attempt only while the device is still the recipient's, who may still sign in. */
async function attempt({ token, ...parcel }: Claimed, send: Send | undefined): Promise<Outcome> {
  if (!parcel.isActive) return { status: 'removed', error: 'inactive' } // which has taken the device away as well
  if (token === null || !parcel.isTheirs) return { status: 'removed', error: 'signed_out' }
  if (!send) return { status: 'logged' }
  const outcome = await send({ ...parcel, token })
  return outcome.status === 'later' && parcel.isLate ? { status: 'failed', error: 'expired' } : outcome
}
