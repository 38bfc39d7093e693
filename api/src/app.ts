import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { watchedTables } from '@kontor/contract/home'
import { keyed } from '@kontor/contract/lib/lists/keys'
import { acceptsApiKeys } from '@kontor/contract/permissions'
import { webhookBody, webhookEventNames, webhookEvents } from '@kontor/contract/webhooks/events'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { type Config, tileHosts } from './config.ts'
import type { AppContext } from './context.ts'
import { demoLogins } from './demo/logins.ts'
import { type PushTiming, startPush } from './features/notifications/push/outbox.ts'
import { findCallers, recordRefusedKey } from './features/session/keys/queries.ts'
import { findValidSessions } from './features/session/queries.ts'
import { userName } from './features/users/table.ts'
import { startWebhooks, type WebhookTiming } from './features/webhooks/deliveries/outbox.ts'
import { features } from './features.ts'
import { bearerToken, guardWith } from './lib/auth/guard.ts'
import { inBatches } from './lib/concurrency/batch.ts'
import type { Database } from './lib/database/database.ts'
import type { Schema } from './lib/database/schema.ts'
import { handleErrors } from './lib/http/error-handler.ts'
import { sweepKeys } from './lib/http/idempotency.ts'
import { createRegisterRoute } from './lib/http/register-route.ts'
import { createServer, type ServerOptions } from './lib/http/server.ts'
import { site } from './lib/http/site.ts'
import { EVERY_HOUR, type JobTiming, openJobs } from './lib/jobs/jobs.ts'
import { type MailTiming, startMail } from './lib/jobs/mail/mail.ts'
import type { Maintenance } from './lib/jobs/maintenance.ts'
import { shortenJobWaits } from './lib/jobs/waits.ts'
import type { ResolveHost } from './lib/jobs/webhooks/address.ts'
import { createListRegistry } from './lib/lists/list-registry.ts'
import type { Replica } from './lib/lists/replica/replica.ts'
import { ReplicaRouter } from './lib/lists/replica/replica-router.ts'
import { eventRoutes } from './lib/realtime/events.ts'
import { openUploadSpool } from './lib/storage/documents.ts'
import { version } from './root.ts'

/** The build number shown in the settings, which the documents fix. */
const BUILD = '20201029'

export interface AppOptions
  extends Pick<ServerOptions, 'logger' | 'requestTimeout' | 'maxConcurrentRequests'> {
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
  pushTiming?: Partial<PushTiming>
  jobTiming?: Partial<JobTiming>
  mailTiming?: Partial<MailTiming>
  webhookTiming?: Partial<WebhookTiming>
  /** Resolves the host names of webhooks; the system resolver when absent. */
  resolveHost?: ResolveHost
  /** Milliseconds between two heartbeats of an event stream. */
  heartbeatMs?: number
}

const seconds = 1000

/** Builds the app without listening, so that tests need no port. */
export async function buildApp(options: AppOptions) {
  const { config, database, maintenance, pushTiming, heartbeatMs = 20 * seconds } = options
  const { db } = database
  const app = await createServer({
    ...options,
    tileHosts: tileHosts(config.mapTileUrl),
    trustProxy: config.trustProxy,
  })
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
  const uploads = openUploadSpool(config)
  maintenance.every(3600 * seconds, 'unfinished uploads', () => uploads.sweep())
  const log = (line: string) => app.log.warn(line)
  const jobs = openJobs({ ...database, log, timing: options.jobTiming })
  app.addHook('onReady', jobs.start)
  maintenance.every(60 * seconds, 'job delays', () => shortenJobWaits(db))
  const callersOf = inBatches((tokens: string[]) => findCallers(db, tokens))
  const guard = guardWith(callersOf, acceptsApiKeys)
  const { registerRoute, lists } = createListRegistry(
    createRegisterRoute({ app, guard, db, uploads, minPasswordLength: config.passwordMinLength }),
  )
  const validSessions = async (sessions: Buffer[]) =>
    (await findValidSessions(db, sessions)).filter(({ needsFactor }) => !needsFactor)
  const events = { registerRoute, jobs, validSessions, log, heartbeatMs, watched: watchedTables }
  const closeStreams = eventRoutes({ ...database, ...events })
  app.addHook('preClose', async () => closeStreams())
  recordRefusedKeys(app, db)
  const push = startPush({ db, settings: config.push, log, timing: pushTiming })
  const mail = startMail({ jobs, settings: config.mail, timing: options.mailTiming })
  const { webhookAllowPrivate: allowsPrivate } = config
  const { webhookTiming: timing, resolveHost } = options
  const stopWebhooks = startWebhooks({ ...database, allowsPrivate, log, timing, resolveHost })
  // Side by side: the process must end within ten seconds, and each may take most of them.
  app.addHook('onClose', async () => void (await Promise.all([jobs.stop(), push.stop(), stopWebhooks()])))
  const context: AppContext = {
    registerRoute,
    lists,
    db,
    reads: options.replica ? new ReplicaRouter(db, options.replica) : db,
    config,
    jobs,
    maintenance,
    mail,
    push,
    about: aboutThis(options),
    userName,
    beforeServing: (task) => void app.addHook('onReady', task),
    beforeClosing: (task) => void app.addHook('onClose', async () => void (await task())),
    log,
  }
  for (const registerRoutes of features) registerRoutes(context)
  jobs.schedule('old_idempotency_keys', EVERY_HOUR, () => sweepKeys(db))
  return app
}

function recordRefusedKeys(app: FastifyInstance, db: Kysely<Schema>) {
  app.addHook('onResponse', async ({ raw, ip, headers }, reply) => {
    const token = reply.statusCode === 401 ? bearerToken(raw.rawHeaders) : null
    const from = { address: ip, userAgent: headers['user-agent'] ?? '' }
    if (token) await recordRefusedKey(db, token, from).catch(() => {}) // the request is answered with 401 anyway
  })
}

/** The public information about this installation. */
function aboutThis({ config, database: { db }, webDir, demo }: AppOptions) {
  const revision = webRevision(webDir)
  return async () => ({
    build: BUILD,
    release: version,
    revision,
    password_min_length: config.passwordMinLength,
    map_tiles: config.mapTileUrl ?? null,
    mails_links: config.mail !== undefined,
    ...(demo ? await demoLogins(db) : { demo: null, demo_partner: null }),
  })
}

/** The revision that the build has written into the pages of the web app. */
function webRevision(webDir: string) {
  const page = join(webDir, 'index.html')
  const [, revision] = (existsSync(page) && /data-revision="(\w+)"/.exec(readFileSync(page, 'utf8'))) || []
  return revision ?? 'none'
}
