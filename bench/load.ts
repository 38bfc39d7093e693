import autocannon from 'autocannon'

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

/** Requests per second, and the 99th percentile of the response time in ms. Throws on error responses. */
export async function load(
  { url, method = 'GET', body, headers = {}, vary }: Target,
  connections = 16,
  time = seconds,
) {
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
  const { requests, latency, non2xx, errors } = await run
  if (non2xx + errors > 0) throw new Error(`${url} answered ${non2xx} refusals and ${errors} errors`)
  return { rate: requests.total / time, p99: latency.p99, slowest: latency.max }
}

let count = 0
function varied(vary: NonNullable<Target['vary']>, headers: Record<string, string>) {
  count += 1
  const { headers: more, ...rest } = vary(count)
  return { ...rest, headers: { ...headers, ...more } }
}

/** Runs A and B alternately, so that other load affects both; returns the medians. */
export async function inTurns(a: () => Promise<number>, b: () => Promise<number>, times = rounds) {
  const [ours, bare]: [number[], number[]] = [[], []]
  for (let round = 0; round < times; round++) {
    ours.push(await a())
    bare.push(await b())
  }
  return { ours: median(ours), bare: median(bare), ratio: median(ours) / median(bare) }
}

export const median = (values: number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
