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

/** Answers a task that vacuums when the write-ahead log has grown since its last run. */
export function vacuumer(pool: Pool) {
  const walPosition = async () => (await pool.query('select pg_current_wal_insert_lsn() as lsn')).rows[0].lsn
  let last: string | undefined
  return async () => {
    if ((await walPosition()) === last) return false
    await pool.query('vacuum (analyze)')
    await pool.query('checkpoint') // without it the log grows until the server stops
    last = await walPosition()
    return true
  }
}
