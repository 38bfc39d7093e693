import type { Kysely } from 'kysely'
import { waitAtMost } from '../../../lib/concurrency/wait-at-most.ts'
import type { Listener } from '../../../lib/database/listen.ts'
import type { Schema } from '../../../lib/database/schema.ts'
import { repeatWhileOpen } from '../../../lib/jobs/repeat-while-open.ts'
import type { ResolveHost } from '../../../lib/jobs/webhooks/address.ts'
import { post } from '../../../lib/jobs/webhooks/webhooks.ts'
import {
  type Claimed,
  claimDue,
  deliveryTarget,
  dropEvent,
  dueWebhooks,
  messageOf,
  recordOutcome,
} from './queries.ts'

/** Intervals and timeouts, which tests shorten. */
export interface WebhookTiming {
  /** Timeout of a receiver's whole response, in ms. */
  timeoutMs: number
  /** After this many seconds a delivery of a dead node is due again; longer than the timeout. */
  leaseSeconds: number
  /** Polls the outbox at least this often, in ms: for missed notifications and for retries. */
  idleMs: number
  /** How long a stop waits for receivers, in ms; what they have not answered is sent again at the end of the lease. */
  stopMs: number
}
const defaultTiming: WebhookTiming = { timeoutMs: 10_000, leaseSeconds: 60, idleMs: 10_000, stopMs: 5000 }

/** Simultaneous requests per webhook and node, so that a slow receiver delays only itself. */
const AT_ONCE = 4

interface SenderOptions {
  db: Kysely<Schema>
  listener: Listener
  allowsPrivate: boolean
  log: (line: string) => void
  timing?: Partial<WebhookTiming> | undefined
  resolveHost?: ResolveHost | undefined
}

/** Starts sending. When idle it runs one statement in ten seconds. */
export function startWebhooks({ db, listener, allowsPrivate, log, timing, resolveHost }: SenderOptions) {
  const { timeoutMs, leaseSeconds, idleMs, stopMs } = { ...defaultTiming, ...timing }
  /** Deliveries in progress on this node, by webhook. */
  const running = new Map<number, Set<Promise<void>>>()
  function runningOf(id: number) {
    const known = running.get(id)
    if (known) return known
    const created = new Set<Promise<void>>()
    running.set(id, created)
    return created
  }

  async function deliver(claimed: Claimed) {
    const target = await deliveryTarget(db, claimed.webhook_id)
    const message = await messageOf(db, claimed.event_id)
    if (!target) return // the webhook was removed with its log
    if (!message) return void (await dropEvent(db, claimed.event_id))
    const from = performance.now()
    const result = await post({ ...target, ...message, timeoutMs, allowsPrivate, resolveHost })
    await recordOutcome(db, claimed, result, Math.round(performance.now() - from))
  }

  function startDelivery(claimed: Claimed) {
    const inProgress = runningOf(claimed.webhook_id)
    const done = deliver(claimed)
      .catch((error: Error) => log(`webhooks: ${error.message}`)) // it is due again at the end of the lease
      .then(() => {
        inProgress.delete(done)
        wake()
      })
    inProgress.add(done)
  }

  /** Starts due deliveries up to the limits, without waiting for responses. */
  async function startDue() {
    let begun = 0
    for (const id of await dueWebhooks(db)) {
      const free = AT_ONCE - runningOf(id).size
      const claimed = free > 0 ? await claimDue(db, id, free, leaseSeconds) : []
      claimed.forEach(startDelivery)
      begun += claimed.length
    }
    return begun > 0
  }

  const { wake, stop } = repeatWhileOpen(startDue, idleMs, (line) => log(`webhooks: ${line}`))
  const unsubscribe = listener.on('webhooks', wake)
  return async () => {
    unsubscribe()
    const done = stop().then(() => Promise.all([...running.values()].flatMap((requests) => [...requests])))
    await waitAtMost(stopMs, done)
  }
}
