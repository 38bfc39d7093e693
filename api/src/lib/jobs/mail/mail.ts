// Hands mails to a server in its own time: what is to be mailed is a job until it is.
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import type { Schema } from '../../database/schema.ts'
import { JobFailed, type Jobs } from '../jobs.ts'
import type { MailSettings } from './settings.ts'
import { type Message, smtpSender } from './transport.ts'

/** How long things may take, for tests to shorten. */
export interface MailTiming {
  /** A server may be silent this long, in ms. */
  timeoutMs: number
  /** Seconds until the second try; about twice as many before each further one, up to an hour. */
  againSeconds: number
}
const usual: MailTiming = { timeoutMs: 10_000, againSeconds: 15 }

/**
 * Writes the mail of what was posted, at the moment it is sent, so that no secret waits in the database; nothing when
 * there is nothing to send any more. `id` is the job's.
 */
type Writer<Data> = (data: Data, id: string) => Promise<Message | undefined>

/** Mails that go out while the server runs. */
export interface Mail {
  /** What links begin with; undefined where nothing is mailed, and then nothing must be posted. */
  readonly publicUrl: URL | undefined
  /** Says how mails of a kind are written, from what is posted under it. */
  writes<Data>(kind: string, writer: Writer<Data>): void
  /** Enqueues something to be mailed, in the caller's transaction; `key` names it for `remove`. */
  post(tx: Kysely<Schema>, kind: string, data: object, key?: string): Promise<void>
  /** Removes what was posted with this key. */
  remove(tx: Kysely<Schema>, key: string): Promise<void>
}

interface MailOptions {
  jobs: Jobs
  settings: MailSettings | undefined
  timing?: Partial<MailTiming> | undefined
}

const posted = z.object({ kind: z.string(), data: z.unknown() })

/** Begins to send, where a server is configured. */
export function startMail({ jobs, settings, timing }: MailOptions): Mail {
  const { timeoutMs, againSeconds } = { ...usual, ...timing }
  const writers = new Map<string, Writer<unknown>>()
  const send = settings && smtpSender(settings, timeoutMs)

  const job = jobs.define({
    name: 'mail',
    data: posted,
    ...{ hours: 2, againSeconds, atOnce: 5, leaseSeconds: 120, paused: !send },
    async run({ kind, data }, id) {
      const message = await writers.get(kind)?.(data, id)
      if (!message || !send) return
      const outcome = await send(message)
      // Neither whom it is for nor what it says: whoever reads the log could use a link.
      if (outcome.status === 'later') throw new Error(`${kind}: ${outcome.error}`)
      if (outcome.status === 'refused') throw new JobFailed(`${kind}: ${outcome.error}`)
    },
  })

  return {
    publicUrl: settings?.publicUrl,
    writes: (kind, writer) => void writers.set(kind, writer as Writer<unknown>), // as it was posted
    post: (tx, kind, data, key) => job.send(tx, { kind, data }, key),
    remove: job.remove,
  }
}
