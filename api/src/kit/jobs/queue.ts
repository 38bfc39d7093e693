import { Refusal } from '../serve/refusal.ts'

interface QueueOptions {
  /** Pieces of work that run at the same time. */
  atOnce: number
  /** Callers that wait for one of them to end; the next is refused. */
  waiting: number
  /** Milliseconds that one waits at most. */
  patience: number
}

/**
 * Lets a few work at once and the next ones wait their turn. Answers a function that takes a place: it resolves to the
 * function that gives the place back, or refuses with 429 when too many wait or the wait is too long.
 */
export function queue({ atOnce, waiting, patience }: QueueOptions) {
  const line: (() => void)[] = []
  let taken = 0
  const leave = () => {
    const next = line.shift()
    if (next) next()
    else taken -= 1
  }
  return async function place(): Promise<() => void> {
    if (taken < atOnce) taken += 1
    else if (line.length < waiting) await turn(line, patience)
    else throw busy()
    return leave
  }
}

function turn(line: (() => void)[], patience: number) {
  return new Promise<void>((resolve, reject) => {
    const called = () => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(() => {
      line.splice(line.indexOf(called), 1)
      reject(busy())
    }, patience)
    line.push(called)
  })
}

const busy = () => new Refusal('error.busy', { retryAfter: 2 })
