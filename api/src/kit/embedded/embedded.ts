// embedded: PostgreSQL beside this process, for an office without a database server. Also entered at data-dir.ts (the
// folder's access rights), cluster.ts (the database's files) and server.ts (its process), for tests.
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { isDatabaseError, StartupError } from '../db/database-errors.ts'
import { makeFolder } from './account.ts'
import {
  type Cluster,
  type ClusterOptions,
  createCluster,
  explain,
  PASSWORD_FILE,
  prepareCluster,
  removeHalves,
  USER,
} from './cluster.ts'
import { PORT, type Server, send, startServer, stopProcess } from './server.ts'

/** A running database of a data directory: how pg connects to it, and how to end it. */
export type Embedded = { config: pg.ClientConfig; close(): Promise<void> }

type Options = ClusterOptions & {
  /** May be used while another Kontor has the directory: for tools that only add to what is there. */
  shared?: boolean | undefined
  /** Hears that the database ended and could not be started again; its connections have failed by then. */
  onFatal: (error: Error) => void
}

/**
 * Starts (at the first start: creates) the database in `<dataDir>/postgres`, for this process alone: one session holds an
 * advisory lock as long as it is open. A server left over by a Kontor that was killed is ended first, and one that ends
 * by itself is started again. Throws StartupError: in use, not writable, disk full, damaged, of another version.
 */
export async function openEmbedded(options: Options): Promise<Embedded> {
  const cluster = prepareCluster(options)
  if (!existsSync(join(cluster.path, 'PG_VERSION'))) createCluster(cluster)
  const database = new EmbeddedDatabase(cluster, options)
  await database.open()
  return { config: database.config, close: () => database.close() }
}

const MINUTE = 60_000

class EmbeddedDatabase {
  readonly #cluster: Cluster
  readonly #options: Options
  readonly #socketDir: string
  #server: Server | undefined
  #guard: pg.Client | undefined
  #restartedAt = 0
  #isOpen = false

  constructor(cluster: Cluster, options: Options) {
    this.#cluster = cluster
    this.#options = options
    this.#socketDir = socketFolder(cluster)
  }

