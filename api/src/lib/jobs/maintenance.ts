// Periodic tasks.

/** Periodic tasks of the running server. A failed run is logged, once a minute; the next one follows in time. */
export type Maintenance = {
  /**
   * Runs `task` every `ms` milliseconds, counted from the end of its last run; returns a function that stops it. A task
   * that takes long ends early, with an error, when its signal is aborted.
   */
  every(ms: number, name: string, task: (signal: AbortSignal) => Promise<unknown>): () => void
  /** Stops all tasks, aborts running ones and waits for them. */
  stop(): Promise<void>
}

/** Milliseconds between equal lines of the log. */
const LOG_EVERY = 60_000

export function startMaintenance({ log }: { log: (line: string) => void }): Maintenance {
  const stops = new Set<() => void>()
  const running = new Set<Promise<void>>()
  const logged = new Map<string, number>()
  const stopping = new AbortController()

  async function run(name: string, task: (signal: AbortSignal) => Promise<unknown>) {
    try {
      await task(stopping.signal)
    } catch (error) {
      if (error instanceof Error && error.name === 'AbortError') return // it was asked to stop
      const line = `maintenance: ${name} failed: ${error instanceof Error ? error.message : error}`
      if (performance.now() - (logged.get(line) ?? -LOG_EVERY) < LOG_EVERY) return
      logged.set(line, performance.now())
      log(line)
    }
  }

  /** One timer and at most one run at a time; unref'd, so that it does not keep the process running. */
  function schedule(ms: number, name: string, task: (signal: AbortSignal) => Promise<unknown>) {
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
      stopping.abort()
      await Promise.all(running)
    },
  }
}
