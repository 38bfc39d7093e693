// The embedded PostgreSQL, for an office without a database server.
import { randomInt } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { StartupError } from '../database-errors.ts'
import { createCluster, PASSWORD_FILE, prepareCluster, removeIncomplete } from './cluster.ts'
import { connectSuperuser, isBusy, tryLock } from './lock-connection.ts'
import { isServerOf, postmasterOf, removeStaleLock, terminateOrphans, waitForExit } from './lock-file.ts'
import type { Cluster, ClusterOptions } from './placement.ts'
import { type Server, startServer, stopProcess } from './server.ts'
import { addressOf, PORT, SETTINGS, socketFolder } from './settings.ts'
import { startupError } from './startup-error.ts'

/** A running embedded database: how pg connects to it, and how to end it. */
type Embedded = { config: pg.ClientConfig; close(): Promise<void> }

type Options = ClusterOptions & {
  /** Whether another process may use the directory at the same time: for tools that only read or add. */
  allowRunning?: boolean | undefined
  /** Called when the database ended and could not be restarted; its connections have failed by then. */
  onFatal: (error: Error) => void
}

/**
 * Starts the database in `<dataDir>/postgres` (the first start creates it) for this process alone: one session holds an
 * advisory lock. A server left by a killed Kontor is stopped first, and a server that ends by itself is restarted.
 * Throws StartupError: in use, not writable, disk full, damaged, of another version.
 */
export async function openEmbedded(options: Options): Promise<Embedded> {
  const cluster = prepareCluster(options)
  if (!existsSync(cluster.path)) createCluster(cluster)
  const database = new EmbeddedDatabase(cluster, options)
  try {
    await database.open()
  } catch (error) {
    await database.close()
    throw error
  }
  return { config: database.config, close: () => database.close() }
}

const MINUTE = 60_000
const START_TIMEOUT = 40_000
/** How long a server that was stopped in order may stay stopped, in ms: our own stop may follow. */
const STOP_GRACE = 10_000
/** Role (no superuser) and database of the application. */
const APPLICATION = 'kontor'

class EmbeddedDatabase {
  readonly #cluster: Cluster
  readonly #options: Options
  readonly #socketDir: string
  readonly #port: number
  #server: Server | undefined
  #lockConnection: pg.Client | undefined
  #recovery: Promise<void> | undefined
  #restartedAt = Number.NEGATIVE_INFINITY
  #isOpen = false

  constructor(cluster: Cluster, options: Options) {
    this.#cluster = cluster
    this.#options = options
    this.#socketDir = socketFolder(cluster)
    const isWindows = process.platform === 'win32'
    this.#port = isWindows ? (postmasterOf(cluster.path)?.port ?? randomInt(30_000, 50_000)) : PORT
  }

