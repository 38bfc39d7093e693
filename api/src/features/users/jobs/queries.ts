import { type Job, jobList } from '@kontor/contract/users/jobs'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../../lib/database/schema.ts'
import { inTransaction } from '../../../lib/database/transaction.ts'
import { notFound } from '../../../lib/http/http-error.ts'
import type { Jobs } from '../../../lib/jobs/jobs.ts'
import { column, listSource } from '../../../lib/lists/source.ts'

const state = sql<Job['state']>`CASE job.state WHEN 'active' THEN 'running' WHEN 'completed' THEN 'done'
  WHEN 'failed' THEN 'failed' WHEN 'cancelled' THEN 'failed' ELSE 'waiting' END`
const nextAt = sql<string | null>`CASE WHEN job.state < 'active' THEN start_after END`
const tries = sql<number>`retry_count + (started_on IS NOT NULL)::int`
/** The error; pg-boss sets it for jobs of dead nodes. */
const error = sql<string | null>`CASE WHEN job.state <> 'completed' THEN
  coalesce(output ->> 'message', output -> 'value' ->> 'message') END`
/**
 * The rows of a list need a numeric id, which also orders equal rows: the second of the job's creation, then 20 random
 * bits of its id.
 */
const rowId = sql<number>`extract(epoch FROM created_on)::bigint * 1048576
  + (('x' || right(job.id::text, 5))::bit(20)::bigint)`

/** The jobs of pg-boss, without its internal ones. Created for each request: no change counter covers them. */
export const jobSource = () =>
  listSource({
    definition: jobList,
    id: rowId,
    columns: {
      created_at: column('job', 'created_on'),
      name: column('job', 'name'),
      state: { value: state },
      tries: { value: tries },
      error: { value: error },
      next_at: { value: nextAt },
      finished_at: column('job', 'completed_on'),
    },
    tables: ['pgboss.job'],
    rows: (db) =>
      db
        .selectFrom('pgboss.job as job')
        .where('job.name', 'not like', '\\_\\_pgboss\\_\\_%')
        .select([rowId.as('id'), 'job.id as job_id', 'name', state.as('state'), 'created_on as created_at'])
        .select([nextAt.as('next_at'), 'completed_on as finished_at'])
        .select([tries.as('tries'), error.as('error')]),
  })

/** Enqueues a failed job again. Throws 404 when there is none. */
export const retryJob = (db: Kysely<Schema>, jobs: Jobs, id: string) =>
  inTransaction(db, async (tx) => {
    if (!(await jobs.retry(tx, id))) throw notFound()
  })
