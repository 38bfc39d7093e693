// Hands mails to a server in its own time: what is to be mailed stands in an outbox until it is.
import type { Kysely } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import { repeatWhileOpen } from '../interval.ts'
import { type Claimed, claimDue, enqueue, postpone, removeMail } from './outbox.ts'
import type { MailSettings } from './settings.ts'
import { type Message, smtpSender } from './transport.ts'

/** How long things may take, for tests to shorten. */
export interface MailTiming {
  /** A server may be silent this long, in ms. */
  timeoutMs: number
  /** After this many seconds a mail that a dead node had taken is due again; longer than any sending. */
  leaseSeconds: number
  /** Looks into the outbox at least this often, in ms: for what other nodes wrote and for second tries. */
  idleMs: number
  /** Seconds until the second try; twice as many before each further one, up to an hour. */
  againSeconds: number
}
const usual: MailTiming = { timeoutMs: 10_000, leaseSeconds: 120, idleMs: 10_000, againSeconds: 15 }

/**
 * Writes the mail of what was put into the outbox, at the moment it is sent, so that no secret waits in the database;
 * nothing when there is nothing to send any more. `id` is the row's in the table `mails` as long as it waits.
 */
type Writer<Data> = (data: Data, id: number) => Promise<Message | undefined>

/** Mails that go out while the server runs. */
export interface Mail {
  /** What links begin with; undefined where nothing is mailed, and then nothing must be posted. */
  readonly publicUrl: URL | undefined
  /** Says how mails of a kind are written, from what is posted under it. */
  writes<Data>(kind: string, writer: Writer<Data>): void
  /** Puts something to be mailed into the outbox, in the caller's transaction; worth sending for so many hours. */
  post(tx: Kysely<Schema>, kind: string, data: object, hours: number): Promise<unknown>
  stop(): Promise<void>
}

interface MailOptions {
  db: Kysely<Schema>
  settings: MailSettings | undefined
  log: (line: string) => void
  timing?: Partial<MailTiming> | undefined
}

const AT_ONCE = 5
const HOUR = 3600

/** Begins to send, where a server is configured. */
export function startMail({ db, settings, log, timing }: MailOptions): Mail {
  const { timeoutMs, leaseSeconds, idleMs, againSeconds } = { ...usual, ...timing }
  const writers = new Map<string, Writer<unknown>>()
  const send = settings && smtpSender(settings, timeoutMs)

  async function deliver(claimed: Claimed) {
    const message = claimed.isLate ? undefined : await writers.get(claimed.kind)?.(claimed.data, claimed.id)
    if (!message || !send) return removeMail(db, claimed)
    const outcome = await send(message)
    if (outcome.status === 'sent') return removeMail(db, claimed)
    // Neither whom it is for nor what it says: whoever reads the log could use a link.
    log(`mail: ${claimed.kind} #${claimed.id} was not taken (${outcome.error}), ${outcome.status}`)
    if (outcome.status === 'refused') return removeMail(db, claimed)
    return postpone(db, claimed, Math.min(againSeconds * 2 ** (claimed.attempts - 1), HOUR))
  }

  /** Sends what is due; answers whether there was anything. */
  async function round() {
    const claimed = await claimDue(db, AT_ONCE, leaseSeconds)
    const results = await Promise.allSettled(claimed.map(deliver))
    for (const result of results) if (result.status === 'rejected') throw result.reason
    return claimed.length > 0
  }

  const { wake, stop } = send ? repeatWhileOpen(round, idleMs, (line) => log(`mail: ${line}`)) : NOTHING
  return {
    publicUrl: settings?.publicUrl,
    writes: (kind, writer) => void writers.set(kind, writer as Writer<unknown>), // as it was posted
    async post(tx, kind, data, hours) {
      await enqueue(tx, kind, data, hours)
      wake()
    },
    stop,
  }
}

const NOTHING = { wake: () => {}, stop: async () => {} }
