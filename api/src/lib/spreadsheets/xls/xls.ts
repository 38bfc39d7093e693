// Excel 5–2003 workbooks, read by SheetJS in a process of its own.
import { type ChildProcess, fork } from 'node:child_process'
import { on, once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ReadLimits } from '../limits.ts'
import { SheetError, type SheetErrorCode } from '../sheet-error.ts'
import type { Row, Sheet, SheetLayout, Workbook } from '../workbook.ts'

/** What the process is given. */
export interface XlsOrder {
  bytes: Uint8Array
  limits: ReadLimits
}

/** The messages of the process, one at a time: it continues after 'next'. */
export type XlsMessage =
  | { type: 'sheet'; name: string; state: Sheet['state']; layout: SheetLayout }
  | { type: 'rows'; rows: Row[] }
  | { type: 'refused'; code: SheetErrorCode; params: SheetError['params'] }
  | { type: 'done' }

/** Of the process's heap; its buffers are counted by what it takes of the machine. */
const HEAP_MB = 512
const PROGRAM = fileURLToPath(new URL('./xls-process.ts', import.meta.url))

/**
 * Reads an Excel 5–2003 workbook. What SheetJS does with it can be slow, huge or fatal, so that it has a process of its
 * own, which is ended when the time is up or it has taken too much memory.
 */
export async function readXls(file: Buffer, limits: ReadLimits, signal: AbortSignal): Promise<Workbook> {
  const child = fork(PROGRAM, [], {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${HEAP_MB}`],
    env: {},
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const last = lastWords(child)
  // Once nobody receives from it any more, what it still throws until it has ended would end the server.
  child.on('error', () => {})
  const memory = watchMemory(child, limits.memory)
  const end = AbortSignal.any([signal, memory.signal])
  try {
    child.send({ bytes: file, limits } satisfies XlsOrder, () => {}) // an end without an answer says why
    return await receive(child, end, last)
  } catch (error) {
    throw end.aborted ? end.reason : error
  } finally {
    memory.stop()
    child.kill('SIGKILL')
  }
}

/** Characters of standard error that are logged when the process fails. */
const LAST_WORDS = 4000

/** Collects the standard error of a process; resolves when it has ended. */
function lastWords(child: ChildProcess) {
  let output = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-LAST_WORDS)
  })
  const closed = once(child, 'close').catch(() => {}) // one that could not be begun has said nothing
  return async () => {
    await closed
    return output.trim()
  }
}

/** V8's own limit does not count buffers and let four gigabytes through. Where the system does not tell, it is alone. */
function watchMemory({ pid }: ChildProcess, most: number) {
  const abort = new AbortController()
  const interval = setInterval(() => {
    if (takenBy(pid) > most) abort.abort(new SheetError('excel.too_large'))
  }, 50)
  return { signal: abort.signal, stop: () => clearInterval(interval) }
}

/** Bytes that a process takes of the machine; 0 when the system does not tell. */
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
      const { name, state, layout } = message
      sheets.push({ name, state, rows: [], layout: async () => layout })
    } else sheets.at(-1)?.rows.push(...message.rows)
    child.send('next', () => {})
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit', { signal })
  // V8 ends a process whose heap is full by itself.
  if (child.signalCode === 'SIGABRT' || child.exitCode === 134) throw new SheetError('excel.too_large')
  throw new Error(`the reading process ended without an answer: ${await last()}`)
}
