import { jobs } from '@kontor/contract/users/jobs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { eventually } from '../../../../test/eventually.ts'
import { untilWaiting } from '../../../../test/waiting.ts'

const { db, app, anotherPool, call } = await startApp()
const tests = await anotherPool()
await app.ready()

const one = async (filters: Record<string, string>) =>
  (await call(jobs.index, { body: { filters } })).body.result[0]
const retry = (id: string) => call(jobs.retry, { params: { id } })

/** Inserts a failed job as a node leaves it; returns its id. */
async function makeFailed(name = 'old_events') {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO pgboss.job (name, state, data, output, started_on, completed_on)
    VALUES (${name}, 'failed', '{}', '{"message":"the disk is full"}', now(), now()) RETURNING id`.execute(db)
  return rows[0]?.id ?? ''
}

test('returns 404 for a missing job, and 422 for an id of another form', async () => {
  expect((await retry('8e0f1a7c-0000-4000-8000-000000000000')).status).toBe(404)
  expect((await retry('1')).status).toBe(422)
})

test('lists a failed job with its error, and a retried one as done', async () => {
  const id = await makeFailed('old_sign_ins')
  const failed = await one({ name: 'old_sign_ins', state: 'failed' })
  expect(failed).toMatchObject({ job_id: id, state: 'failed', tries: 1, error: 'the disk is full' })
  expect((await retry(id)).status).toBe(200)
  await eventually(async () =>
    expect(await one({ name: 'old_sign_ins' })).toMatchObject({ state: 'done', tries: 1, error: null }),
  )
  expect((await retry(id)).status).toBe(404)
  const done = await one({ name: 'old_sign_ins' })
  expect((await retry(done?.job_id ?? '')).status).toBe(404)
})

test('of two simultaneous retries of a failed job one succeeds, and it becomes one job', async () => {
  const id = await makeFailed('mail')
  const client = await tests.pool.connect()
  await client.query('BEGIN')
  await client.query(`SELECT FROM pgboss.job WHERE id = '${id}' FOR UPDATE`)
  const retries = [retry(id), retry(id)]
  await untilWaiting(tests.db, 2)
  await client.query('COMMIT')
  client.release()
  expect((await Promise.all(retries)).map(({ status }) => status).sort()).toEqual([200, 404])
  const { rows } = await sql`SELECT FROM pgboss.job WHERE name = 'mail'`.execute(db)
  expect(rows).toHaveLength(1)
})

test('lists a job that waits for its next try with its tries and its error', async () => {
  await sql`INSERT INTO pgboss.job (name, state, data, output, started_on, start_after, retry_count)
    VALUES ('old_events', 'retry', '{}', '{"message":"the disk is full"}', now(), now() + interval '1 hour', 1)`.execute(
    db,
  )
  expect(await one({ name: 'old_events', state: 'waiting' })).toMatchObject({
    tries: 2,
    error: 'the disk is full',
  })
})

test('omits jobs of pg-boss itself, and files have the labels of the screen', async () => {
  const { body } = await call(jobs.index, { body: {} })
  expect(body.total_rows).toBe(body.result.length)
  for (const { name } of body.result) expect(name).not.toMatch(/^__/)
  const report = { name: 'poslovi', format: 'xlsx' } as const
  const file = await call(jobs.index, { body: { report_data: report } })
  expect([file.status, file.headers['content-type']]).toEqual([200, expect.stringContaining('sheet')])
})

test('orders jobs of the same name by time', async () => {
  await sql`INSERT INTO pgboss.job (id, name, state, data, created_on) VALUES
    ('00000000-0000-4000-8000-00000000000c', 'old_webhook_log', 'failed', '{}', '2026-01-01T10:00Z'),
    ('00000000-0000-4000-8000-00000000000a', 'old_webhook_log', 'failed', '{}', '2026-01-01T11:00Z'),
    ('00000000-0000-4000-8000-00000000000b', 'old_webhook_log', 'failed', '{}', '2026-01-01T12:00Z')`.execute(
    db,
  )
  const hours = async (sortDesc: boolean) => {
    const filters = { name: 'old_webhook_log', state: 'failed' }
    const { body } = await call(jobs.index, { body: { filters, options: { sortBy: 'name', sortDesc } } })
    return body.result.map(({ created_at }) => created_at.slice(11, 13))
  }
  expect(await hours(false)).toEqual(['10', '11', '12'])
  expect(await hours(true)).toEqual(['12', '11', '10'])
})
