// embedded: PostgreSQL within this process, for an office without a database server. Also entered at data-dir.ts
// (its folder, one process at a time).
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Duplex } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { StartupError } from '../db/database-errors.ts'
import { closeTree } from './data-dir.ts'
import { EmbeddedSocket } from './socket.ts'
import { wayBack } from './way-back.ts'
import type { EmbeddedPlace, FromWorker, ToWorker } from './worker.ts'

/** The embedded PostgreSQL of one data directory. `connect` answers a stream that an ordinary pg client talks to. */
export type Embedded = { connect(): Duplex; close(): Promise<void> }

/** Hears of an engine that stopped by itself; its connections have failed by then and it stays closed. */
type OnFatal = (error: Error) => void

/**
 * Opens (at the first start: creates) the database in `<dataDir>/db`, for this process alone. Of its pages it keeps so
 * many MB in memory.
 * Throws StartupError: directory in use, not writable, disk full, damaged or of another version.
 */
export async function openEmbedded({
  dataDir,
  pageCacheMb = 128,
  onFatal,
}: {
  dataDir: string
  pageCacheMb?: number | undefined
  onFatal: OnFatal
}): Promise<Embedded> {
  const unlock = lock(dataDir)
  try {
    await create(dataDir)
    const engine = await start({ directory: join(dataDir, 'db'), pageCacheMb }, onFatal)
    const close = () => engine.close().finally(unlock)
    return { connect: engine.connect, close }
  } catch (error) {
    unlock()
    throw error
  }
}

/**
 * Two processes on one directory would destroy it, so SQLite's file lock guards it: the kernel frees it even
 * after kill -9. Nothing else in this process may open db.lock: closing any handle on it would drop the lock.
 */
function lock(dataDir: string) {
  try {
    mkdirSync(dataDir, { recursive: true })
    const file = new DatabaseSync(join(dataDir, 'db.lock'), { timeout: 0 })
    file.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    return () => file.close()
  } catch (error) {
    const { message, errcode } = error as { message: string; errcode?: number }
    const busy = errcode === 5
    throw new StartupError(
      busy
        ? `The data directory ${dataDir} is in use by another running Kontor: stop that one first, or give this one its own DATA_DIR.`
        : `The data directory ${dataDir} cannot be written to (${message}): make it writable or choose another DATA_DIR.`,
      { cause: error },
    )
  }
}

/** Creates the database beside its place and renames it when complete, so that a killed first start leaves none. */
async function create(dataDir: string) {
  const [directory, half] = [join(dataDir, 'db'), join(dataDir, 'db.new')]
  rmSync(half, { recursive: true, force: true })
  if (existsSync(directory)) return requireWhole(dataDir)
  // A thread of its own: creating needs several times the memory, which ends with the thread.
  const engine = await start({ directory: half, pageCacheMb: 16 }, () => {})
  await engine.close()
  closeTree(half) // what makes a database is not the engine that runs it, and minds no mode
  for (const file of readdirSync(half, { recursive: true, encoding: 'utf8' })) flush(join(half, file))
  renameSync(half, directory)
  flush(dataDir)
}

/** The engine would make a new database over what is left of one, so it never sees a folder that has lost its sign. */
function requireWhole(dataDir: string) {
  const missing = ['PG_VERSION', 'global/pg_control', 'base', 'pg_wal', 'pg_xact'].filter(
    (name) => !existsSync(join(dataDir, 'db', name)),
  )
  if (missing.length > 0)
    throw new StartupError(explain(join(dataDir, 'db'), `${missing.join(', ')} missing`))
}

function flush(path: string) {
  if (process.platform === 'win32') return // cannot open directories, and flushes read-only handles not at all
  const file = openSync(path, 'r')
  fsyncSync(file)
  closeSync(file)
}

// Node 24 was once seen to abort while it freed WebAssembly code (V8: allocations_.erase). This code is never freed.
setFlagsFromString('--no-wasm-code-gc')

async function start(place: EmbeddedPlace, onFatal: OnFatal): Promise<Embedded> {
  const { directory } = place
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: place })
  const sockets = new Map<number, EmbeddedSocket>()
  const opened = Promise.withResolvers<void>()
  const exited = Promise.withResolvers<void>()
  let state: 'starting' | 'open' | 'closing' | 'stopped' = 'starting'
  let reason = ''

  worker.on('message', (message: FromWorker) => {
    if (message === 'open') {
      state = 'open'
      opened.resolve()
    } else if ('failed' in message) reason = message.failed
    else sockets.get(message.id)?.push(message.bytes)
  })
  worker.on('error', (error) => {
    reason = error.message
  })
  worker.on('exit', (code) => {
    const error = new StartupError(explain(directory, reason || `it stopped with code ${code}`))
    opened.reject(error)
    exited.resolve()
    if (state !== 'open') return
    state = 'stopped'
    for (const socket of sockets.values()) socket.destroy(terminated())
    onFatal(error)
  })
  await opened.promise

  const send = (message: ToWorker, transfer: ArrayBuffer[] = []) => worker.postMessage(message, transfer)
  let lastId = 0
  return {
    connect() {
      const id = ++lastId
      const socket = new EmbeddedSocket((bytes) => send({ id, bytes }, bytes ? [bytes.buffer] : []))
      sockets.set(id, socket)
      if (state !== 'open') socket.destroy(terminated())
      return socket.once('close', () => sockets.delete(id))
    },
    async close() {
      if (state === 'open') send('close')
      state = 'closing'
      await exited.promise
    },
  }
}

/** In pg's own words for a lost connection, so that callers see one kind of error. */
const terminated = () => new Error('Connection terminated unexpectedly')

function explain(directory: string, reason: string) {
  const advice = /space left/i.test(reason)
    ? 'free some disk space and start again'
    : /incompatible/i.test(reason)
      ? 'start the version of Kontor that wrote it and export, or restore a backup'
      : wayBack(dirname(directory))
  return `The embedded database in ${directory} cannot run (${reason}): ${advice}.`
}
