// jobs: work in its time: that which comes round, waits its turn or is done once for many. Also entered at
// batched.ts (one query for many), each-alone.ts (whatever becomes of the others), keep-trying.ts (until it is done), once.ts (made when first asked for), one-at-a-time.ts (never twice at once),
// portions.ts (some rows in one step), queue.ts (a few at a time), run-while-open.ts (an outbox), spare-memory.ts (given
// back after the start).
import type { Pool } from 'pg'

/** Work that comes round while the server runs. Failures are logged and tried again the next time. */
export type Maintenance = {
  /** Runs `task` every `ms` milliseconds, counted from the end of its last run; answers how to stop it. */
  every(ms: number, name: string, task: () => Promise<unknown>): () => void
  /** After an import: tidies the embedded database in a few seconds. Does nothing on PostgreSQL. */
  vacuumSoon(): void
  /** Stops everything and waits for what is running. */
  stop(): Promise<void>
}

/**
 * The embedded engine has neither autovacuum nor a checkpointer, so this vacuums and checkpoints it every
 * `vacuumEveryMs` (10 minutes) if something was written. PostgreSQL does both itself.
 */
export function startMaintenance(options: {
  pool: Pool
  engine: 'embedded' | 'postgres'
  log: (line: string) => void
  vacuumEveryMs?: number
}): Maintenance {
  const { pool, engine, log, vacuumEveryMs = 10 * 60_000 } = options
  const stops = new Set<() => void>()
  const running = new Set<Promise<void>>()

  async function run(name: string, task: () => Promise<unknown>) {
    try {
      await task()
    } catch (error) {
      log(`maintenance: ${name} failed: ${error instanceof Error ? error.message : error}`)
    }
  }

  /** One timer and at most one run at a time; unref'd, so that it keeps no process alive. */
  function schedule(ms: number, name: string, task: () => Promise<unknown>, once = false) {
    const start = () => {
      const done = run(name, task).then(() => {
        running.delete(done)
        if (once) stops.delete(stop)
        else if (stops.has(stop)) timer = setTimeout(start, ms).unref()
      })
      running.add(done)
    }
    const stop = () => {
      stops.delete(stop)
      clearTimeout(timer)
    }
    stops.add(stop)
    let timer = setTimeout(start, ms).unref()
    return stop
  }

  const vacuum = vacuumer(pool)
  let soon: (() => void) | undefined
  if (engine === 'embedded') schedule(vacuumEveryMs, 'vacuum', vacuum)

  return {
    every: (ms, name, task) => schedule(ms, name, task),
    vacuumSoon() {
      soon?.()
      if (engine === 'embedded') soon = schedule(2000, 'vacuum', vacuum, true)
    },
    async stop() {
      for (const stop of stops) stop()
      await Promise.all(running)
    },
  }
}

/**
 * Answers a task that looks after what was written since its last run, one table after the other, so that others get
 * their turn in between. What is worth it is what PostgreSQL's own autovacuum takes for it: a fifth of a table that is
 * dead or new is vacuumed, a tenth that has changed analyzed.
 */
export function vacuumer(pool: Pool) {
  const walPosition = async () => (await pool.query('select pg_current_wal_insert_lsn() as lsn')).rows[0].lsn
  let last: string | undefined
  return async () => {
    if ((await walPosition()) === last) return false
    await pool.query('select pg_stat_force_next_flush()') // the session's counts, else up to a minute old
    const { rows } = await pool.query<{ work: string }>(WORTH_IT)
    for (const { work } of rows) await pool.query(work)
    await pool.query('checkpoint') // without it the log grows until the server stops
    last = await walPosition()
    return true
  }
}

const WORTH_IT = `
  select format(case when is_crowded then 'vacuum %s%I' else '%sanalyze %I' end,
    case when is_crowded and is_stale then '(analyze) ' else '' end, relname) as work
  from (select seen.relname,
      greatest(n_dead_tup, n_ins_since_vacuum) > 50 + 0.2 * greatest(reltuples, 0) as is_crowded,
      n_mod_since_analyze > 50 + 0.1 * greatest(reltuples, 0) as is_stale
    from pg_stat_user_tables as seen join pg_class as own on own.oid = relid) as tables
  where is_crowded or is_stale order by relname`
