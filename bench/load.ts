import autocannon from 'autocannon'
import { machine, usedBelow } from './processes.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 2)
const rounds = Number(process.env.BENCH_ROUNDS ?? 5)

/** A repeated request. `vary` changes the n-th one. */
export interface Target {
  url: string
  method?: 'GET' | 'POST' | 'PUT'
  body?: string
  headers?: Record<string, string>
  vary?: (n: number) => { body?: string; headers?: Record<string, string>; path?: string }
}

/** Seconds at most for a server that has not answered anything yet: its first answers on a busy machine take long. */
const LONGEST = 16

/** Answered requests of this run so far, for the processor time of one. */
let answered = 0

/**
 * Requests per second, and the 99th percentile of the response time in ms. Requests that an overloaded server sheds
 * (503, 429) are not counted. Throws on other error responses, or when all are shed.
 */
export async function load(
  target: Target,
  connections = 16,
  time = seconds,
): Promise<{ rate: number; p99: number; slowest: number }> {
  const { url, method = 'GET', body, headers = {}, vary } = target
  const run = autocannon({
    url,
    method,
    headers,
    connections,
    duration: time,
    timeout: 30,
    ...(body ? { body } : {}),
    ...(vary
      ? { requests: [{ setupRequest: (request) => ({ ...request, ...varied(vary, headers) }) }] }
      : {}),
  })
  const { '2xx': good, latency, non2xx, errors, statusCodeStats = {} } = await run
  const shed = (['503', '429'] as const).reduce(
    (sum, status) => sum + (statusCodeStats[status]?.count ?? 0),
    0,
  )
  const isSlow = good + non2xx + errors === 0 && time < LONGEST
  if (isSlow) return load(target, connections, time * 2)
  if (non2xx - shed + errors > 0 || good === 0)
    throw new Error(`${url} answered ${non2xx} refusals (${shed} of them shed) and ${errors} errors`)
  answered += good
  return { rate: good / time, p99: latency.p99, slowest: latency.max }
}

let count = 0
function varied(vary: NonNullable<Target['vary']>, headers: Record<string, string>) {
  count += 1
  const { headers: more, ...rest } = vary(count)
  return { ...rest, headers: { ...headers, ...more } }
}

/** A round is repeated when others used more than this share of the machine's processors meanwhile. */
const DISTURBED = 0.2
/** Rounds at most, as a multiple of the undisturbed ones that are wanted. */
const PATIENCE = 3

/**
 * Runs A and B alternately, so that other load affects both; returns the medians. Disturbed rounds are repeated; on a
 * machine that is never quiet the least disturbed ones of `most` count. The processor time is that of all processes that the
 * benchmark has started, per request or, of other work, per run.
 */
export async function inTurns(
  a: () => Promise<number>,
  b: () => Promise<number>,
  times = rounds,
  most = times * PATIENCE,
) {
  const all: { ours: Turn; bare: Turn; others: number }[] = []
  const calm = () => all.filter(({ others }) => others <= DISTURBED).length
  while (calm() < times && all.length < most) {
    const before = machine()
    const own = usedByAllOfUs()
    const ours = await turn(a)
    const bare = await turn(b)
    const now = machine()
    const others = (now.busy - before.busy - (usedByAllOfUs() - own)) / (now.all - before.all)
    all.push({ ours, bare, others })
  }
  const best = all.sort((one, other) => one.others - other.others).slice(0, times)
  const of = (side: 'ours' | 'bare', what: keyof Turn) => median(best.map((one) => one[side][what]))
  const ours = of('ours', 'value')
  const bare = of('bare', 'value')
  const used = { ours: of('ours', 'used'), bare: of('bare', 'used') }
  return { ours, bare, ratio: ours / bare, used, disturbed: times - Math.min(times, calm()) }
}

/** What was measured, and the microseconds of processor that it took. */
interface Turn {
  value: number
  used: number
}

async function turn(work: () => Promise<number>): Promise<Turn> {
  const before = { used: usedBelow(process.pid), answered }
  const value = await work()
  return { value, used: (usedBelow(process.pid) - before.used) / Math.max(1, answered - before.answered) }
}

const usedByAllOfUs = () => {
  const { user, system } = process.cpuUsage()
  return user + system + usedBelow(process.pid)
}

export const median = (values: number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
