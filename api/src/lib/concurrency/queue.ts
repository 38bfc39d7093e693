import { currentUser } from '../database/current-user.ts'
import { HttpError } from '../http/http-error.ts'

interface QueueOptions {
  /** Tasks that run at the same time. */
  concurrency: number
  /** Callers that wait at most; further ones are rejected. Unlimited by default. */
  waiting?: number
  /** Milliseconds that a caller waits at most; unlimited by default. */
  maxWaitMs?: number
}

/**
 * Runs at most `concurrency` tasks at a time; others wait in order. Throws HttpError 429 when `waiting` callers wait
 * already, or after `maxWaitMs` milliseconds. Not p-limit, which has neither limit.
 */
export function queue({ concurrency, waiting = Number.POSITIVE_INFINITY, maxWaitMs }: QueueOptions) {
  const line: (() => void)[] = []
  let active = 0
  const leave = () => {
    const next = line.shift()
    if (next) next()
    else active -= 1
  }
  /** Waits for a place; resolves to a function that releases it. */
  async function enter(): Promise<() => void> {
    if (active < concurrency) active += 1
    else if (line.length < waiting) await waitForPlace(line, maxWaitMs)
    else throw busy()
    return leave
  }
  /** Runs work in turn. */
  async function run<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    const done = await enter()
    try {
      return await work()
    } finally {
      done()
    }
  }
  return { enter, run }
}

/**
 * A queue per key, which exists while it has callers, so that callers of one key do not delay others. The work receives
 * a function that returns whether others wait, and whether it has waited itself.
 */
export function queuePerKey(options: QueueOptions) {
  const queues = new Map<string, { run: ReturnType<typeof queue>['run']; callers: number }>()
  return async <Answer>(
    key: string,
    work: (isAwaited: () => boolean, hasWaited: boolean) => Promise<Answer>,
  ): Promise<Answer> => {
    const entry = queues.get(key) ?? { run: queue(options).run, callers: 0 }
    queues.set(key, entry)
    entry.callers += 1
    const isAwaited = () => entry.callers > options.concurrency
    const waits = isAwaited()
    try {
      return await entry.run(() => work(isAwaited, waits))
    } finally {
      entry.callers -= 1
      if (entry.callers === 0) queues.delete(key)
    }
  }
}

/** Further tasks of one caller that may wait. */
const MAX_PER_CALLER = 50

/**
 * A queue in which every caller has one place: further tasks of the same caller wait before it. Each of the two waits
 * has the full `maxWaitMs`.
 */
export function fairQueue(options: QueueOptions) {
  const { run } = queue(options)
  const behindOwn = queuePerKey({ ...options, concurrency: 1, waiting: MAX_PER_CALLER })
  return <Answer>(work: () => Promise<Answer>): Promise<Answer> =>
    behindOwn(String(currentUser()), () => run(work))
}

function waitForPlace(line: (() => void)[], maxWaitMs: number | undefined) {
  return new Promise<void>((resolve, reject) => {
    const enter = () => {
      clearTimeout(timer)
      resolve()
    }
    const rejectWaiting = () => {
      line.splice(line.indexOf(enter), 1)
      reject(busy())
    }
    const timer = maxWaitMs === undefined ? undefined : setTimeout(rejectWaiting, maxWaitMs)
    line.push(enter)
  })
}

const busy = () => new HttpError('error.busy', { retryAfter: 2 })
