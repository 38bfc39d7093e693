import { timingSafeEqual } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { StartupError } from '../database/database-errors.ts'
import { pendingMigrations } from '../database/migrate.ts'
import type { Replica } from '../lists/replica/replica.ts'
import { checkS3 } from '../storage/s3.ts'
import type { StorageError } from '../storage/s3-request.ts'
import type { S3Settings } from '../storage/settings.ts'
import { HttpError, notFound } from './http-error.ts'

interface Watched {
  pool: Pool
  migrationsDir: string
  /** The token that other machines need for /metrics; without it only this machine may read them. */
  token: string | undefined
  replica: Replica | undefined
  /** Whether a proxy forwards the requests: all of them then come from its address, often this machine's. */
  isProxied: boolean
  /** The bucket of the files. */
  s3: S3Settings | undefined
}

/**
 * `/health`: the process runs. `/ready`: it can serve. `/metrics`: for Prometheus, from this machine or with a token.
 */
export async function monitoring(
  app: FastifyInstance,
  { pool, migrationsDir, token, isProxied, s3, replica }: Watched,
) {
  const { registry, observe } = metricsOf(pool)
  if (replica) watchReplica(registry, replica)
  const storage = s3 && storageProbe(s3)
  app.addHook('onResponse', async (request, reply) =>
    observe(request, reply.statusCode, reply.elapsedTime / 1000),
  )
  app.get('/health', async () => ({ status: 'ok' }))
  app.get('/ready', async () => {
    const pending = await pendingMigrations(pool, migrationsDir).catch((error) => {
      if (error instanceof StartupError) return 'newer' // another node has a newer version
      throw error
    })
    if (pending.length > 0) throw new HttpError('error.unavailable')
    const files = await storage?.()
    if (files === 'refused') throw new HttpError('error.files_unavailable')
    return { status: 'ready', ...(files === 'silent' ? { files: 'unavailable' } : {}) }
  })
  app.get('/metrics', async (request, reply) => {
    if (!(token ? knows(request, token) : !isProxied && isOwn(request))) throw notFound()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

const ASK_AGAIN = 10_000
const ANSWER_WITHIN = 1000

/**
 * Whether the bucket works, checked at most every ten seconds. A bucket that rejects the credentials makes this node
 * not ready: another node may be configured better. A bucket that does not respond does not, because it fails for all
 * nodes, which can do everything except read and store files.
 */
function storageProbe(s3: S3Settings) {
  let [checkedAt, checking]: [number, Promise<'well' | 'silent' | 'refused'>] = [
    Number.NEGATIVE_INFINITY,
    Promise.resolve('well'),
  ]
  return () => {
    if (performance.now() - checkedAt > ASK_AGAIN) {
      checkedAt = performance.now()
      checking = checkS3(s3).then(
        () => 'well' as const,
        ({ status }: StorageError) => (status >= 400 && status < 500 ? 'refused' : 'silent'),
      )
    }
    return Promise.race([checking, pause(ANSWER_WITHIN, 'silent' as const, { ref: false })])
  }
}

/** Whether the request comes from this machine itself and was not forwarded by a proxy. */
const isOwn = ({ socket, headers }: FastifyRequest) =>
  /^(::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '') &&
  !Object.keys(headers).some((name) => /^(x-forwarded-.*|x-real-ip|forwarded|via)$/.test(name))

function knows({ headers }: FastifyRequest, token: string) {
  const authorization = Buffer.from(headers.authorization ?? '')
  const expected = Buffer.from(`Bearer ${token}`)
  return authorization.length === expected.length && timingSafeEqual(authorization, expected)
}

function metricsOf(pool: Pool) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const labelNames = ['method', 'route', 'status']
  const registers = [registry]
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests answered',
    labelNames,
    registers,
  })
  const seconds = new Histogram({
    name: 'http_request_seconds',
    help: 'Time to answer',
    labelNames: ['method', 'route'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers,
  })
  new Gauge({
    name: 'database_clients_waiting',
    help: 'Callers waiting for a database connection',
    registers,
    collect() {
      this.set(pool.waitingCount)
    },
  })
  const observe = (request: FastifyRequest, status: number, duration: number) => {
    const { method } = request
    // never the path itself: arbitrary paths could fill the memory with labels
    const route = request.routeOptions.url ?? 'none'
    requests.inc({ method, route, status })
    seconds.observe({ method, route }, duration)
  }
  return { registry, observe }
}

function watchReplica(registry: Registry, replica: Replica) {
  const registers = [registry]
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value())
      },
    })
  gauge('database_replica_used', '1 while lists and exports may be read from the replica', () =>
    Number(replica.isUsable),
  )
  gauge('database_replica_behind_seconds', 'How long the replica has been behind', () => replica.lagSeconds)
  new Counter({
    name: 'database_replica_reads_total',
    help: 'Lists and portions of exports, by the server that they were read from',
    labelNames: ['server'],
    registers,
    collect() {
      this.reset()
      this.inc({ server: 'replica' }, replica.readCounts.replica)
      this.inc({ server: 'primary' }, replica.readCounts.primary)
    },
  })
}
