// PostgreSQL servers for tests and benchmarks, with the embedded programs: a temporary folder and a free port, removed
// afterwards however this process ends.
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCluster, prepareCluster } from '../src/lib/database/embedded/cluster.ts'
import type { Cluster } from '../src/lib/database/embedded/placement.ts'
import { type Server, startServer } from '../src/lib/database/embedded/server.ts'

/** Test data need not survive a crash. */
const SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  shared_buffers: '128MB',
  max_wal_size: '2GB',
  io_method: 'sync',
  jit: 'off',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  log_min_messages: 'log',
  log_checkpoints: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
}

/**
 * Starts a server, or uses that of `TEST_DATABASE_URL`. Returns a superuser's address, and a function that stops the
 * server and removes its folder.
 */
export async function startPostgres(settings: Record<string, string> = {}) {
  if (process.env.TEST_DATABASE_URL) return { url: process.env.TEST_DATABASE_URL, stop: async () => {} }
  const scratch = newScratch()
  const { url } = await scratch.start(scratch.create(), {
    wal_level: 'minimal',
    max_wal_senders: '0',
    ...settings,
  })
  return { url, stop: scratch.stop }
}

/** Starts a primary and a replica, whose address stays the same when it is killed and restarted. */
export async function startReplicated() {
  const scratch = newScratch()
  const cluster = scratch.create()
  const copy = { ...cluster, path: join(cluster.dataDir, 'replica') }
  cpSync(cluster.path, copy.path, { recursive: true })
  chmodSync(copy.path, 0o700)
  const primary = await scratch.start(cluster, {
    wal_keep_size: '256MB',
    wal_writer_delay: '10s', // WAL leaves with commits: what a busy machine does rarely is done always
    autovacuum: 'off', // it locks tables, also on the replica while that is paused
  })
  const { port } = new URL(primary.url)
  writeFileSync(join(copy.path, 'standby.signal'), '')
  const follow = { primary_conninfo: `host=127.0.0.1 port=${port} user=postgres`, port: await freePort() }
  let replica = await scratch.start(copy, follow)
  return {
    url: primary.url,
    replica: {
      url: replica.url,
      kill: () => replica.server.kill(),
      async start() {
        replica = await scratch.start(copy, follow)
      },
    },
    stop: scratch.stop,
  }
}

function newScratch() {
  removeOld()
  const folder = mkdtempSync(join(tmpdir(), PREFIX))
  const servers = new Set<Server>()
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  process.once('exit', remove) // watchers stop the servers
  return {
    create() {
      const cluster = prepareCluster({ dataDir: folder, log: () => {} })
      createCluster(cluster)
      return cluster
    },
    async start(cluster: Cluster, settings: Record<string, string>) {
      const port = await freePort()
      const all = { ...SETTINGS, port, ...settings }
      const server = await startServer({ ...cluster, settings: all, log: () => {} })
      servers.add(server)
      return { server, url: `postgres://postgres@127.0.0.1:${all.port}/postgres` }
    },
    async stop() {
      await Promise.all([...servers].map((server) => server.kill()))
      process.removeListener('exit', remove)
      remove()
    },
  }
}

const PREFIX = 'kontor-postgres-'
const DAY = 24 * 3_600_000

/** Removes folders of killed runs. */
function removeOld() {
  for (const name of readdirSync(tmpdir()).filter((one) => one.startsWith(PREFIX))) {
    const folder = join(tmpdir(), name)
    const { mtimeMs = Infinity } = statSync(folder, { throwIfNoEntry: false }) ?? {} // another run may remove it
    if (Date.now() - mtimeMs > DAY) rmSync(folder, { recursive: true, force: true })
  }
}

/** A port that nothing listens on, and that the system gives to nobody who asks for any port. */
async function freePort(): Promise<string> {
  const port = 20_000 + randomInt(12_000)
  const probe = createServer().listen(port, '127.0.0.1')
  try {
    await once(probe, 'listening')
  } catch {
    return freePort()
  }
  probe.close()
  await once(probe, 'close')
  return String(port)
}
