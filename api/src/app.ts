import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import compress from '@fastify/compress'
import multipart from '@fastify/multipart'
import { watchedTables } from '@kontor/contract/home'
import { MAX_BODY_BYTES } from '@kontor/contract/lib/http/route'
import { keyed } from '@kontor/contract/lib/lists/keys'
import { acceptsApiKeys } from '@kontor/contract/permissions'
import { webhookBody, webhookEventNames, webhookEvents } from '@kontor/contract/webhooks/events'
import Fastify, {
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
  type onSendHookHandler,
} from 'fastify'
import { type Config, tileHosts } from './config.ts'
import { demoLogins } from './demo/logins.ts'
import { type PushTiming, startPush } from './features/notifications/push/jobs.ts'
import { findCallers, recordRefusedKey } from './features/session/keys/queries.ts'
import { findValidSessions } from './features/session/queries.ts'
import { userName } from './features/users/table.ts'
import { startWebhooks, type WebhookTiming } from './features/webhooks/deliveries/jobs.ts'
import { features } from './features.ts'
import { bearerToken, guardWith, headerValues } from './lib/auth/guard.ts'
import { inBatches } from './lib/concurrency/batch.ts'
import type { Database } from './lib/database/database.ts'
import type { Schema } from './lib/database/schema.ts'
import { LONGEST_REQUEST, limitBodies } from './lib/http/body-limits.ts'
import { handleErrors, handleUnroutable } from './lib/http/error-handler.ts'
import { HttpError } from './lib/http/http-error.ts'
import { sweepKeys } from './lib/http/idempotency.ts'
import { parseJson } from './lib/http/json.ts'
import { limitWaiting } from './lib/http/overload.ts'
import { createRegisterRoute } from './lib/http/register-route.ts'
import { site } from './lib/http/site.ts'
import { acceptLines } from './lib/imports/sync/body.ts'
import { EVERY_HOUR, type JobTiming, openJobs, shortenJobWaits } from './lib/jobs/jobs.ts'
import { type MailTiming, startMail } from './lib/jobs/mail/mail.ts'
import type { Maintenance } from './lib/jobs/maintenance.ts'
import type { AskName } from './lib/jobs/webhooks/address.ts'
import { createListRegistry } from './lib/lists/list-registry.ts'
import { Reads } from './lib/lists/replica/reads.ts'
import type { Replica } from './lib/lists/replica/replica.ts'
import { eventRoutes } from './lib/realtime/events.ts'
import { openUploadSpool } from './lib/storage/documents.ts'

/** The version shown in the settings. */
const BUILD = '20201029'

export interface AppOptions {
  config: Config
  database: Database<Schema>
  /** A streaming replica, for lists and their files. */
  replica?: Replica | undefined
  maintenance: Maintenance
  migrationsDir: string
  /** Folder of the built web app; without it only the API is served. */
  webDir: string
  /** Whether demo accounts exist. */
  demo: boolean
  logger?: FastifyServerOptions['logger']
  /** Timeout of a whole request in ms. */
  requestTimeout?: number
  /** Maximum requests handled at once; further ones get 503. */
  mostWaiting?: number
  pushTiming?: Partial<PushTiming>
  jobTiming?: Partial<JobTiming>
  mailTiming?: Partial<MailTiming>
  webhookTiming?: Partial<WebhookTiming>
  /** Resolves the host names of webhooks; the system resolver when absent. */
  askName?: AskName
  /** Milliseconds between two heartbeats of an event stream. */
  beatMs?: number
}

const seconds = 1000

/** Builds the app without listening, so that tests need no port. */
export async function buildApp(options: AppOptions) {
  const { config, database, maintenance, pushTiming, beatMs = 20 * seconds } = options
  const { db } = database
  const app = await bareApp(options)
  handleErrors(app, db, userName)
  await site(app, {
    ...database,
    migrationsDir: options.migrationsDir,
    webDir: options.webDir,
    metricsToken: config.metricsToken,
    s3: config.s3,
    replica: options.replica,
    isProxied: !!config.trustProxy,
    acceptsApiKeys,
    webhooks: keyed(webhookEventNames, (type) => ({ ...webhookEvents[type], body: webhookBody(type) })),
  })
  const arrivals = openUploadSpool(config)
  maintenance.every(3600 * seconds, 'unfinished uploads', () => arrivals.sweep())
  const log = (line: string) => app.log.info(line)
  const jobs = openJobs({ ...database, log, timing: options.jobTiming })
  app.addHook('onReady', jobs.start)
  maintenance.every(60 * seconds, 'job delays', () => shortenJobWaits(db))
  app.addHook('onClose', jobs.stop)
  const guard = guardWith(
    inBatches((tokens) => findCallers(db, tokens)),
    acceptsApiKeys,
  )
  const { registerRoute, lists } = createListRegistry(
    createRegisterRoute(app, guard, db, arrivals, config.passwordMinLength),
  )
  const validSessions = async (sessions: Buffer[]) =>
    (await findValidSessions(db, sessions)).filter(({ needsFactor }) => !needsFactor)
  const closeStreams = eventRoutes({
    ...database,
    registerRoute,
    jobs,
    validSessions,
    log,
    beatMs,
    watched: watchedTables,
  })
  app.addHook('preClose', async () => closeStreams())
  app.addHook('onResponse', async ({ raw, ip, headers }, reply) => {
    const token = reply.statusCode === 401 ? bearerToken(raw.rawHeaders) : null
    const from = { address: ip, userAgent: headers['user-agent'] ?? '' }
    if (token) await recordRefusedKey(db, token, from).catch(() => {}) // the request is answered with 401 anyway
  })
  const push = startPush({ db, settings: config.push, log, timing: pushTiming })
  app.addHook('onClose', push.stop)
  const mail = startMail({ jobs, settings: config.mail, timing: options.mailTiming })
  const { webhookAllowPrivate: allowsPrivate } = config
  const { webhookTiming: timing, askName } = options
  const stopWebhooks = startWebhooks({ ...database, allowsPrivate, log, timing, askName })
  app.addHook('onClose', stopWebhooks)
  const about = aboutThis(options)
  const reads = options.replica ? new Reads(db, options.replica) : db
  const beforeServing = (task: () => Promise<void>) => void app.addHook('onReady', task)
  const beforeClosing = (task: () => Promise<unknown>) =>
    void app.addHook('onClose', async () => void (await task()))
  for (const routes of features) {
    routes({
      registerRoute,
      lists,
      db,
      reads,
      config,
      jobs,
      maintenance,
      mail,
      push,
      about,
      userName,
      beforeServing,
      beforeClosing,
      log,
    })
  }
  jobs.schedule('old_idempotency_keys', EVERY_HOUR, () => sweepKeys(db))
  return app
}

