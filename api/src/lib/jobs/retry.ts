const SECOND = 1000

/**
 * Work that is done when it is asked for, and again a second later for as long as it fails. Whoever asks while it waits
 * for that waits as well, so that an outage is not knocked at once for each of them.
 */
export function retryWithBackoff(work: () => Promise<void>, failed: (error: Error) => void) {
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
