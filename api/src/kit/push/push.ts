// push: messages to phones and browsers, kept until each device has one. Also entered at outbox.ts (what is to be
// sent), settings.ts (by which services), tables.ts.
import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Schema } from '../db/schema.ts'
import { type Claimed, claimDue, settle } from './deliveries.ts'
import { fcmSender } from './fcm.ts'
import { onOutbox } from './outbox.ts'
import type { Outcome, Send } from './sender.ts'
import type { PushSettings } from './settings.ts'
import { isPushService, vapidKeys, webPushSender } from './web-push.ts'

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

/** Sends what is in the outbox while the server runs. */
export interface Push {
  /** False when messages to phones are only written to the log. */
  readonly reachesPhones: boolean
  /** What browsers need to subscribe. */
  publicKey(): Promise<string>
  /** Whether an address belongs to a push service that may be called. */
  isPushService(address: string): boolean
  /** Waits until every device of a push was tried once, but not for ever. */
  tried(pushId: number): Promise<void>
  stop(): Promise<void>
}

interface PushOptions {
  db: Kysely<Schema>
  settings: PushSettings
  log: (line: string) => void
  timing?: Partial<PushTiming> | undefined
}

const BATCH = 50
const SOON_MS = 20

/** Begins to send. Costs nothing until the first look into the outbox. */
export function startPush({ db, settings, log, timing }: PushOptions): Push {
  const { timeoutMs, leaseSeconds, idleMs, answerMs } = { ...usual, ...timing }
  const keys = () => vapidKeys(db, settings)
  const toPhones = settings.fcm && fcmSender(settings.fcm, settings.fcmUrl, timeoutMs)
  const toBrowsers = webPushSender(settings, keys, timeoutMs)

  async function deliver(claimed: Claimed) {
    const outcome = await attempt(claimed, claimed.keys ? toBrowsers : toPhones)
    await settle(db, claimed, outcome)
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

  const stop = runWhileOpen(round, idleMs, log)
  return {
    reachesPhones: toPhones !== undefined,
    publicKey: async () => (await keys()).publicKey,
    isPushService: (address) => isPushService(settings.webPushHosts, address),
    async tried(pushId) {
      const end = Date.now() + answerMs
      while (Date.now() < end && (await isUntried(db, pushId))) await pause(50)
    },
    stop,
  }
}

/** A delivery is worth an attempt only while the device is still the recipient's, who may still sign in. */
async function attempt({ token, ...parcel }: Claimed, send: Send | undefined): Promise<Outcome> {
  if (token === null || !parcel.isTheirs) return { status: 'removed', error: 'signed_out' }
  if (!parcel.isActive) return { status: 'removed', error: 'inactive' }
  if (!send) return { status: 'logged' }
  const outcome = await send({ ...parcel, token })
  return outcome.status === 'later' && parcel.isLate ? { status: 'failed', error: 'expired' } : outcome
}

async function isUntried(db: Kysely<Schema>, pushId: number) {
  const untried = db.selectFrom('push_deliveries').select('id').where('push_id', '=', pushId)
  const one = untried.where('status', '=', 'pending').where('error', 'is', null).limit(1)
  return (await one.executeTakeFirst()) !== undefined
}

/**
 * Runs `round` again and again: at once while there is work or somebody has put some in, and otherwise after ever longer
 * pauses up to `idleMs`, for what was put in may not be committed yet.
 */
function runWhileOpen(round: () => Promise<boolean>, idleMs: number, log: (line: string) => void) {
  let pauseMs = Math.min(500, idleMs)
  let running: Promise<void> | undefined
  let open = true
  let timer = setTimeout(run, pauseMs).unref()

  function run() {
    running = round()
      .then((busy) => {
        pauseMs = busy ? 0 : Math.min(Math.max(pauseMs, SOON_MS) * 2, idleMs)
      })
      .catch((error: unknown) => {
        pauseMs = idleMs
        if (open) log(`push: ${error instanceof Error ? error.message : String(error)}`)
      })
      .then(() => {
        running = undefined
        if (open) timer = setTimeout(run, pauseMs).unref()
      })
  }

  const forget = onOutbox(() => {
    pauseMs = SOON_MS
    clearTimeout(timer)
    if (open && !running) timer = setTimeout(run, pauseMs).unref()
  })
  return async () => {
    open = false
    forget()
    clearTimeout(timer)
    await running
  }
}
