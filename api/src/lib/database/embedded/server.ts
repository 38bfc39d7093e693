import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { waitAtMost } from '../../concurrency/wait-at-most.ts'
import { type Account, commandAs } from './account.ts'
import type { Binaries } from './binaries.ts'

/** Why a server ended: PostgreSQL's reason, and whether the stop was ordered. */
type Exit = { reason: string; isOrderly: boolean }

/** A PostgreSQL server that this process started. `stop` ends it in order, `kill` at once and without a checkpoint. */
export type Server = {
  pid: number
  exited: Promise<Exit>
  stop(): Promise<void>
  kill(): Promise<void>
}

type ServerOptions = {
  path: string
  account: Account
  binaries: Binaries
  settings: Readonly<Record<string, string>>
  log: (line: string) => void
}

/** Lines that PostgreSQL logs at every start and stop, some for each connection that comes too early. */
const ROUTINE =
  /^FATAL: +(terminating .* due to administrator command|the database system is (starting up|shutting down|in recovery mode|not yet accepting connections))|^DETAIL: +Consistent recovery state has not been yet reached|^LOG: +(starting PostgreSQL|listening on|database system (is ready|is shut down|was shut down)|received (fast|smart|immediate) shutdown|aborting any active|shutting down|background worker "logical)/

/**
 * Starts PostgreSQL on a folder; resolves when it accepts connections, which takes longer after a crash. Its log lines
 * go to `log`. Rejects with PostgreSQL's reason when it ends before. When this process ends in any way, a watcher stops
 * the server.
 */
export async function startServer({
  path,
  account,
  binaries,
  settings,
  log,
}: ServerOptions): Promise<Server> {
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const [command, args, options] = commandAs(account, join(binaries.folder, 'bin', 'postgres'), [
    '-D',
    path,
    ...flags,
  ])
  // A process group of its own: Ctrl C reaches only Kontor, which stops the server after its last transaction.
  const child = spawn(command, args, { ...options, detached: true, stdio: ['ignore', 'ignore', 'pipe'] })
  const ready = Promise.withResolvers<void>()
  const last: string[] = []
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (/LOG: +database system is ready to accept (read-only )?connections/.test(line)) ready.resolve()
    if (ROUTINE.test(line)) return
    last.push(line)
    if (last.length > 20) last.shift()
    log(`PostgreSQL: ${line}`)
  })
  const exited = waitForExit(child).then(({ signal, code }) => ({
    // Its sessions log that they lost the server, which is not the reason.
    reason: signal === 'SIGKILL' ? 'it was killed' : (reasonOf(last) ?? `it ended with ${signal ?? code}`),
    isOrderly: code === 0,
  }))
  ready.promise.catch(() => {}) // prevents an unhandled rejection when it could not be spawned
  void exited.then(({ reason }) => ready.reject(new Error(reason)))
  if (child.pid === undefined) throw new Error((await exited).reason)
  const { pid } = child
  const unwatch = watch(pid)
  void exited.then(unwatch)
  await ready.promise
  return {
    pid,
    exited,
    stop: () => stopProcess(pid, exited),
    async kill() {
      if (signalProcess(pid, 'SIGQUIT')) await exited
    },
  }
}

/** Waits for its exit and its last output. */
async function waitForExit(
  child: ChildProcess,
): Promise<{ code: number | string | null; signal?: string | null }> {
  const closed = once(child, 'close').catch(() => {})
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null] // the event's arguments
    // Sessions of a killed server may still hold the pipe open.
    await waitAtMost(500, closed)
    return { code, signal }
  } catch (error) {
    return { code: (error as NodeJS.ErrnoException).message } // could not be spawned
  }
}

/** The last fatal line of the log, with its detail. */
function reasonOf(lines: readonly string[]) {
  const fatal = lines.findLast((line) => /(FATAL|PANIC): /.test(line))
  const detail = lines.slice(fatal ? lines.indexOf(fatal) : 0).find((line) => /DETAIL: /.test(line))
  const parts = [fatal ?? lines.at(-1), detail]
  const texts = parts.flatMap((line) => line?.replace(/^.*?(FATAL|PANIC|DETAIL|LOG): +/, '') ?? [])
  return texts.length > 0 ? texts.join(': ') : undefined
}

/** Ends the sessions and the server with a fast shutdown; after 20 s with an immediate one. */
export async function stopProcess(pid: number, exited: Promise<unknown>) {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (!signalProcess(pid, signal)) return
    const timer = new AbortController()
    const late = pause(20_000, 'late', { ref: false, signal: timer.signal }).catch(() => {})
    if ((await Promise.race([exited, late])) !== 'late') return timer.abort()
  }
}

/** Sends a signal; false when there is no such process. */
export function signalProcess(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Its standard input closes when this process ends. Then it stops the server: fast, and after 8 s immediately. */
const WATCHER = `read -r _; kill -INT "$1"
for _ in 1 2 3 4 5 6 7 8; do sleep 1; kill -0 "$1" || exit; done; kill -QUIT "$1"`
const WINDOWS_WATCHER = 'process.stdin.resume().on("close", () => process.kill(Number(process.argv[1])))'

/** Stops the server when this process ends in any way. Returns a function that ends the watching. */
function watch(pid: number): () => void {
  const isWindows = process.platform === 'win32'
  const program = isWindows ? process.execPath : 'sh'
  const args = isWindows ? ['-e', WINDOWS_WATCHER] : ['-c', WATCHER, 'kontor-watcher']
  const options = { cwd: '/', detached: true, windowsHide: true }
  let isWanted = true
  let end = () => {}
  function start() {
    if (!isWanted) return
    const watcher = spawn(program, [...args, String(pid)], {
      ...options,
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    watcher.unref()
    watcher.stdin.on('error', () => {})
    watcher.on('error', () => {}) // without a shell there is no watcher
    watcher.once('exit', () => setTimeout(start, 1000).unref()) // it was killed
    end = () => {
      watcher.kill('SIGKILL')
    }
  }
  start()
  return () => {
    isWanted = false
    end()
  }
}
