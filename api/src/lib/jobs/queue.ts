import { currentUser } from '../database/current-user.ts'
import { HttpError } from '../http/http-error.ts'

interface QueueOptions {
  /** Pieces of work that run at the same time. */
  atOnce: number
  /** Callers that wait for one of them to end; the next is refused. Without it any number waits. */
  waiting?: number
  /** Milliseconds that one waits at most; without it as long as it takes. */
  patience?: number
}

/**
 * Runs at most `atOnce` pieces of work at a time; others wait in order. Throws HttpError 429 when `waiting` callers wait
 * already, or after `patience` milliseconds. Not p-limit: it never refuses, neither when too many wait nor after too long.
 */
export function queue({ atOnce, waiting = Number.POSITIVE_INFINITY, patience }: QueueOptions) {
  const line: (() => void)[] = []
  let taken = 0
  const leave = () => {
    const next = line.shift()
    if (next) next()
    else taken -= 1
  }
  /** Takes a place; answers the function that gives it back. */
  async function enter(): Promise<() => void> {
    if (taken < atOnce) taken += 1
    else if (line.length < waiting) await turn(line, patience)
    else throw busy()
    return leave
  }
  /** Does work in its turn. */
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
 * A queue for each key, there as long as somebody works or waits in it: those of one key hold up nobody else. Work is
 * given what tells whether somebody waits for its end.
 */
export function queuePerKey(options: QueueOptions) {
  const queues = new Map<string, { run: ReturnType<typeof queue>['run']; callers: number }>()
  return async <Answer>(
    key: string,
    work: (isAwaited: () => boolean) => Promise<Answer>,
  ): Promise<Answer> => {
    const own = queues.get(key) ?? { run: queue(options).run, callers: 0 }
    queues.set(key, own)
    own.callers += 1
    try {
      return await own.run(() => work(() => own.callers > options.atOnce))
    } finally {
      own.callers -= 1
      if (own.callers === 0) queues.delete(key)
    }
  }
}

/** Work of one caller that waits behind his own. */
const MOST_OWN = 50

/**
 * A queue in which every caller stands once: what else he asks for waits behind that, and takes nobody's place. Each of the
 * two waits has the whole patience.
 */
export function queueOfCallers(options: QueueOptions) {
  const { run } = queue(options)
  const behindOwn = queuePerKey({ ...options, atOnce: 1, waiting: MOST_OWN })
  return <Answer>(work: () => Promise<Answer>): Promise<Answer> =>
    behindOwn(String(currentUser()), () => run(work))
}

function turn(line: (() => void)[], patience: number | undefined) {
  return new Promise<void>((resolve, reject) => {
    const called = () => {
      clearTimeout(timer)
      resolve()
    }
    const giveUp = () => {
      line.splice(line.indexOf(called), 1)
      reject(busy())
    }
    const timer = patience === undefined ? undefined : setTimeout(giveUp, patience)
    line.push(called)
  })
}

const busy = () => new HttpError('error.busy', { retryAfter: 2 })
