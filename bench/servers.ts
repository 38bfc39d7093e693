import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'

const root = resolve(import.meta.dirname, '..')
export const PRODUCT = 'api/start.mjs'
export const FLOOR = 'bench/floor.ts'

/** A server of the benchmark, with the milliseconds from its start to the first response. */
export interface Server {
  child: ChildProcess
  address: string
  ms: number
}

/** Allows reading the metrics of a server behind a proxy. */
const METRICS_TOKEN = 'benchmark'

const children = new Set<ChildProcess>()

/** Starts a program, of this build or of that in `folder`, and waits for its first response. */
export async function start(file: string, env: Record<string, string>, folder = root): Promise<Server> {
  const from = performance.now()
  const flags = ['--max-semi-space-size=4', '--heap-growing-percent=60'] // as `npm start`
  const child = spawn(process.execPath, [...flags, join(folder, file)], {
    env: {
      ...process.env,
      PORT: '0',
      LOG_LEVEL: 'error',
      ADMIN_PASSWORD: 'benchmark',
      METRICS_TOKEN,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.add(child)
  for await (const line of createInterface(child.stdout)) {
    const address = /http:\/\/[\d.:]+/.exec(line)?.[0]
    if (!address) continue
    child.stdout.resume()
    await fetch(`${address}/health`)
    return { child, address, ms: performance.now() - from }
  }
  throw new Error(`${file} ended before it was ready`)
}

/** The token of the user whom every server of a measurement has. */
export async function signIn({ address }: Server) {
  const response = await fetch(`${address}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: 'benchmark' }),
  })
  return ((await response.json()) as { token: string }).token
}

export async function stop({ child }: Server) {
  children.delete(child)
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

export const stopAll = () => {
  for (const child of children) child.kill('SIGTERM')
}

/** Resident memory of a process in MB. */
export const memoryOf = ({ child }: Server) =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024)

/** CPU seconds of a process, which depend little on other load. */
const processorOf = ({ child }: Server) => {
  const [user = 0, system = 0] = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
    .replace(/.*\) /, '')
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return (user + system) / 100
}

/**
 * Runs work and returns its milliseconds, the server's peak memory, its longest event loop delay, and its CPU seconds
 * without the database's.
 */
export async function watched(server: Server, work: () => Promise<unknown>) {
  await longestBlock(server) // each reading resets the maximum
  let peak = memoryOf(server)
  const watch = setInterval(() => {
    peak = Math.max(peak, memoryOf(server))
  }, 50)
  const from = performance.now()
  const had = processorOf(server)
  try {
    await work()
  } finally {
    clearInterval(watch)
  }
  const ms = performance.now() - from
  const processor = processorOf(server) - had
  return { ms, peak, processor, block: await longestBlock(server) }
}

/** The longest delay of the event loop in ms since the last reading. */
async function longestBlock({ address }: Server) {
  const metrics = await (
    await fetch(`${address}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  ).text()
  return Math.round(Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(metrics)?.[1]) * 1000)
}
