// Background jobs with pg-boss, in the schema `pgboss` of the same database.
import { CompiledQuery, type Kysely } from 'kysely'
import type pg from 'pg'
import type { Db, JobWithMetadata, PgBoss, Queue } from 'pg-boss'
import * as z from 'zod/mini'
import { JOBS_CHANNEL, type Listener } from '../database/listen.ts'
import type { Schema } from '../database/schema.ts'
import { openBoss } from './boss.ts'

/** A kind of job: its data, its handler and its retries. */
interface JobDefinition<Data extends object, Name extends string = string> {
  name: Name
  /** Schema of the job's data. A job with other data fails without retries. */
  data: z.ZodMiniType<Data>
  /** The handler. When it throws, the job is retried; after `JobFailed` it is not. */
  run(data: Data, id: string): Promise<unknown>
  /** Seconds until the second attempt; about twice as many before each further attempt, up to an hour. */
  retryDelaySeconds: number
  /** Hours from the first attempt on during which the job is retried. The first may be late, after Kontor was
   * down. */
  retryForHours: number
  /** Days for which a finished job is kept for the screen. */
  keptDays: number
  /** Concurrent jobs per node. */
  concurrency: number
  /** After this many seconds a job of a dead node is retried; longer than any run takes. */
  leaseSeconds: number
  /** Whether this node leaves the job to other nodes. */
  paused?: boolean
}

/** Enqueues jobs of one kind. */
interface Job<Data extends object> {
  /** Enqueues in the caller's transaction. `key` identifies it for `remove`. */
  send(tx: Kysely<Schema>, data: Data, key?: string): Promise<void>
  /** Removes all jobs with this key, in any state. */
  remove(tx: Kysely<Schema>, key: string): Promise<void>
}

/** Throw it in a handler to fail a job without a retry. */
export class JobFailed extends Error {}

declare module '../database/schema.ts' {
  interface Schema {
    /** The columns of pg-boss's table that are read. Only pg-boss writes them. */
    'pgboss.job': {
      id: string
      name: string
      state: string
      data: object
      singleton_key: string | null
      created_on: string
      completed_on: string | null
    }
  }
}

/** `Name`: the job names that the contract labels. */
export interface Jobs<Name extends string = string> {
  /** Defines a job; this node works on it after `start`. */
  define<Data extends object>(definition: JobDefinition<Data, Name>): Job<Data>
  /** Defines a job that runs on one node at the times of `cron` (UTC), within two minutes. */
  schedule(name: Name, cron: string, run: () => Promise<unknown>): void
  /** Enqueues a failed job again with all its attempts; resolves to whether it existed. */
  retry(tx: Kysely<Schema>, id: string): Promise<boolean>
  start(): Promise<void>
  /** Stops taking jobs, and waits for running ones. */
  stop(): Promise<void>
}

/** Intervals, which tests shorten. */
export interface JobTiming {
  /** Poll interval for retries; new jobs are announced by NOTIFY. */
  pollSeconds: number
  /** Interval of the search for jobs of dead nodes. */
  superviseSeconds: number
  /** Whether schedules run; off in tests, which must not depend on the time of day. */
  schedule: boolean
}
const defaultTiming: JobTiming = { pollSeconds: 30, superviseSeconds: 120, schedule: true }

export const EVERY_HOUR = '0 * * * *'
export const EVERY_TEN_MINUTES = '*/10 * * * *'