/** The Fastify server without routes: limits, parsers and request log. */
async function bareApp(options: AppOptions) {
  const { config, logger = false, requestTimeout = 60 * seconds, mostWaiting } = options
  const headers = securityHeaders(tileHosts(config.mapTileUrl))
  const app = Fastify({
    logger,
    bodyLimit: MAX_BODY_BYTES,
    pluginTimeout: 0, // plugins may take any time before the server listens
    requestTimeout: Math.max(requestTimeout, LONGEST_REQUEST), // most requests have less: see limitBodies
    http: { headersTimeout: requestTimeout, connectionsCheckingInterval: requestTimeout / 10 },
    frameworkErrors: handleUnroutable(headers),
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
  acceptLines(app)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    // A proxy and the server could read such a request as one for different hosts.
    const isAmbiguous = headerValues(request.raw.rawHeaders, 'host').length > 1
    done(isAmbiguous ? new HttpError('error.bad_request') : undefined)
  })
  limitBodies(app, requestTimeout)
  limitWaiting(app, mostWaiting)
  await app.register(compress, {
    threshold: 1024,
    encodings: ['gzip', 'deflate'],
    globalDecompression: false,
  })
  await app.register(multipart)
  app.addHook('onSend', answerNotModified)
  app.addHook('onResponse', logRequest)
  return app
}

/** Answers `If-None-Match: *` with 304 where there is something to read, also without an ETag (RFC 9110). */
const answerNotModified: onSendHookHandler = ({ method, headers }, reply, body, done) => {
  const isKnown = headers['if-none-match']?.trim() === '*' && (method === 'GET' || method === 'HEAD')
  if (!isKnown || reply.statusCode !== 200) return done(null, body)
  if (body instanceof Readable) body.destroy()
  for (const name of ['content-type', 'content-length', 'content-encoding']) reply.removeHeader(name)
  reply.code(304)
  done(null, method === 'HEAD' ? '' : null) // Fastify measures the body of a HEAD
}

async function logRequest(request: FastifyRequest, reply: FastifyReply) {
  const { method, routeOptions, ip, user } = request
  const ms = Math.round(reply.elapsedTime)
  request.log.info(
    { method, route: routeOptions.url, status: reply.statusCode, ms, ip, user: user?.id },
    'request',
  )
}

/** The public information about this installation. */
function aboutThis({ config, database: { db }, webDir, demo }: AppOptions) {
  const revision = revisionOf(webDir)
  return async () => ({
    build: BUILD,
    revision,
    password_min_length: config.passwordMinLength,
    map_tiles: config.mapTileUrl ?? null,
    mails_links: config.mail !== undefined,
    ...(demo ? await demoLogins(db) : { demo: null, demo_partner: null }),
  })
}

async function readJson(bytes: Buffer) {
  try {
    return parseJson(bytes)
  } catch {
    throw new HttpError('error.bad_request')
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

/**
 * The security headers of every response, computed once: building the policy per request would cost more than reading a
 * row. `tileHosts` may serve map tiles.
 */
const securityHeaders = (tileHosts: string[]) => ({
  'cache-control': 'no-store', // responses are private by default
  'content-security-policy': [
    "default-src 'self'",
    "base-uri 'self'",
    "font-src 'self' https: data:",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ["img-src 'self' blob: data:", ...tileHosts].join(' '),
    "object-src 'none'",
    "script-src 'self'",
    "script-src-attr 'none'",
    "style-src 'self' 'unsafe-inline'",
    "connect-src 'self'", // no upgrade-insecure-requests: an office may use plain HTTP in its own network
  ].join(';'),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000', // without includeSubDomains: other hosts of the domain may use HTTP
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
})
