/**
 * Makes work that must not overlap and need not be done twice: who asks while it runs shares the one run that follows.
 * A failure is everybody's who shares that run.
 */
export function singleFlight(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined

  const start = () => {
    running = work().finally(() => {
      running = undefined
    })
    return running
  }

  return () => {
    if (!running) return start()
    next ??= running
      .catch(() => {})
      .then(() => {
        next = undefined
        return start()
      })
    return next
  }
}
