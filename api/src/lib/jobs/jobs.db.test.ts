import { sql } from 'kysely'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { eventually } from '../../../test/eventually.ts'
import { scratch } from '../../../test/scratch.ts'
import { type Database, openDatabase } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'
import { installJobs } from './boss.ts'
import { JobFailed, type Jobs, openJobs } from './jobs.ts'
import { shortenJobWaits } from './waits.ts'

const place = await scratch({ migrated: true })
const nodes: { database: Database<Schema>; jobs: Jobs }[] = []
const lines: string[] = []
afterAll(async () => {
  for (const { jobs, database } of nodes) {
    await jobs.stop()
    await database.close()
  }
  await place.drop()
})

/** A node with the jobs that `declare` defines. */
async function startNode<T>(declare: (jobs: Jobs) => T) {
  const database = await openDatabase<Schema>(place)
  const timing = { pollSeconds: 0.5, superviseSeconds: 1 }
  const jobs = openJobs({ ...database, log: (line) => lines.push(line), timing })
  const declared = declare(jobs)
  nodes.push({ database, jobs })
  await jobs.start()
  return { db: database.db, jobs, declared }
}

const usual = {
  data: z.object({ n: z.number() }),
  retryDelaySeconds: 0,
  retryForHours: 1,
  keptDays: 14,
  concurrency: 2,
  leaseSeconds: 60,
}

const done: number[] = []
let fails = 0
const countJob = (jobs: Jobs) =>
  jobs.define({
    ...usual,
    name: 'count',
    async run({ n }) {
      if (n < 0) throw new JobFailed('never')
      if (fails-- > 0) throw new Error('not yet')
      done.push(n)
    },
  })
const { db, declared: count } = await startNode(countJob)
await startNode(countJob)

const stateOf = async (n: unknown) => {
  const { rows } = await sql<{ state: string; error: string | null }>`
    SELECT state, output ->> 'message' AS error FROM pgboss.job
    WHERE name = 'count' AND data ->> 'n' = ${String(n)}`.execute(db)
  return rows[0]
}

test('nodes that start at once create the schema together, without errors', async () => {
  const empty = await scratch()
  const starting = await Promise.all([1, 2, 3].map(() => openDatabase<Schema>(empty)))
  await Promise.all(starting.map(({ pool }) => installJobs(pool, (line) => lines.push(line))))
  await Promise.all(starting.map((node) => node.close()))
  await empty.drop()
  expect(lines).toEqual([])
})

