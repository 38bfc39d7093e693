import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '../database/schema.ts'

/** Times of a table that are at most `longestSeconds` in the future. */
export interface Wait {
  table: string
  columns: readonly string[]
  longestSeconds: number
  /** Whether it is the end of attempts and not the next one: it is set to the longest wait, not to now. */
  isEnd?: true
  /** SQL: the rows to which this applies; all when absent. */
  only?: RawBuilder<unknown>
}

/** Ends waits that are longer than any can be, because the clock was set back. */
export async function shortenWaits(db: Kysely<Schema>, waits: readonly Wait[]) {
  for (const { table, columns, longestSeconds, isEnd, only = sql`true` } of waits) {
    const times = columns.map((column) => sql.ref(column))
    // A comparison for each column, so that an index on one is used.
    const latest = sql`now() + make_interval(secs => ${longestSeconds})`
    const isOneLater = sql.join(
      times.map((time) => sql`${time} > ${latest}`),
      sql` OR `,
    )
    const isTooLong = sql`(${only}) AND (${isOneLater})`
    // An update without rows would count as a change of the table's list.
    const { rows } = await sql`SELECT FROM ${sql.table(table)} WHERE ${isTooLong} LIMIT 1`.execute(db)
    const shortened = times.map((time) => sql`${time} = least(${time}, ${isEnd ? latest : sql`now()`})`)
    if (rows.length > 0)
      await sql`UPDATE ${sql.table(table)} SET ${sql.join(shortened)} WHERE ${isTooLong}`.execute(db)
  }
}

const MINUTE = 60
const HOUR = 60 * MINUTE

/** The times in pg-boss's tables with their longest waits. A retry comes after an hour at most. */
const jobWaits: readonly Wait[] = [
  { table: 'pgboss.version', columns: ['cron_on', 'bam_on'], longestSeconds: MINUTE },
  {
    table: 'pgboss.queue',
    columns: ['monitor_claim_on', 'monitor_on', 'maintain_on'],
    longestSeconds: MINUTE,
  },
  ...(['created', 'active', 'retry'] as const).map((state) => ({
    table: 'pgboss.job',
    columns: [state === 'active' ? 'started_on' : 'start_after'],
    longestSeconds: state === 'retry' ? HOUR : MINUTE,
    only: sql`state = ${sql.lit(state)}`,
  })),
]

/**
 * Ends waits of jobs that are too long. Also removes pg-boss's marks of schedules that ran in the future, which would
 * keep them from running.
 */
export async function shortenJobWaits(db: Kysely<Schema>) {
  await shortenWaits(db, jobWaits)
  await sql`DELETE FROM pgboss.job WHERE name = '__pgboss__send-it'
    AND singleton_on > now() AT TIME ZONE 'utc' + interval '5 minutes'`.execute(db)
}
