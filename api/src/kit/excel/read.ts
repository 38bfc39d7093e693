import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import { sheetLimits } from '@kontor/contract/kit/sheet'
import type { Cell } from './cell.ts'
import type { ReadMessage, ReadOrder } from './read-worker.ts'
import { SheetError } from './sheet-error.ts'
import { sheetKind } from './sheet-kind.ts'
import type { ZipLimits } from './zip-guard.ts'

/** A row that holds anything; `number` is Excel's, from 1. Cells after the last filled one are absent. */
export interface Row {
  number: number
  cells: Cell[]
}

export interface Workbook {
  sheets: { name: string; rows: Row[] }[]
}

export interface ReadLimits extends ZipLimits {
  /** Bytes of the file. */
  bytes: number
  /** Rows that hold anything, besides the header. */
  rows: number
  columns: number
  /** Cells of all sheets together. */
  cells: number
  /** Milliseconds until the reading is given up. */
  time: number
  /** Bytes by which the process may grow meanwhile. */
  memory: number
}

const MB = 1024 * 1024

/** What an import takes; a test or a bench passes its own. */
export const readLimits: ReadLimits = {
  ...sheetLimits,
  entries: 2000,
  // A hundred thousand rows of nineteen numbers are some 80 MB of XML; a million empty rows are more than this.
  unpacked: 128 * MB,
  ratio: 200,
  cells: 2_000_000,
  time: 30_000,
  memory: 600 * MB,
}

/**
 * Reads an .xlsx, .xlsm or .xls workbook in a thread of its own; the caller's thread is never busy for more than
 * some milliseconds. Throws {@link SheetError} for every file that is refused: too large, no workbook by its bytes,
 * damaged, encrypted, too slow, too much memory, too many rows or columns.
 */
export async function readWorkbook(file: Buffer, limits: ReadLimits = readLimits): Promise<Workbook> {
  if (file.length > limits.bytes) throw new SheetError('excel.too_large')
  // A copy, because a buffer that travels to the thread is gone here (and small ones share a pool).
  const order: ReadOrder = { kind: sheetKind(file), bytes: new Uint8Array(file), limits }
  const worker = new Worker(new URL('./read-worker.ts', import.meta.url), {
    workerData: order,
    transferList: [order.bytes.buffer as ArrayBuffer],
    resourceLimits: { maxOldGenerationSizeMb: limits.memory / MB, maxYoungGenerationSizeMb: 12 },
    env: {},
    execArgv: [],
  })
  const watch = watchOver(limits)
  try {
    return await receive(worker, watch.signal)
  } catch (error) {
    throw refusalOf(error, watch.signal)
  } finally {
    watch.stop()
    await worker.terminate()
  }
}

/** Time and memory: V8's own limit does not count buffers and let four gigabytes through. */
function watchOver({ time, memory }: ReadLimits) {
  const abort = new AbortController()
  const ceiling = process.memoryUsage.rss() + memory
  const timeout = setTimeout(() => abort.abort(new SheetError('excel.timeout')), time)
  const interval = setInterval(() => {
    if (process.memoryUsage.rss() > ceiling) abort.abort(new SheetError('excel.too_large'))
  }, 50)
  const stop = () => {
    clearTimeout(timeout)
    clearInterval(interval)
  }
  return { signal: abort.signal, stop }
}

async function receive(worker: Worker, signal: AbortSignal): Promise<Workbook> {
  const sheets: Workbook['sheets'] = []
  for await (const [message] of on(worker, 'message', { signal, close: ['exit'] }) as AsyncIterable<
    [ReadMessage]
  >) {
    if (message.type === 'done') return { sheets }
    if (message.type === 'refused') throw new SheetError(message.code, message.params)
    if (message.type === 'sheet') sheets.push({ name: message.name, rows: [] })
    else sheets.at(-1)?.rows.push(...message.rows)
    worker.postMessage('next')
  }
  throw new Error('the reading thread ended without an answer')
}

function refusalOf(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason
  const outOfMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
  return outOfMemory ? new SheetError('excel.too_large') : error
}
