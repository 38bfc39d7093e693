// Work that outlives a call: jobs of pg-boss, in the schema `pgboss` of the same database.
import { CompiledQuery, type Kysely } from 'kysely'
import type pg from 'pg'
import type { Db, JobWithMetadata, PgBoss, Queue } from 'pg-boss'
import * as z from 'zod/mini'
import type { Schema } from '../database/schema.ts'
import { JOBS_CHANNEL, type Listener } from '../realtime/listen.ts'
import { openBoss } from './boss.ts'

/** A kind of job: its data, its handler and its retries. */
interface JobDefinition<Data extends object, Name extends string = string> {
  name: Name
  /** What is enqueued. A job whose data is something else fails for good. */
  data: z.ZodMiniType<Data>
  /** Does it. What it throws is the job's error, and another try follows; after `JobFailed` none. */
  run(data: Data, id: string): Promise<unknown>
  /** Seconds until the second try; about twice as many before each further one, up to an hour. */
  againSeconds: number
  /** For so many hours after it was enqueued another try is worth it. */
  hours: number
  /** Done at the same time by each node. */
  atOnce: number
  /** After this many seconds a job that a dead node had taken is tried again; longer than it ever takes. */
  leaseSeconds: number
  /** Whether this node leaves it to others. */
  paused?: boolean
}

/** What a feature enqueues with. */
interface Job<Data extends object> {
  /** Enqueues in the caller's transaction. `key` names it for `remove`. */
  send(tx: Kysely<Schema>, data: Data, key?: string): Promise<void>
  /** Removes all that have this key, whatever their state. */
  remove(tx: Kysely<Schema>, key: string): Promise<void>
}

/** The error of a job that no further try will help. */
export class JobFailed extends Error {}

