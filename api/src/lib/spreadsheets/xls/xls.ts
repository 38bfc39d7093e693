// Reads Excel 5–2003 workbooks with SheetJS in a child process.
import { type ChildProcess, fork } from 'node:child_process'
import { on, once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ReadLimits } from '../limits.ts'
import { SheetError, type SheetErrorCode } from '../sheet-error.ts'
import type { MergedRange, Row, Sheet, Workbook } from '../workbook.ts'

/** The input of the process. */
export interface XlsOrder {
  bytes: Uint8Array
  limits: ReadLimits
}

/** The messages of the process, one at a time: it continues after 'next'. */
export type XlsMessage =
  | { type: 'sheet'; name: string; state: Sheet['state']; merged: MergedRange[] }
  | { type: 'rows'; rows: Row[] }
  | { type: 'refused'; code: SheetErrorCode; params: SheetError['params'] }
  | { type: 'done' }

/** Heap limit of the process; its buffers are limited by its resident memory. */
const HEAP_MB = 512
const PROGRAM = fileURLToPath(new URL('./xls-process.ts', import.meta.url))

/**
 * Reads an Excel 5–2003 workbook. SheetJS can be slow, use much memory or crash, so it runs in a child process, which
 * is killed at the timeout or memory limit.
 */
export async function readXls(file: Buffer, limits: ReadLimits, signal: AbortSignal): Promise<Workbook> {
  const child = fork(PROGRAM, [], {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${HEAP_MB}`],
    env: {},
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const last = lastWords(child)
  // After the last read message, an unhandled 'error' event would end the server.
  child.on('error', () => {})
  const memory = watchMemory(child, limits.memory)
  const end = AbortSignal.any([signal, memory.signal])
  try {
    child.send({ bytes: file, limits } satisfies XlsOrder, () => {}) // an exit without a message reports the reason
    return await receive(child, end, last)
  } catch (error) {
    throw end.aborted ? end.reason : error
  } finally {
    memory.stop()
    child.kill('SIGKILL')
  }
}

/** Maximum characters of standard error that are logged when the process fails. */
const LAST_WORDS = 4000

/** Collects the standard error of a process; resolves when it has ended. */
function lastWords(child: ChildProcess) {
  let output = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-LAST_WORDS)
  })
  const closed = once(child, 'close').catch(() => {}) // a process that could not be spawned has no output
  return async () => {
    await closed
    return output.trim()
  }
}

/**
 * V8's own limit ignores buffers and let four gigabytes through. Where the system does not report memory, it is the
 * only limit.
 */
function watchMemory({ pid }: ChildProcess, most: number) {
  const abort = new AbortController()
  const interval = setInterval(() => {
    if (takenBy(pid) > most) abort.abort(new SheetError('excel.too_large'))
  }, 50)
  return { signal: abort.signal, stop: () => clearInterval(interval) }
}

/** Resident memory of a process in bytes; 0 when the system does not report it. */
function takenBy(pid: number | undefined): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

async function receive(
  child: ChildProcess,
  signal: AbortSignal,
  last: () => Promise<string>,
): Promise<Workbook> {
  const sheets: (Sheet & { rows: Row[] })[] = []
  const messages = on(child, 'message', { signal, close: ['disconnect'] }) as AsyncIterable<[XlsMessage]>
  for await (const [message] of messages) {
    if (message.type === 'done') return { sheets }
    if (message.type === 'refused') throw new SheetError(message.code, message.params)
    if (message.type === 'sheet') {
      const { name, state, merged } = message
      sheets.push({ name, state, rows: [], merged: async () => merged })
    } else sheets.at(-1)?.rows.push(...message.rows)
    child.send('next', () => {})
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit', { signal })
  // V8 aborts a process whose heap is full.
  if (child.signalCode === 'SIGABRT' || child.exitCode === 134) throw new SheetError('excel.too_large')
  throw new Error(`the process that reads .xls files ended without a result: ${await last()}`)
}
