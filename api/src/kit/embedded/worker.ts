import { fsyncSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { type Extension, PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'

// A worker thread, because PGlite computes on the thread that calls it and the server must go on listening.
// It speaks PostgreSQL's wire protocol; every message names the connection that it belongs to.

/** Where the database is, and in how much memory its pages are kept. */
export type EmbeddedPlace = { directory: string; pageCacheMb: number }
/** Bytes of a connection, its end (no bytes), or the end of everything. */
export type ToWorker = { id: number; bytes?: Uint8Array } | 'close'
/** The bytes of an answer, the news that the database is open, or the reason why it cannot go on. */
export type FromWorker = { id: number; bytes: Uint8Array } | { failed: string } | 'open'

/** The parts of PGlite's emscripten module that are mended here; PGlite types it as unknown. */
type Engine = {
  NODEFS: {
    stream_ops: { fsync?: (file: { nfd?: number }) => number; setattr: SetAttributes }
    node_ops: { setattr: SetAttributes }
  }
  _PostgresMainLoopOnce: () => void
}

type SetAttributes = (of: unknown, given: { mode?: number }) => unknown

const encoder = new TextEncoder()
const stderr: string[] = []

/**
 * PGlite runs with -F and its file system has no fsync: with both mended a commit survives a power cut. It also gives
 * each file the mode 0666 whatever the process's umask says: what it makes is its owner's alone.
 */
const diskExtension: Extension = {
  name: 'disk',
  async setup(_pglite, options) {
    const mend = ({ NODEFS }: Engine) => {
      NODEFS.stream_ops.fsync = ({ nfd }) => {
        if (nfd !== undefined) fsyncSync(nfd)
        return 0
      }
      for (const operations of [NODEFS.stream_ops, NODEFS.node_ops]) {
        const set = operations.setattr
        operations.setattr = (of, given) =>
          set(of, given.mode === undefined ? given : { ...given, mode: given.mode & ~0o077 })
      }
    }
    return { emscriptenOpts: { ...options, preRun: [...options.preRun, mend] } }
  },
}

async function open({ directory, pageCacheMb }: EmbeddedPlace) {
  const db = await PGlite.create(directory, {
    extensions: { pg_trgm, disk: diskExtension },
    startParams: [
      ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
      ...['-c', 'wal_sync_method=fsync', '-c', 'max_wal_size=128MB', '-c', 'min_wal_size=32MB'],
      ...['-c', `shared_buffers=${pageCacheMb}MB`],
      // What is not yet in the search's index goes there by one unlucky statement: 4 MB, the default, took it a second.
      ...['-c', 'gin_pending_list_limit=256kB'],
    ],
    onStderr(line) {
      stderr.push(line)
      if (stderr.length > 20) stderr.shift()
      return false
    },
  })
  dieOnTrap(db.Module as unknown as Engine)
  return db
}

/** After a PANIC (disk full) or a WASM trap PGlite would call the dead engine again and again, for ever. */
function dieOnTrap(engine: Engine) {
  const sqlError = 100
  const run = engine._PostgresMainLoopOnce
  engine._PostgresMainLoopOnce = () => {
    try {
      run()
    } catch (error) {
      if ((error as { status?: number }).status !== sqlError) fail(error)
      throw error
    }
  }
}

function fail(error: unknown): never {
  const fatal = stderr.findLast((line) => /PANIC|FATAL/.test(line))
  const detail = stderr.findLast((line) => /DETAIL/.test(line))
  const noSpace = (error as { errno?: number }).errno === 51 && 'No space left on device'
  const reason = [fatal, detail].flatMap((line) => line?.replace(/^.*?(PANIC|FATAL|DETAIL): +/, '') ?? [])
  send({ failed: reason.join(': ') || noSpace || String(error) })
  process.exit(1) // ends this thread only
}

/** A simple-protocol query message. */
function query(sql: string) {
  const text = encoder.encode(sql)
  const message = new Uint8Array(text.length + 6)
  message[0] = 0x51
  new DataView(message.buffer).setInt32(1, text.length + 5)
  message.set(text, 5)
  return message
}

const sync = Uint8Array.of(0x53, 0, 0, 0, 4)
const goodbye = [sync, query('ROLLBACK'), query('DISCARD ALL')]

/** There is one session, so one connection owns it from its first message to its end; others wait in line. */
function serve(db: PGlite) {
  const waiting = new Map<number, Uint8Array>()
  let owner: number | undefined

  function receive(id: number, bytes: Uint8Array) {
    owner ??= id
    if (id !== owner) return void waiting.set(id, bytes)
    const answer = db.execProtocolRawSync(bytes).slice()
    if (answer.length > 0) send({ id, bytes: answer }, [answer.buffer])
  }

  /** Whatever the connection left behind (open transaction, settings, prepared statements) goes with it. */
  function leave(id: number) {
    waiting.delete(id)
    if (id !== owner) return
    for (const message of goodbye) db.execProtocolRawSync(message)
    owner = undefined
    for (const [next, bytes] of waiting.entries().take(1)) {
      waiting.delete(next)
      receive(next, bytes)
    }
  }

  port.on('message', async (message: ToWorker) => {
    if (message === 'close') {
      await db.close()
      process.exit(0)
    } else if (message.bytes) receive(message.id, message.bytes)
    else leave(message.id)
  })
}

if (!parentPort) throw new Error('embedded-worker.ts runs as a worker thread only')
const port = parentPort
const send = (message: FromWorker, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)

try {
  serve(await open(workerData))
  send('open')
} catch (error) {
  fail(error)
}