declare module '../database/schema.ts' {
  interface Schema {
    /** The columns of jobs that we read. Only pg-boss writes them. */
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

/** `Name`: the names that the contract has words for. */
export interface Jobs<Name extends string = string> {
  /** Declares a job; this node works on it from its start on. */
  define<Data extends object>(definition: JobDefinition<Data, Name>): Job<Data>
  /** Declares work that is done on one of the nodes at the times of `cron` (UTC), to within two minutes. */
  schedule(name: Name, cron: string, run: () => Promise<unknown>): void
  /** Enqueues a job that has failed anew, with all its tries; answers whether there was one. */
  retry(tx: Kysely<Schema>, id: string): Promise<boolean>
  start(): Promise<void>
  /** Takes nothing up any more, and waits for what is running. */
  stop(): Promise<void>
}

/** How long things may take, for tests to shorten. */
export interface JobTiming {
  /** Looks for further tries at least this often; new jobs come by NOTIFY. */
  pollSeconds: number
  /** Looks for jobs of dead nodes this often. */
  superviseSeconds: number
  /** Whether schedules run; off in tests, which must not depend on the time of day. */
  schedule: boolean
}
const usual: JobTiming = { pollSeconds: 30, superviseSeconds: 120, schedule: true }

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

/** Opens the jobs of this node; nothing is done before `start`. */
export function openJobs({ pool, listener, log, timing }: JobsOptions): Jobs {
  const { pollSeconds, superviseSeconds, schedule } = { ...usual, ...timing }
  const definitions = new Map<string, AnyDefinition>()
  const boss = openBoss(pool, log, {
    ...{ useListenNotify: true, listen: listenOn(listener), monitorVacuum: false, schedule },
    ...{ superviseIntervalSeconds: superviseSeconds, monitorIntervalSeconds: superviseSeconds },
    // What it does at rest costs statements: there are no flows, and queues do not change while it runs.
    ...{ flowIntervalSeconds: DAY, queueCacheIntervalSeconds: HOUR, maintenanceIntervalSeconds: HOUR },
    ...{ cronMonitorIntervalSeconds: 45, cronWorkerIntervalSeconds: 45, bamIntervalSeconds: 10 * MINUTE },
  })

  async function attempt({ name, hours, run }: AnyDefinition, job: JobWithMetadata<object>) {
    const { id, data, createdOn } = job
    try {
      if (hours > 0 && createdOn.getTime() + hours * HOUR * 1000 <= Date.now()) throw new JobFailed('expired')
      await run(data, id)
      return { id, status: 'completed' } as const
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      log(`jobs: ${name} failed: ${message}`)
      // Without a queue for dead letters such a one is not tried again.
      return {
        id,
        status: error instanceof JobFailed ? 'deadletter' : 'failed',
        output: { message },
      } as const
    }
  }

  async function work(definition: AnyDefinition) {
    const { name, cron, atOnce, paused } = definition
    if (paused) return
    const seconds = cron ? 10 * MINUTE : pollSeconds
    const options = {
      pollingIntervalSeconds: seconds,
      notifyPollingIntervalSeconds: seconds,
      batchSize: atOnce,
      burstWhenBatchFull: true,
      perJobResults: true,
      includeMetadata: true,
    } as const
    await boss.work<object, unknown, typeof options>(name, options, (batch) =>
      Promise.all(batch.map((job) => attempt(definition, job))),
    )
  }

  return {
    define({ name, data: schema, run, ...definition }) {
      const checked = (data: object, id: string) => {
        const parsed = z.safeParse(schema, data)
        if (!parsed.success) throw new JobFailed('its data is not what this version expects')
        return run(parsed.data, id)
      }
      definitions.set(name, { name, run: async (data, id) => checked(data, id), ...definition })
      return {
        async send(tx, data, key) {
          await boss.send(name, data, { db: within(tx), ...(key && { singletonKey: key }) })
        },
        async remove(tx, key) {
          const db = within(tx)
          const found = await boss.findJobs(name, { key, db })
          if (found.length > 0)
            await boss.deleteJob(
              name,
              found.map(({ id }) => id),
              { db },
            )
        },
      }
    },
    schedule(name, cron, run) {
      definitions.set(name, { name, cron, run, ...SCHEDULED })
    },
    async retry(tx, id) {
      const failed = tx.selectFrom('pgboss.job').select(['name', 'data', 'singleton_key'])
      const job = await failed.where('id', '=', id).where('state', '=', 'failed').executeTakeFirst()
      if (!job) return false
      const db = within(tx)
      await boss.deleteJob(job.name, id, { db })
      await boss.send(job.name, job.data, {
        db,
        ...(job.singleton_key && { singletonKey: job.singleton_key }),
      })
      return true
    },
    async start() {
      await boss.start()
      await matchQueues(boss, [...definitions.values()])
      await Promise.all([...definitions.values()].map(work))
    },
    stop: () => boss.stop({ timeout: 8000 }), // the process has ten seconds to end
  }
}

/** One that fails is done again at its next time. */
const SCHEDULED = { hours: 0, againSeconds: 0, atOnce: 1, leaseSeconds: 15 * MINUTE }

/** Runs pg-boss's statements in the caller's transaction. */
const within = (tx: Kysely<Schema>): Db => ({
  executeSql: async (text, values = []) => ({
    rows: (await tx.executeQuery(CompiledQuery.raw(text, [...values]))).rows,
  }),
})

const listenOn =
  (listener: Listener): Db['listen'] =>
  async (channel, onNotification, onReconnect) => {
    if (channel !== JOBS_CHANNEL) throw new Error(`pg-boss wants to listen on ${channel}`)
    const close = listener.on(JOBS_CHANNEL, (queue) => (queue ? onNotification(queue) : onReconnect()))
    return { close: async () => close() }
  }

/** Makes the queues and schedules of the database those that are declared. */
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

const queueOf = ({ hours, againSeconds, leaseSeconds }: AnyDefinition): Omit<Queue, 'name'> => ({
  ...{ notify: true, expireInSeconds: leaseSeconds, deleteAfterSeconds: DAY },
  // More tries than there are hours for.
  ...(hours > 0
    ? { retryLimit: 1000, retryDelay: againSeconds, retryBackoff: true, retryDelayMax: HOUR }
    : { retryLimit: 0 }),
})

const differs = (wanted: object, stored: object) =>
  Object.entries(wanted).some(([key, value]) => (stored as Record<string, unknown>)[key] !== value)
