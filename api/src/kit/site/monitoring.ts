import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { pendingMigrations } from '../db/migrate.ts'
import { notFound, Refusal } from '../serve/refusal.ts'

interface Watched {
  pool: Pool
  migrationsDir: string
  /** Opens /metrics to other machines; without it only this one may read them. */
  token: string | undefined
  /** Whether a proxy stands before the server: every call comes from its machine then, often from this one. */
  isProxied: boolean
}

/** `/health`: the process lives. `/ready`: it can serve. `/metrics`: for Prometheus, from this machine or with a token. */
export async function monitoring(app: FastifyInstance, { pool, migrationsDir, token, isProxied }: Watched) {
  const { registry, observe } = metricsOf(pool)
  app.addHook('onResponse', async (request, reply) =>
    observe(request, reply.statusCode, reply.elapsedTime / 1000),
  )
  app.get('/health', async () => ({ status: 'ok' }))
  app.get('/ready', async () => {
    const pending = await pendingMigrations(pool, migrationsDir)
    if (pending.length > 0) throw new Refusal('error.unavailable')
    return { status: 'ready' }
  })
  app.get('/metrics', async (request, reply) => {
    if (!(token ? knows(request, token) : !isProxied && isOwn(request))) throw notFound()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

/** From this machine itself, not passed on by a proxy on it. */
const isOwn = ({ socket, headers }: FastifyRequest) =>
  /^(::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '') &&
  !Object.keys(headers).some((name) => /^(x-forwarded-.*|x-real-ip|forwarded|via)$/.test(name))

function knows({ headers }: FastifyRequest, token: string) {
  const given = Buffer.from(headers.authorization ?? '')
  const wanted = Buffer.from(`Bearer ${token}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
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
    const route = request.routeOptions.url ?? 'none' // never the path itself: anybody could fill the memory with names
    requests.inc({ method, route, status })
    seconds.observe({ method, route }, duration)
  }
  return { registry, observe }
}
