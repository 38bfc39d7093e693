import type { Kysely } from 'kysely'
import type { Schema } from '../../../lib/database/schema.ts'
import { repeatWhileOpen } from '../../../lib/jobs/interval.ts'
import type { AskName } from '../../../lib/jobs/webhooks/address.ts'
import { post } from '../../../lib/jobs/webhooks/webhooks.ts'
import type { Listener } from '../../../lib/realtime/listen.ts'
import {
  type Claimed,
  claimDue,
  dropEvent,
  dueWebhooks,
  messageOf,
  recordOutcome,
  targetOf,
} from './queries.ts'

/** How long things may take, for tests to shorten. */
export interface WebhookTiming {
  /** A receiver has this long for all of an answer, in ms. */
  timeoutMs: number
  /** After this many seconds a delivery that a dead node had taken is due again; longer than the time-out. */
  leaseSeconds: number
  /** Polls the outbox at least this often, in ms: for missed notifications and for retries. */
  idleMs: number
}
const usual: WebhookTiming = { timeoutMs: 10_000, leaseSeconds: 60, idleMs: 10_000 }

/** Calls to one webhook at a time on a node: one that is slow holds up itself alone. */
const AT_ONCE = 4

interface SenderOptions {
  db: Kysely<Schema>
  listener: Listener
  allowsPrivate: boolean
  log: (line: string) => void
  timing?: Partial<WebhookTiming> | undefined
  askName?: AskName | undefined
}

/** Begins to send. Idle it costs one statement in ten seconds. */
export function startWebhooks({ db, listener, allowsPrivate, log, timing, askName }: SenderOptions) {
  const { timeoutMs, leaseSeconds, idleMs } = { ...usual, ...timing }
  /** What is on its way from here, by webhook. */
  const under = new Map<number, Set<Promise<void>>>()
  const onTheirWay = (id: number) => under.get(id) ?? under.set(id, new Set()).get(id) ?? new Set()

  async function deliver(claimed: Claimed) {
    const [target, message] = [await targetOf(db, claimed.webhook_id), await messageOf(db, claimed.event_id)]
    if (!target) return // it has been removed, and its log with it
    if (!message) return void (await dropEvent(db, claimed.event_id))
    const from = performance.now()
    const answer = await post({ ...target, ...message, timeoutMs, allowsPrivate, askName })
    await recordOutcome(db, claimed, answer, Math.round(performance.now() - from))
  }

  function begin(claimed: Claimed) {
    const own = onTheirWay(claimed.webhook_id)
    const done = deliver(claimed)
      .catch((error: Error) => log(`webhooks: ${error.message}`)) // it is due again when the lease has ended
      .then(() => {
        own.delete(done)
        wake()
      })
    own.add(done)
  }

  /** Begins what is due and there is room for; never waits for an answer. */
  async function round() {
    let begun = 0
    for (const id of await dueWebhooks(db)) {
      const free = AT_ONCE - onTheirWay(id).size
      const claimed = free > 0 ? await claimDue(db, id, free, leaseSeconds) : []
      claimed.forEach(begin)
      begun += claimed.length
    }
    return begun > 0
  }

  const { wake, stop } = repeatWhileOpen(round, idleMs, (line) => log(`webhooks: ${line}`))
  const forget = listener.on('webhooks', wake)
  return async () => {
    forget()
    await stop()
    await Promise.all([...under.values()].flatMap((own) => [...own]))
  }
}