interface JobsOptions {
  pool: pg.Pool
  listener: Listener
  log: (line: string) => void
  timing?: Partial<JobTiming> | undefined
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

type AnyDefinition = Omit<JobDefinition<object>, 'data'> & { cron?: string }

/** Fewer statements while idle: there are no flows, and queues do not change while the server runs. */
const IDLE_INTERVALS = {
  flowIntervalSeconds: DAY,
  queueCacheIntervalSeconds: HOUR,
  maintenanceIntervalSeconds: HOUR,
  cronMonitorIntervalSeconds: 45,
  cronWorkerIntervalSeconds: 45,
  bamIntervalSeconds: 10 * MINUTE,
  clockMonitorIntervalSeconds: MINUTE, // pg-boss notices a clock that was set after at most this time
}

/** Opens the jobs of this node; none runs before `start`. */
export function openJobs({ pool, listener, log, timing }: JobsOptions): Jobs {
  const { pollSeconds, superviseSeconds, schedule } = { ...defaultTiming, ...timing }
  const definitions = new Map<string, AnyDefinition>()
  const boss = openBoss(pool, log, {
    ...IDLE_INTERVALS,
    useListenNotify: true,
    listen: listenOn(listener),
    monitorVacuum: false,
    schedule,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
  })
  return {
    define({ name, data: schema, run, ...definition }) {
      const runParsed = async (data: object, id: string) => {
        const parsed = z.safeParse(schema, data)
        if (!parsed.success) throw new JobFailed('its data is not what this version expects')
        return run(parsed.data, id)
      }
      definitions.set(name, { name, run: runParsed, ...definition })
      return jobOf(boss, name)
    },
    schedule(name, cron, run) {
      definitions.set(name, { name, cron, run, ...SCHEDULED })
    },
    retry: (tx, id) => retryFailed(boss, tx, id),
    async start() {
      const all = [...definitions.values()]
      await boss.start()
      await matchQueues(boss, all)
      await Promise.all(all.map((definition) => startWorker(boss, definition, pollSeconds, log)))
    },
    stop: () => boss.stop({ timeout: 8000 }), // the process must end within ten seconds
  }
}

/** The calls for jobs of this kind. */
const jobOf = <Data extends object>(boss: PgBoss, name: string): Job<Data> => ({
  async send(tx, data, key) {
    await boss.send(name, data, { db: transactionAsDb(tx), ...(key && { singletonKey: key }) })
  },
  async remove(tx, key) {
    const db = transactionAsDb(tx)
    const found = await boss.findJobs(name, { key, db })
    const ids = found.map(({ id }) => id)
    if (ids.length > 0) await boss.deleteJob(name, ids, { db })
  },
})

async function retryFailed(boss: PgBoss, tx: Kysely<Schema>, id: string) {
  const failed = tx.selectFrom('pgboss.job').select(['name', 'data', 'singleton_key'])
  const job = await failed.where('id', '=', id).where('state', '=', 'failed').forUpdate().executeTakeFirst()
  if (!job) return false
  const db = transactionAsDb(tx)
  await boss.deleteJob(job.name, id, { db })
  await boss.send(job.name, job.data, { db, ...(job.singleton_key && { singletonKey: job.singleton_key }) })
  return true
}

async function startWorker(
  boss: PgBoss,
  definition: AnyDefinition,
  pollSeconds: number,
  log: JobsOptions['log'],
) {
  const { name, cron, concurrency, paused } = definition
  if (paused) return
  const seconds = cron ? 10 * MINUTE : pollSeconds
  const options = {
    pollingIntervalSeconds: seconds,
    notifyPollingIntervalSeconds: seconds,
    batchSize: concurrency,
    burstWhenBatchFull: true,
    perJobResults: true,
    includeMetadata: true,
  } as const
  await boss.work<object, unknown, typeof options>(name, options, (batch) =>
    Promise.all(batch.map((job) => runJob(definition, job, log))),
  )
}

/** Runs a job, and returns its outcome for pg-boss. */
async function runJob(
  { name, retryForHours, run }: AnyDefinition,
  { id, data, ...job }: JobWithMetadata<object>,
  log: JobsOptions['log'],
) {
  const first = Math.min(firstAttemptOf(job), Date.now()) // the clock may have been set back
  try {
    if (retryForHours > 0 && first + retryForHours * HOUR * 1000 <= Date.now()) throw new JobFailed('expired')
    await run(data, id)
    return { id, status: 'completed' } as const
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    log(`jobs: ${name} failed: ${message}`)
    // Without a dead-letter queue such a job is not retried.
    const status = error instanceof JobFailed ? 'deadletter' : 'failed'
    return { id, status, output: { message, first_at: new Date(first).toISOString() } } as const
  }
}

/**
 * When a job was first attempted, in ms, as its last failure has stored it. An attempt that ended with its node also
 * removes what earlier failures have stored. Such a job counts from its enqueuing, unless it was the only attempt: one
 * that ends every node is given up.
 */
function firstAttemptOf({
  createdOn,
  retryCount,
  output,
}: Pick<JobWithMetadata, 'createdOn' | 'retryCount' | 'output'>) {
  const { first_at } = (output ?? {}) as { first_at?: string } // pg-boss types it as any object
  if (first_at) return Date.parse(first_at)
  return retryCount > 1 ? createdOn.getTime() : Date.now()
}

/** A scheduled job that fails runs again at its next time. */
const SCHEDULED = {
  retryForHours: 0,
  retryDelaySeconds: 0,
  keptDays: 1,
  concurrency: 1,
  leaseSeconds: 15 * MINUTE,
}

/** A transaction as the `db` option of pg-boss, which then runs its statements in it. */
const transactionAsDb = (tx: Kysely<Schema>): Db => ({
  executeSql: async (text, values = []) => ({
    rows: (await tx.executeQuery(CompiledQuery.raw(text, [...values]))).rows,
  }),
})

const listenOn =
  (listener: Listener): Db['listen'] =>
  async (channel, onNotification, onReconnect) => {
    if (channel !== JOBS_CHANNEL) throw new Error(`unexpected LISTEN channel of pg-boss: ${channel}`)
    const close = listener.on(JOBS_CHANNEL, (queue) => (queue ? onNotification(queue) : onReconnect()))
    return { close: async () => close() }
  }

/** Creates the defined queues and schedules in the database, and removes other schedules. */
async function matchQueues(boss: PgBoss, definitions: readonly AnyDefinition[]) {
  const queues = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  const schedules = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]))
  await Promise.all(
    definitions.map(async (definition) => {
      const { name, cron } = definition
      const queue = queueOf(definition)
      const stored = queues.get(name)
      if (!stored) await boss.createQueue(name, { ...queue, policy: cron ? 'exclusive' : 'standard' })
      else if (differs(queue, stored)) await boss.updateQueue(name, queue)
      if (cron && schedules.get(name) !== cron) await boss.schedule(name, cron, null, { missed: 'once' })
    }),
  )
  const declared = new Set(definitions.flatMap(({ name, cron }) => (cron ? [name] : [])))
  for (const name of schedules.keys()) if (!declared.has(name)) await boss.unschedule(name)
}

const queueOf = ({
  retryForHours,
  retryDelaySeconds,
  keptDays,
  leaseSeconds,
}: AnyDefinition): Omit<Queue, 'name'> => ({
  notify: true,
  expireInSeconds: leaseSeconds,
  deleteAfterSeconds: keptDays * DAY,
  // More attempts than fit into these hours.
  ...(retryForHours > 0
    ? { retryLimit: 1000, retryDelay: retryDelaySeconds, retryBackoff: true, retryDelayMax: HOUR }
    : { retryLimit: 0 }),
})

const differs = (wanted: object, stored: object) =>
  Object.entries(wanted).some(([key, value]) => (stored as Record<string, unknown>)[key] !== value)
