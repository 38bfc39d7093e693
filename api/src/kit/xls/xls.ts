// xls: Excel 5–2003 workbooks, read by SheetJS in a thread of its own.
import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { ReadLimits } from '../sheets/limits.ts'
import { SheetError, type SheetErrorCode } from '../sheets/sheet-error.ts'
import type { Row, Sheet, SheetLayout, Workbook } from '../sheets/workbook.ts'

/** What the thread is given. */
export interface XlsOrder {
  bytes: Uint8Array
  limits: ReadLimits
}

/** What the thread answers, one at a time: it goes on when it is told 'next'. */
export type XlsMessage =
  | { type: 'sheet'; name: string; state: Sheet['state']; layout: SheetLayout }
  | { type: 'rows'; rows: Row[] }
  | { type: 'refused'; code: SheetErrorCode; params: SheetError['params'] }
  | { type: 'done' }

/** Of the thread's own heap; its buffers are counted with the process. */
const HEAP_MB = 512

/**
 * Reads an Excel 5–2003 workbook. What SheetJS does with it can be slow, huge or fatal, so that it has a thread of its
 * own, which is ended when the time is up or the process has grown by too much.
 */
export async function readXls(file: Buffer, limits: ReadLimits, signal: AbortSignal): Promise<Workbook> {
  // A copy, because a buffer that travels to the thread is gone here (and small ones share a pool).
  const order: XlsOrder = { bytes: new Uint8Array(file), limits }
  const worker = new Worker(new URL('./xls-worker.ts', import.meta.url), {
    workerData: order,
    transferList: [order.bytes.buffer as ArrayBuffer],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 12 },
    env: {},
    execArgv: [],
  })
  // Once nobody receives from it any more, what it still throws until it has ended would end the process.
  worker.on('error', () => {})
  const memory = watchMemory(limits.memory)
  const end = AbortSignal.any([signal, memory.signal])
  try {
    return await receive(worker, end)
  } catch (error) {
    throw refusalOf(error, end)
  } finally {
    memory.stop()
    await worker.terminate()
  }
}

/** V8's own limit does not count buffers and let four gigabytes through. */
function watchMemory(most: number) {
  const before = process.memoryUsage.rss()
  const abort = new AbortController()
  const interval = setInterval(() => {
    if (process.memoryUsage.rss() - before > most) abort.abort(new SheetError('excel.too_large'))
  }, 50)
  return { signal: abort.signal, stop: () => clearInterval(interval) }
}

async function receive(worker: Worker, signal: AbortSignal): Promise<Workbook> {
  const sheets: (Sheet & { rows: Row[] })[] = []
  const messages = on(worker, 'message', { signal, close: ['exit'] }) as AsyncIterable<[XlsMessage]>
  for await (const [message] of messages) {
    if (message.type === 'done') return { sheets }
    if (message.type === 'refused') throw new SheetError(message.code, message.params)
    if (message.type === 'sheet') {
      const { name, state, layout } = message
      sheets.push({ name, state, rows: [], layout: async () => layout })
    } else sheets.at(-1)?.rows.push(...message.rows)
    worker.postMessage('next')
  }
  throw new Error('the reading thread ended without an answer')
}

function refusalOf(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason
  const outOfMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
  return outOfMemory ? new SheetError('excel.too_large') : error
}
