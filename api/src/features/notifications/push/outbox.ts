import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { waitAtMost } from '../../../lib/concurrency/wait-at-most.ts'
import type { Schema } from '../../../lib/database/schema.ts'
import { HttpError } from '../../../lib/http/http-error.ts'
import { fcmSender } from '../../../lib/jobs/push/fcm.ts'
import type { Outcome, Send } from '../../../lib/jobs/push/sender.ts'
import type { PushSettings, VapidKeys } from '../../../lib/jobs/push/settings.ts'
import { isPushService, webPushSender } from '../../../lib/jobs/push/web-push.ts'
import { repeatWhileOpen } from '../../../lib/jobs/repeat-while-open.ts'
import { type Claimed, claimDue, EXPIRED, recordOutcome } from '../deliveries/queries.ts'
import {
  enqueue,
  enqueueAgain,
  isMissed,
  isUntried,
  type PushMessage,
  publish,
  vapidKeys,
} from './queries.ts'

/** Intervals and timeouts, which tests shorten. */
export interface PushTiming {
  /** Timeout of a push service, in ms. */
  timeoutMs: number
  /** After this many seconds a delivery of a dead node is due again; longer than the timeout. */
  leaseSeconds: number
  /** Poll interval of the outbox in ms: for deliveries of other nodes and for retries. */
  idleMs: number
  /** How long the sender's request waits for the result, in ms. */
  resultMs: number
  /** How long a stop waits for push services, in ms; what they have not answered is sent again at the end of the lease. */
  stopMs: number
}
const defaultTiming: PushTiming = {
  timeoutMs: 10_000,
  leaseSeconds: 60,
  idleMs: 10_000,
  resultMs: 4000,
  stopMs: 5000,
}

/** Push messages to partners' devices. They are written to an outbox, which a loop sends. */
export interface Push {
  /** False when messages to phones are only written to the log. */
  readonly reachesPhones: boolean
  /** The VAPID key for browsers' subscriptions. */
  publicKey(): Promise<string>
  /** Whether an address belongs to an allowed push service. */
  isPushService(address: string): boolean
  /**
   * Adds a message to the inbox of every recipient and to the outbox of each of their devices, in the caller's
   * transaction; it is sent after the commit. Throws 422 at `notification_text` when it is too long for push services.
   * Returns the push's id.
   */
  enqueue(tx: Kysely<Schema>, message: PushMessage): Promise<number>
  /** Retries a message where it failed; returns the ids of the deliveries. */
  enqueueAgain(tx: Kysely<Schema>, pushId: number): Promise<number[]>
  /** Publishes the new message to its recipients; the last statement of the transaction. */
  publish(tx: Kysely<Schema>, pushId: number): Promise<unknown>
  /** Waits until every device of a push was tried once, within a time limit. */
  tried(pushId: number): Promise<void>
  /**
   * Waits a while for the result of the message that was just committed, if any, and returns the row. Throws 491 with
   * that row when some devices, or some of these deliveries, were not reached.
   */
  outcome<Row>(
    pushId: number | null,
    getRow: () => Promise<Row>,
    deliveryIds?: readonly number[],
  ): Promise<Row>
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

/** Starts sending. Costs nothing until the first poll of the outbox. */
export function startPush({ db, settings, log, timing }: PushOptions): Push {
  const { timeoutMs, leaseSeconds, idleMs, resultMs, stopMs } = { ...defaultTiming, ...timing }
  const keys = () => vapidKeys(db, settings.vapid)
  const { toPhones, toBrowsers, isPushService } = openSenders(settings, keys, timeoutMs)

  async function deliver(claimed: Claimed) {
    const outcome = await attempt(claimed, claimed.keys ? toBrowsers : toPhones)
    await recordOutcome(db, claimed, outcome)
    return outcome
  }

  /** Sends what is due; returns whether there was anything. */
  async function sendDue() {
    const claimed = await claimDue(db, BATCH, leaseSeconds)
    const results = await Promise.allSettled(claimed.map(deliver))
    for (const result of results) if (result.status === 'rejected') throw result.reason
    const logged = results.filter((one) => one.status === 'fulfilled' && one.value.status === 'logged').length
    if (logged > 0) log(`push: ${logged} messages to phones were not sent, FCM_SERVICE_ACCOUNT is not set`)
    return claimed.length > 0
  }

  const { wake, stop } = repeatWhileOpen(sendDue, idleMs, (line) => log(`push: ${line}`))
  async function tried(pushId: number) {
    const end = performance.now() + resultMs
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
      const ids = await enqueueAgain(tx, pushId)
      wake()
      return ids
    },
    publish,
    tried,
    async outcome(pushId, getRow, deliveryIds) {
      if (pushId === null) return getRow()
      await tried(pushId)
      const isMissing = await isMissed(db, pushId, deliveryIds)
      const row = await getRow()
      if (isMissing) throw new HttpError('error.not_reached', { current: row })
      return row
    },
    stop: () => waitAtMost(stopMs, stop()),
  }
}

/** The senders of the configured push services; without FCM `toPhones` is absent. `keys` are the server's VAPID keys. */
function openSenders(settings: PushSettings, keys: () => Promise<VapidKeys>, timeoutMs: number) {
  const toPhones: Send | undefined = settings.fcm && fcmSender(settings.fcm, settings.fcmUrl, timeoutMs)
  return {
    toPhones,
    toBrowsers: webPushSender(settings, keys, timeoutMs),
    /** Whether an address belongs to an allowed push service. */
    isPushService: (address: string) => isPushService(settings.webPushHosts, address),
  }
}

/** A delivery is attempted in time, and only while the device belongs to the recipient, who may still sign in. */
async function attempt({ token, ...message }: Claimed, send: Send | undefined): Promise<Outcome> {
  if (!message.isActive) return { status: 'removed', error: 'inactive' } // deactivation has removed the device as well
  if (token === null || !message.isTheirs) return { status: 'removed', error: 'signed_out' }
  if (!send) return { status: 'logged' }
  return message.isLate ? EXPIRED : send({ ...message, token })
}