test('a job that is enqueued in a failed transaction does not run', async () => {
  const failing = db.transaction().execute(async (tx) => {
    await count.send(tx, { n: 1 })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await count.send(db, { n: 2 })
  await eventually(() => expect(done).toEqual([2]))
})

test('a failing job is retried until it succeeds, with its error meanwhile', async () => {
  fails = 1
  await count.send(db, { n: 3 })
  await eventually(async () => expect(await stateOf(3)).toMatchObject({ state: 'completed' }))
  expect(lines).toContain('jobs: count failed: not yet')
})

test('a job fails permanently with JobFailed, invalid data or after its time', async () => {
  await count.send(db, { n: -1 })
  await count.send(db, { n: '4' } as never)
  await sql`INSERT INTO pgboss.job (name, data, created_on, state, retry_count, output)
    VALUES ('count', '{"n":5}', now() - interval '1 hour', 'retry', 1, jsonb_build_object('first_at', now() - interval '1 hour')),
      ('count', '{"n":7}', now() - interval '1 hour', 'retry', 2, NULL)`.execute(db)
  for (const [n, error] of [
    [-1, 'never'],
    [4, 'its data is not what this version expects'],
    [5, 'expired'],
    [7, 'expired'], // its node died at each attempt
  ])
    await eventually(async () => expect(await stateOf(n)).toEqual({ state: 'failed', error }))
})

test('a job that waited while no node ran is tried, however late, and retried from then on', async () => {
  fails = 1
  await sql`INSERT INTO pgboss.job (name, data, created_on)
    VALUES ('count', '{"n":6}', now() - interval '1 day')`.execute(db)
  await eventually(() => expect(done).toContain(6))
  // Its node died at the first attempt.
  await sql`INSERT INTO pgboss.job (name, data, created_on, state, retry_count)
    VALUES ('count', '{"n":8}', now() - interval '1 day', 'retry', 1)`.execute(db)
  await eventually(() => expect(done).toContain(8))
})

test('a job that failed is kept for two weeks', async () => {
  for (const n of [-13, -15]) await count.send(db, { n })
  for (const n of [-13, -15])
    await eventually(async () => expect(await stateOf(n)).toMatchObject({ state: 'failed' }))
  await sql`UPDATE pgboss.job SET completed_on = now() + make_interval(days => (data ->> 'n')::int)
    WHERE name = 'count' AND data ->> 'n' IN ('-13', '-15')`.execute(db)
  await sql`UPDATE pgboss.queue SET maintain_on = NULL WHERE name = 'count'`.execute(db)
  await eventually(async () => expect(await stateOf(-15)).toBeUndefined())
  expect(await stateOf(-13)).toMatchObject({ state: 'failed' })
})

test('two nodes share the work, and each job runs once', async () => {
  done.length = 0
  const all = Array.from({ length: 40 }, (_, n) => n)
  for (const n of all) await count.send(db, { n })
  await eventually(() => expect(done.toSorted((a, b) => a - b)).toEqual(all))
})

test('a job of a dead node is retried at the end of its lease', async () => {
  await sql`INSERT INTO pgboss.job (name, data, state, started_on, expire_seconds)
    VALUES ('count', '{"n":100}', 'active', now() - interval '61 seconds', 60)`.execute(db)
  await eventually(() => expect(done).toContain(100))
})

test('jobs, retries, leases and schedules go on after the clock was set back by two days', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 2 * 24 * 3600 * 1000 })
  onTestFinished(() => void vi.useRealTimers())
  await sql`UPDATE pgboss.version SET cron_on = now() + interval '2 days'`.execute(db)
  await sql`UPDATE pgboss.queue SET monitor_on = now() + interval '2 days', monitor_claim_on = now() + interval '2 days'`.execute(
    db,
  )
  await sql`INSERT INTO pgboss.job (name, data, state, start_after, started_on, expire_seconds)
    VALUES ('count', '{"n":110}', 'retry', now() + interval '2 days', NULL, 60),
      ('count', '{"n":111}', 'created', now() + interval '2 days', NULL, 60),
      ('count', '{"n":112}', 'active', now(), now() + interval '2 days', 1)`.execute(db)
  await sql`INSERT INTO pgboss.job (name, data, state, output)
    VALUES ('count', '{"n":-113}', 'retry', jsonb_build_object('first_at', now() + interval '1 day'))`.execute(
    db,
  )
  await sql`INSERT INTO pgboss.job (name, data, singleton_key, singleton_on, state)
    VALUES ('__pgboss__send-it', '{}', 'sweep', now() AT TIME ZONE 'utc' + interval '2 days', 'completed')`.execute(
    db,
  )
  await shortenJobWaits(db)
  await eventually(() => expect(done).toEqual(expect.arrayContaining([110, 111, 112])))
  const { rows } = await sql<{ isPast: boolean }>`
    SELECT cron_on <= now() AND NOT EXISTS (SELECT FROM pgboss.job WHERE singleton_key = 'sweep') AS "isPast"
    FROM pgboss.version`.execute(db)
  expect(rows).toEqual([{ isPast: true }])
  await eventually(async () => expect(await stateOf(-113)).toMatchObject({ state: 'failed', error: 'never' }))
  const first = await sql<{
    isPast: boolean
  }>`SELECT (output ->> 'first_at')::timestamptz <= now() AS "isPast"
    FROM pgboss.job WHERE data ->> 'n' = '-113'`.execute(db)
  expect(first.rows).toEqual([{ isPast: true }])
})

test('a job that is removed by its key does not run', async () => {
  await db.transaction().execute(async (tx) => {
    await count.send(tx, { n: 200 }, 'old')
    await count.remove(tx, 'old')
    await count.send(tx, { n: 201 }, 'old')
  })
  await eventually(() => expect(done).toContain(201))
  expect(done).not.toContain(200)
})

test('schedules are those of the running version', async () => {
  const names = async () =>
    (await sql<{ name: string }>`SELECT name FROM pgboss.schedule`.execute(db)).rows.map(({ name }) => name)
  const first = await startNode((jobs) => jobs.schedule('sweep', '0 * * * *', async () => {}))
  expect(await names()).toEqual(['sweep'])
  await first.jobs.stop()
  await startNode(() => {})
  expect(await names()).toEqual([])
})

test('stopping waits for running jobs', async () => {
  const { promise: blocked, resolve: release } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const node = await startNode((jobs) =>
    jobs.define({
      ...usual,
      name: 'slow',
      async run() {
        begin()
        await blocked
      },
    }),
  )
  await node.declared.send(db, { n: 1 })
  await begun
  let isStopped = false
  const stopping = node.jobs.stop().then(() => {
    isStopped = true
  })
  await sql`SELECT 1`.execute(db)
  expect(isStopped).toBe(false)
  release()
  await stopping
  const { rows } = await sql<{ state: string }>`SELECT state FROM pgboss.job WHERE name = 'slow'`.execute(db)
  expect(rows).toEqual([{ state: 'completed' }])
})