  /** The connection settings of the application. */
  get config(): pg.ClientConfig {
    return { ...this.#login, user: APPLICATION, database: APPLICATION }
  }

  get #login(): pg.ClientConfig {
    const port = this.#port
    if (process.platform !== 'win32') return { host: this.#socketDir, port, ssl: false }
    return { host: '127.0.0.1', port, ssl: false, password: this.#password }
  }

  get #password() {
    return readFileSync(join(this.#cluster.path, PASSWORD_FILE), 'utf8')
  }

  async open() {
    const running = await this.#connect()
    if (running && this.#options.allowRunning) return running.end()
    if (running) await this.#stopLeftOver(running)
    await this.#start()
    if (!this.#server) return // another process has started it meanwhile
    try {
      await this.#lock(await this.#connect())
      await this.#createDatabase()
    } catch (error) {
      // Before this process had the lock, another start may have taken the server for an orphan.
      if (isBusy(error) || /Connection terminated/.test(String(error))) throw this.#inUse()
      throw error
    }
    this.#isOpen = true
    removeIncomplete(this.#cluster)
  }

  async close() {
    this.#isOpen = false
    await this.#recovery
    await this.#lockConnection?.end().catch(() => {})
    await this.#server?.stop()
  }

  readonly #connect = () => connectSuperuser(this.#login, this.#cluster)

  /** Stops a server whose Kontor was killed. Throws when that Kontor still runs. */
  async #stopLeftOver(client: pg.Client) {
    const { path } = this.#cluster
    try {
      const isFree = await tryLock(client)
      const running = postmasterOf(path)
      // The lock is held until the server stops, so that a Kontor that still runs cannot lock it again.
      if (!isFree || !running || !isServerOf(path, running.pid)) throw this.#inUse()
      await stopProcess(running.pid, waitForExit(path, running.pid))
    } catch (error) {
      if (!isBusy(error)) throw error // its watcher is stopping it
    } finally {
      await client.end().catch(() => {})
    }
  }

  #inUse() {
    return new StartupError(
      `The data directory ${this.#cluster.dataDir} is in use by another running Kontor or one of its tools: stop that one first, or give this one its own DATA_DIR.`,
    )
  }

  /** Starts a server, unless a server that another process starts may be used. */
  async #start() {
    const { path } = this.#cluster
    const deadline = performance.now() + START_TIMEOUT
    const settings = { ...SETTINGS, port: String(this.#port), ...addressOf(this.#socketDir) }
    for (;;) {
      try {
        this.#server = await startServer({ ...this.#cluster, settings, log: this.#options.log })
        return
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        const isLocked = /lock file .* already exists/.test(reason)
        const isOrphaned = /shared memory block .* in use/.test(reason)
        if (!(isLocked || isOrphaned) || performance.now() > deadline)
          throw startupError(this.#cluster, reason)
        const running = isLocked ? await this.#connect() : undefined
        await running?.end()
        if (running && this.#options.allowRunning) return
        if (running) throw this.#inUse()
        if (isLocked) removeStaleLock(path)
        if (isOrphaned) terminateOrphans(path)
        await pause(50)
      }
    }
  }

  /** One session holds the lock against other processes, and notices when the server ends. */
  async #lock(client: pg.Client | undefined) {
    if (!client || !(await tryLock(client))) {
      await client?.end()
      throw this.#inUse()
    }
    client.once('end', () => {
      if (this.#isOpen) this.#recovery = this.#recover()
    })
    this.#lockConnection = client
  }

  async #createDatabase() {
    const { rows } = await this.#query(`SELECT FROM pg_database WHERE datname = '${APPLICATION}'`)
    if (rows.length > 0) return
    const password = process.platform === 'win32' ? ` PASSWORD '${this.#password}'` : ''
    await this.#query(`DROP ROLE IF EXISTS ${APPLICATION}`)
    await this.#query(`CREATE ROLE ${APPLICATION} LOGIN${password}`)
    await this.#query(`CREATE DATABASE ${APPLICATION} OWNER ${APPLICATION}`)
  }

  async #query(sql: string) {
    if (!this.#lockConnection) throw new Error('not connected')
    return this.#lockConnection.query(sql)
  }

  /** After a crash PostgreSQL restarts its sessions by itself; when the whole server ended, it is started again. */
  async #recover() {
    const { log, onFatal } = this.#options
    try {
      let isLocked = false
      while (this.#isOpen && !isLocked) {
        const exit = await Promise.race([this.#server?.exited, pause(50, undefined, { ref: false })])
        if (exit) await this.#restart(exit)
        if (!this.#isOpen) return
        const client = await this.#connect()
        if (client) await this.#lock(client)
        isLocked = client !== undefined
      }
      if (isLocked) log('The database is ready again.')
    } catch (error) {
      this.#isOpen = false
      await this.#server?.stop()
      onFatal(error instanceof Error ? error : new Error(String(error)))
    }
  }

  async #restart({ reason, isOrderly }: { reason: string; isOrderly: boolean }) {
    this.#options.log(`The embedded PostgreSQL exited unexpectedly (${reason}), restarting.`)
    // The server was told to stop, e.g. by systemd, which signals all processes of a service at once.
    for (
      const until = performance.now() + STOP_GRACE;
      isOrderly && this.#isOpen && performance.now() < until;
    )
      await pause(50)
    if (!this.#isOpen) return
    if (performance.now() - this.#restartedAt < MINUTE) throw startupError(this.#cluster, reason)
    this.#restartedAt = performance.now()
    await this.#start()
    if (!this.#isOpen) await this.#server?.stop()
  }
}
