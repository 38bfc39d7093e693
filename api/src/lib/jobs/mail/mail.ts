// Sends mails as jobs.
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import type { Schema } from '../../database/schema.ts'
import { JobFailed, type Jobs } from '../jobs.ts'
import type { MailSettings } from './settings.ts'
import { type Message, smtpSender } from './transport.ts'

/** Timeouts, which tests shorten. */
export interface MailTiming {
  /** How long the mail server may be silent, in ms. */
  timeoutMs: number
  /** Seconds until the second attempt; about twice as many before each further attempt, up to an hour. */
  retryDelaySeconds: number
}
const defaultTiming: MailTiming = { timeoutMs: 10_000, retryDelaySeconds: 15 }

/**
 * Writes a mail from the job's data at the moment of sending, so that no secret is stored in the database; undefined
 * when the mail is obsolete. `id` is the job's.
 */
type Writer<Data> = (data: Data, id: string) => Promise<Message | undefined>

/** Enqueues mails. */
export interface Mail {
  /** Base URL of links; undefined without a mail server, and then nothing must be sent. */
  readonly publicUrl: URL | undefined
  /** Registers the writer of a kind of mail. */
  define<Data>(kind: string, writer: Writer<Data>): void
  /** Enqueues a mail in the caller's transaction; `key` identifies it for `remove`. */
  send(tx: Kysely<Schema>, kind: string, data: object, key?: string): Promise<void>
  /** Removes the mails with this key. */
  remove(tx: Kysely<Schema>, key: string): Promise<void>
}

interface MailOptions {
  jobs: Jobs
  settings: MailSettings | undefined
  timing?: Partial<MailTiming> | undefined
}

const sent = z.object({ kind: z.string(), data: z.unknown() })

/** Starts the mail job if a server is configured. */
export function startMail({ jobs, settings, timing }: MailOptions): Mail {
  const { timeoutMs, retryDelaySeconds } = { ...defaultTiming, ...timing }
  const writers = new Map<string, Writer<unknown>>()
  const deliver = settings && smtpSender(settings, timeoutMs)

  const job = jobs.define({
    name: 'mail',
    data: sent,
    retryForHours: 2,
    keptDays: 14, // whoever fails to get a mail asks days later
    retryDelaySeconds,
    concurrency: 5,
    leaseSeconds: 120,
    paused: !deliver,
    async run({ kind, data }, id) {
      const write = writers.get(kind)
      if (!write) throw new Error(`unknown kind of mail: ${kind}`) // of another version, whose node may send it
      const message = await write(data, id)
      if (!message || !deliver) return
      const outcome = await deliver(message)
      // The error has neither the recipient nor the text: a reader of the log could use a link in it.
      if (outcome.status === 'later') throw new Error(`${kind}: ${outcome.error}`)
      if (outcome.status === 'refused') throw new JobFailed(`${kind}: ${outcome.error}`)
    },
  })

  return {
    publicUrl: settings?.publicUrl,
    define: (kind, writer) => void writers.set(kind, writer as Writer<unknown>), // the data was sent under this kind
    send: (tx, kind, data, key) => job.send(tx, { kind, data }, key),
    remove: job.remove,
  }
}
