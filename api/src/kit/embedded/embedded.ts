// embedded: PostgreSQL beside this process, for an office without a database server. Also entered at data-dir.ts (the
// folder's access rights) and cluster.ts (the database's files).
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { isDatabaseError, StartupError } from '../db/database-errors.ts'
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
import { ended, postmasterOf, removeStaleLock } from './lock-file.ts'
import { type Server, send, startServer, stopProcess } from './server.ts'
import { addressOf, PORT, SETTINGS, socketFolder } from './settings.ts'

/** A running database of a data directory: how pg connects to it, and how to end it. */
type Embedded = { config: pg.ClientConfig; close(): Promise<void> }

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

/** Locks the directory for that session; false when another one has. Any number, the same in every version. */
const hasLocked = async (client: pg.Client) =>
  (await client.query<{ free: boolean }>('SELECT pg_try_advisory_lock(5668668) AS free')).rows[0]?.free ===
  true
