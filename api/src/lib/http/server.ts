import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import compress from '@fastify/compress'
import multipart from '@fastify/multipart'
import { MAX_BODY_BYTES } from '@kontor/contract/lib/http/route'
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
  type onSendHookHandler,
} from 'fastify'
import { headerValues } from '../auth/guard.ts'
import { acceptLines } from '../imports/sync/body.ts'
import { LONGEST_REQUEST, limitBodies } from './body-limits.ts'
import { handleUnroutable } from './error-handler.ts'
import { HttpError } from './http-error.ts'
import { parseJson } from './json.ts'
import { limitWaiting } from './overload.ts'

export interface ServerOptions {
  /** Hosts that may serve map tiles. */
  tileHosts: string[]
  trustProxy: NonNullable<FastifyServerOptions['trustProxy']>
  logger?: FastifyServerOptions['logger']
  /** Timeout of a whole request in ms. */
  requestTimeout?: number
  /** Maximum requests handled at once; further ones get 503. */
  maxConcurrentRequests?: number
}

const seconds = 1000

/** The Fastify server without routes: limits, parsers and request log. */
export async function createServer({
  tileHosts,
  trustProxy,
  logger = false,
  requestTimeout = 60 * seconds,
  maxConcurrentRequests,
}: ServerOptions) {
  const headers = securityHeaders(tileHosts)
  const app = Fastify({
    logger,
    bodyLimit: MAX_BODY_BYTES,
    pluginTimeout: 0, // plugins may take any time before the server listens
    requestTimeout: Math.max(requestTimeout, LONGEST_REQUEST), // most requests have less: see limitBodies
    http: { headersTimeout: requestTimeout, connectionsCheckingInterval: requestTimeout / 10 },
    frameworkErrors: handleUnroutable(headers),
    connectionTimeout: 90 * seconds,
    keepAliveTimeout: 65 * seconds,
    trustProxy,
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
  closeUnusedConnections(app)
  limitBodies(app, requestTimeout)
  limitWaiting(app, maxConcurrentRequests)
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

/**
 * Closes connections without a running request when the server closes. Node waits for those that have sent no whole
 * request, which browsers open in advance, and for those whose request ends later, until they time out.
 */
function closeUnusedConnections(app: FastifyInstance) {
  const unused = new Set<Socket>()
  let timer: NodeJS.Timeout | undefined
  app.server.on('connection', (socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.server.on('request', ({ socket }) => unused.delete(socket))
  app.addHook('preClose', (done) => {
    app.server.on('connection', (socket) => socket.destroy())
    for (const socket of unused) socket.destroy()
    timer = setInterval(() => app.server.closeIdleConnections(), 100)
    done()
  })
  app.addHook('onClose', async () => clearInterval(timer)) // when all connections are closed
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

async function readJson(bytes: Buffer) {
  try {
    return parseJson(bytes)
  } catch {
    throw new HttpError('error.bad_request')
  }
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
