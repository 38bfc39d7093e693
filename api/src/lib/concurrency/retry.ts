const SECOND = 1000

/**
 * Runs work on request, and again every second while it fails. Callers in the meantime share the pending attempt, so
 * that an outage does not multiply attempts.
 */
export function retryEverySecond(work: () => Promise<void>, failed: (error: Error) => void) {
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  const attempt = () => {
    if (isOver || timer) return
    work().catch((error: Error) => {
      if (isOver || timer) return
      failed(error)
      timer = setTimeout(() => {
        timer = undefined
        attempt()
      }, SECOND).unref()
    })
  }
  return {
    attempt,
    stop() {
      isOver = true
      clearTimeout(timer)
    },
  }
}
