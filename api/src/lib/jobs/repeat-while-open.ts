const SOON_MS = 20

/**
 * Runs `round` repeatedly: at once while it returns true or after `wake`, otherwise after growing pauses up to
 * `idleMs`, because enqueued work may not be committed yet.
 */
export function repeatWhileOpen(round: () => Promise<boolean>, idleMs: number, log: (line: string) => void) {
  let pauseMs = Math.min(500, idleMs)
  let running: Promise<void> | undefined
  let open = true
  let timer = setTimeout(run, pauseMs).unref()

  function run() {
    running = round()
      .then((busy) => {
        pauseMs = busy ? 0 : Math.min(Math.max(pauseMs, SOON_MS) * 2, idleMs)
      })
      .catch((error: unknown) => {
        pauseMs = idleMs
        if (open) log(error instanceof Error ? error.message : String(error))
      })
      .then(() => {
        running = undefined
        if (open) timer = setTimeout(run, pauseMs).unref()
      })
  }

  return {
    /** Ends the pause, because work may have been enqueued. */
    wake() {
      pauseMs = SOON_MS
      clearTimeout(timer)
      if (open && !running) timer = setTimeout(run, pauseMs).unref()
    },
    async stop() {
      open = false
      clearTimeout(timer)
      await running
    },
  }
}
