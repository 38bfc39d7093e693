import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import compress from '@fastify/compress'
import multipart from '@fastify/multipart'
import underPressure from '@fastify/under-pressure'
import { MAX_BODY_BYTES } from '@kontor/contract/kit/api/route'
import Fastify, {
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify'
import { type Config, tileHosts } from './config.ts'
import { demoLogins } from './demo/seed.ts'
import { type PushTiming, startPush } from './features/notifications/push/jobs.ts'
import { findSessions, stillValid } from './features/session/queries.ts'
import { userName } from './features/users/table.ts'
import { features } from './features.ts'
import { guardWith, headerValues } from './kit/auth/guard.ts'
import type { Database } from './kit/db/db.ts'
import type { Schema } from './kit/db/schema.ts'
import { eventRoutes } from './kit/events/events.ts'
import { batched } from './kit/jobs/batched.ts'
import type { Maintenance } from './kit/jobs/maintenance.ts'
import { answerErrors, answerUnroutable } from './kit/serve/answer-errors.ts'
import { sweepKeys } from './kit/serve/idempotency.ts'
import { parseJson } from './kit/serve/json.ts'
import { Refusal } from './kit/serve/refusal.ts'
import { server } from './kit/serve/serve.ts'
import { securityHeaders } from './kit/site/security-headers.ts'
import { site } from './kit/site/site.ts'

/** Label of this build, shown in the settings. */
const BUILD = '20201029'

export interface AppOptions {
  config: Config
  database: Database<Schema>
  maintenance: Maintenance
  migrationsDir: string
  /** Folder of the built web app; without it only the API answers. */
  webDir: string
  /** Whether there are accounts of the demo data. */
  demo: boolean
  logger?: FastifyServerOptions['logger']
  /** Milliseconds that a caller has for sending a whole request. */
  requestTimeout?: number
  pushTiming?: Partial<PushTiming>
  /** Milliseconds between two signs of life on an open stream of events. */
  beatMs?: number
}

const seconds = 1000

/** Builds the app without listening, so that tests need no port. */
export async function buildApp(options: AppOptions) {
  const { config, database, maintenance, pushTiming, beatMs = 20 * seconds } = options
  const { db, engine } = database
  const app = await bareApp(options)
  answerErrors(app, db)
  await site(app, {
    ...database,
    migrationsDir: options.migrationsDir,
    webDir: options.webDir,
    metricsToken: config.metricsToken,
    isProxied: !!config.trustProxy,
  })
  const serve = server(app, guardWith(batched((tokens) => findSessions(db, tokens))), db)
  const log = (line: string) => app.log.info(line)
  const validSessions = (sessions: Buffer[]) => stillValid(db, sessions)
  const closeStreams = eventRoutes({ ...database, serve, maintenance, validSessions, log, beatMs })
  app.addHook('preClose', async () => closeStreams())
  const push = startPush({ db, settings: config.push, log, timing: pushTiming })
  app.addHook('onClose', push.stop)
  const about = aboutThis(options)
  const beforeServing = (task: () => Promise<void>) => void app.addHook('onReady', task)
  for (const routes of features) {
    routes({ serve, db, engine, config, maintenance, push, about, userName, beforeServing, log })
  }
  maintenance.every(3600 * seconds, 'old idempotency keys', () => sweepKeys(db))
  return app
}

/** The server without a route: its limits, what it takes in, and what is said of every request. */
async function bareApp({ config, logger = false, requestTimeout = 60 * seconds }: AppOptions) {
  const headers = securityHeaders(tileHosts(config.mapTiles))
  const app = Fastify({
    logger,
    bodyLimit: MAX_BODY_BYTES,
    pluginTimeout: 0, // what is done before serving, such as taking back an import that was cut, may last
    requestTimeout, // a body that trickles in is cut off; 0, the default, would wait for ever
    http: { headersTimeout: requestTimeout, connectionsCheckingInterval: requestTimeout / 10 },
    frameworkErrors: answerUnroutable(headers),
    connectionTimeout: 90 * seconds,
    keepAliveTimeout: 65 * seconds,
    trustProxy: config.trustProxy,
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }), // one line per request, written below
    routerOptions: { maxParamLength: 200 },
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: unknown, bytes: Buffer) => (bytes.length === 0 ? undefined : readJson(bytes)),
  )
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    // Two readers of such a request, a proxy and we, could take it for two different hosts' business.
    const isAmbiguous = headerValues(request.raw.rawHeaders, 'host').length > 1
    done(isAmbiguous ? new Refusal('error.bad_request') : undefined)
  })
  await app.register(underPressure, { maxEventLoopDelay: 2 * seconds, retryAfter: 2 })
  await app.register(compress, {
    threshold: 1024,
    encodings: ['gzip', 'deflate'],
    globalDecompression: false,
  })
  await app.register(multipart)
  app.addHook('onResponse', logRequest)
  return app
}

async function logRequest(request: FastifyRequest, reply: FastifyReply) {
  const { method, routeOptions, ip, user } = request
  const ms = Math.round(reply.elapsedTime)
  request.log.info(
    { method, route: routeOptions.url, status: reply.statusCode, ms, ip, user: user?.id },
    'request',
  )
}

/** What anybody may know of this installation. */
function aboutThis({ config, database: { db }, webDir, demo }: AppOptions) {
  const revision = revisionOf(webDir)
  return async () => ({
    build: BUILD,
    revision,
    password_min_length: config.passwordMinLength,
    map_tiles: config.mapTiles ?? null,
    ...(demo ? await demoLogins(db) : { demo: null, demo_partner: null }),
  })
}

async function readJson(bytes: Buffer) {
  try {
    return parseJson(bytes)
  } catch {
    throw new Refusal('error.bad_request')
  }
}

/** Changes with every build of the web app. */
function revisionOf(webDir: string) {
  const pages = ['index.html', 'portal.html']
    .map((page) => join(webDir, page))
    .filter((page) => existsSync(page))
  if (pages.length === 0) return 'none'
  const hash = createHash('sha256')
  for (const page of pages) hash.update(readFileSync(page))
  return hash.digest('hex').slice(0, 12)
}