  get config(): pg.ClientConfig {
    const login = { user: USER, database: 'postgres', ssl: false }
    if (process.platform !== 'win32') return { ...login, host: this.#socketDir, port: Number(PORT) }
    const password = readFileSync(join(this.#cluster.dataDir, PASSWORD_FILE), 'utf8')
    return { ...login, host: '127.0.0.1', port: postmasterOf(this.#cluster.path)?.port ?? 0, password }
  }

  async open() {
    const there = await this.#connect()
    if (there && this.#options.shared) {
      await there.end() // another Kontor has the lock, and ends the server
      return
    }
    if (there) await this.#endLeftOver(there)
    await this.#start()
    await this.#lock()
    this.#isOpen = true
    removeHalves(this.#cluster)
  }

  async close() {
    this.#isOpen = false
    await this.#guard?.end().catch(() => {})
    await this.#server?.stop()
  }

  /** Connects, waiting while the server starts or stops; undefined when there is none. */
  async #connect(): Promise<pg.Client | undefined> {
    for (;;) {
      const client = new pg.Client({ ...this.config, application_name: 'kontor guard', keepAlive: true })
      client.on('error', () => {})
      try {
        await client.connect()
        return client
      } catch (error) {
        void client.end().catch(() => {})
        const isBusy = isDatabaseError(error) && error.code === '57P03' // starting up or shutting down
        if (!isBusy) return undefined
        await pause(20)
      }
    }
  }

  /** Ends a server whose Kontor was killed. Throws when that Kontor lives. */
  async #endLeftOver(client: pg.Client) {
    const isFree = await hasLocked(client)
    const running = postmasterOf(this.#cluster.path)
    await client.end()
    if (!isFree || !running) throw this.#inUse()
    await stopProcess(running.pid, ended(this.#cluster.path, running.pid))
  }

  #inUse() {
    return new StartupError(
      `The data directory ${this.#cluster.dataDir} is in use by another running Kontor: stop that one first, or give this one its own DATA_DIR.`,
    )
  }

  async #start() {
    const { path, dataDir } = this.#cluster
    const deadline = Date.now() + 20_000
    for (;;) {
      try {
        const port = process.platform === 'win32' ? String(30_000 + Math.floor(Math.random() * 20_000)) : PORT
        const settings = { ...SETTINGS, port, ...addressOf(this.#socketDir) }
        this.#server = await startServer({ ...this.#cluster, settings, log: this.#options.log })
        return
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        // Sessions of a server that was killed end within moments; a lock file of before a restart names a stranger.
        const isLeft = /shared memory block .* in use|lock file .* already exists/.test(reason)
        if (!isLeft || Date.now() > deadline) throw explain(path, reason, dataDir)
        const running = postmasterOf(path)
        if (running && send(running.pid, 0) && (await this.#connect())) throw this.#inUse()
        removeStaleLock(path)
        await pause(50)
      }
    }
  }

  /** One session keeps other Kontors out, and hears when the server ends. */
  async #lock() {
    const guard = await this.#connect()
    if (!guard || !(await hasLocked(guard))) {
      await guard?.end()
      await this.#server?.stop()
      throw this.#inUse()
    }
    guard.once('end', () => void this.#recover())
    this.#guard = guard
  }

  /** After a crash PostgreSQL restarts its sessions by itself; when the whole server ended, it is started again. */
  async #recover() {
    if (!this.#isOpen) return
    const { log, onFatal } = this.#options
    const { path, dataDir } = this.#cluster
    try {
      const ended = await Promise.race([this.#server?.exited, pause(500, undefined, { ref: false })])
      if (!this.#isOpen) return
      if (ended) {
        log(`The database ended by itself (${ended}).`)
        if (Date.now() - this.#restartedAt < MINUTE) throw explain(path, ended, dataDir)
        this.#restartedAt = Date.now()
        await this.#start()
      }
      await this.#lock()
      log('The database is ready again.')
    } catch (error) {
      this.#isOpen = false
      await this.#server?.stop()
      onFatal(error instanceof Error ? error : new Error(String(error)))
    }
  }
}

/**
 * For the machine of one office: 10 sessions of the server, a few of tools. Pages of some 200,000 products fit into
 * 128 MB; a log of 256 MB bounds how long a start after a crash takes. Nobody follows this server, so its log holds no
 * more than a restart needs. One query uses one processor: the others are for other people, and a container's shared
 * memory is small. What is not yet in the search's index goes there by one unlucky statement: 4 MB, the default, took it
 * a second. Errors of statements are the caller's to log.
 */
const SETTINGS = {
  max_connections: '30',
  shared_buffers: '128MB',
  ...{ min_wal_size: '32MB', max_wal_size: '256MB', wal_level: 'minimal', max_wal_senders: '0' },
  ...{ max_parallel_workers_per_gather: '0', io_method: 'sync', jit: 'off' },
  gin_pending_list_limit: '256kB',
  ...{ log_min_messages: 'log', log_checkpoints: 'off', log_line_prefix: '', logging_collector: 'off' },
  ...{ log_destination: 'stderr', lc_messages: 'C', timezone: 'UTC', log_timezone: 'UTC' },
}

function addressOf(socketDir: string): Record<string, string> {
  if (process.platform === 'win32') return { listen_addresses: '127.0.0.1' }
  return {
    listen_addresses: '',
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
  }
}

/** A socket's path has at most 107 bytes, the end of C's string not counted. */
const LONGEST = 107

/** In the database's own folder, which nobody else can enter; a folder of our own where that path is too long. */
function socketFolder({ path, account }: Cluster): string {
  if (process.platform === 'win32' || Buffer.byteLength(join(path, `.s.PGSQL.${PORT}`)) <= LONGEST)
    return path
  const hash = createHash('sha256').update(path).digest('hex').slice(0, 16)
  const folder = join(tmpdir(), `kontor-${hash}`)
  if (!existsSync(folder)) makeFolder(account, folder)
  const { uid, mode } = lstatSync(folder)
  const isOurs = uid === (account.uid ?? process.getuid?.()) && (mode & 0o777) === 0o700
  if (!isOurs)
    throw new StartupError(`${folder}, for the database’s socket, belongs to somebody else: remove it.`)
  return folder
}

/** Locks the directory for that session; false when another one has. Any number, the same in every version. */
const hasLocked = async (client: pg.Client) =>
  (await client.query<{ free: boolean }>('SELECT pg_try_advisory_lock(5668668) AS free')).rows[0]?.free ===
  true

/** Waits for the end of a server that is no child of ours. */
async function ended(path: string, pid: number) {
  while (existsSync(join(path, 'postmaster.pid')) && send(pid, 0)) await pause(20)
}

/**
 * After a restart of the machine or container the lock file may name a process that is something else. PostgreSQL cannot
 * tell; here it is removed when that process is no PostgreSQL and none works in the folder.
 */
function removeStaleLock(path: string) {
  const running = postmasterOf(path)
  if (!running || process.platform !== 'linux') return
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const isPostgres = (pid: string) => {
    try {
      const isNamed =
        pid === String(running.pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres')
      return isNamed || readlinkSync(`/proc/${pid}/cwd`) === path
    } catch {
      return false // it has ended, or is somebody else's
    }
  }
  if (!processes.some(isPostgres)) rmSync(join(path, 'postmaster.pid'), { force: true })
}

/** What PostgreSQL wrote of the server that has a folder, or had it before it was killed. */
function postmasterOf(path: string): { pid: number; port: number } | undefined {
  try {
    const lines = readFileSync(join(path, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), port: Number(lines[3]) }
  } catch {
    return undefined // there is none
  }
}
