// Periodic tasks.

/** Periodic tasks of the running server. A failed run is logged, once a minute; the next one follows in time. */
export type Maintenance = {
  /** Runs `task` every `ms` milliseconds, counted from the end of its last run; returns a function that stops it. */
  every(ms: number, name: string, task: () => Promise<unknown>): () => void
  /** Stops all tasks and waits for running ones. */
  stop(): Promise<void>
}

/** Milliseconds between equal lines of the log. */
const LOG_EVERY = 60_000

export function startMaintenance({ log }: { log: (line: string) => void }): Maintenance {
  const stops = new Set<() => void>()
  const running = new Set<Promise<void>>()
  const logged = new Map<string, number>()

  async function run(name: string, task: () => Promise<unknown>) {
    try {
      await task()
    } catch (error) {
      const line = `maintenance: ${name} failed: ${error instanceof Error ? error.message : error}`
      if (performance.now() - (logged.get(line) ?? -LOG_EVERY) < LOG_EVERY) return
      logged.set(line, performance.now())
      log(line)
    }
  }

  /** One timer and at most one run at a time; unref'd, so that it does not keep the process running. */
  function schedule(ms: number, name: string, task: () => Promise<unknown>) {
    const start = () => {
      const done = run(name, task).then(() => {
        running.delete(done)
        if (stops.has(stop)) timer = setTimeout(start, ms).unref()
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

  return {
    every: schedule,
    async stop() {
      for (const stop of stops) stop()
      await Promise.all(running)
    },
  }
}
