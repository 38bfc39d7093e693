// Registers a route of the contract: authorisation, validation of the input, serialisation of the response.
import { isShortPassword } from '@kontor/contract/lib/fields/short-password'
import { type FieldErrors, fieldErrors } from '@kontor/contract/lib/http/errors'
import { exportPermission } from '@kontor/contract/lib/http/permissions'
import {
  type HandlerInput,
  MAX_BODY_BYTES,
  type ResponseBody,
  type Route,
} from '@kontor/contract/lib/http/route'
import { listOfRoute, sortParams } from '@kontor/contract/lib/lists/list'
import { type Locale, localeOf } from '@kontor/contract/lib/text/locales'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import {
  bearerToken,
  type CurrentPartnerUser,
  type CurrentUser,
  type Guard,
  requirePermission,
} from '../auth/guard.ts'
import { queuePerKey } from '../concurrency/queue.ts'
import { asUser } from '../database/current-user.ts'
import type { Schema } from '../database/schema.ts'
import { ScopedDb } from '../database/scoped-db.ts'
import { type ReceiveLines, receiveLines } from '../imports/sync/body.ts'
import { EventFeed } from '../realtime/stream.ts'
import type { Document, Inbox, UploadSpool } from '../storage/documents.ts'
import { withBodyLimits } from './body-limits.ts'
import { fieldsOf, isObject } from './derived-fields.ts'
import { Download, FileDownload, send, sendFile } from './download.ts'
import { HttpError, invalid } from './http-error.ts'
import { type IdempotentCall, idempotentCallOf } from './idempotency.ts'
import { readMultipart, requireFiles, type Upload } from './multipart.ts'
import { responseSchema } from './route-schema.ts'

/** What a handler receives: the parsed input, the caller, and the locale. */
export type HandlerCall<R extends Route> = HandlerInput<R, Upload, Document> &
  Caller<R> &
  WithLines<R> &
  WithIdempotentCall<R> &
  CallContext

interface CallContext {
  locale: Locale
  origin: Origin
}
/** The origin of a call. */
interface Origin {
  address: string
  /** The User-Agent header; empty when missing. */
  userAgent: string
}
type Caller<R extends Route> = R['audience'] extends 'public'
  ? object
  : R['audience'] extends 'partner'
    ? { user: CurrentPartnerUser; scoped: ScopedDb }
    : { user: CurrentUser }

type WithLines<R extends Route> = R extends { lines: unknown } ? { lines: ReceiveLines } : object

type WithIdempotentCall<R extends Route> = R extends { idempotent: true }
  ? { idempotency: IdempotentCall }
  : R extends { idempotent: 'optional' }
    ? { idempotency: IdempotentCall | undefined }
    : object

/** Handles a call. Every thrown error becomes an ErrorBody. */
export type Handler<R extends Route> = (call: HandlerCall<R>) => Promise<HandlerResult<R>> | HandlerResult<R>
type HandlerResult<R extends Route> = ResponseBody<R> | Download | FileDownload | EventFeed

/** Registers a contract route with its handler. */
export type RegisterRoute = <const R extends Route>(route: R, handler: Handler<R>) => void

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The contract's route; Fastify routes without one are rejected. */
    contract?: Route
  }
  interface FastifyRequest {
    user: CurrentUser | null
    /** Authenticates again after the body has arrived; null for a JSON body that arrived with the head. */
    reauthenticate: (() => Promise<CurrentUser | null>) | null
  }
}

interface RegisterRouteOptions {
  app: FastifyInstance
  guard: Guard
  db: Kysely<Schema>
  uploads: UploadSpool
  /** The shortest password that this server accepts. */
  minPasswordLength: number
}

/**
 * Creates the function that registers a route of the contract. Validation, guard, serialisation and documentation come
 * from the contract. The guard is a hook of the route itself, so that no spelling of a path avoids it.
 */
export function createRegisterRoute({
  app,
  guard,
  db,
  uploads,
  minPasswordLength,
}: RegisterRouteOptions): RegisterRoute {
  rejectRoutesWithoutContract(app)
  app.decorateRequest('user', null)
  app.decorateRequest('reauthenticate', null)
  return (route, handler) => {
    const schema = responseSchema(route)
    const authenticate = ({ raw }: FastifyRequest) => guard(route, bearerToken(raw.rawHeaders))
    const options: Omit<RouteOptions, 'url'> = {
      method: route.method,
      bodyLimit: route.bodyBytes ?? MAX_BODY_BYTES,
      ...(route.response === 'file' ? { compress: false } : {}), // ranges of a file count its uncompressed bytes
      config: { contract: route },
      onRequest: async (request) => {
        request.user = await authenticate(request)
        // The session may end or lose permissions while the body arrives or waits.
        if (!request.raw.complete || route.files || route.lines)
          request.reauthenticate = () => authenticate(request)
      },
      handler: (request, reply) =>
        withBodyLimits(route, request, async () => {
          const inbox = uploads.inbox()
          try {
            const input = await authorizedInput(route, request, inbox, minPasswordLength)
            return await limitApiKey(route, request.user, async (hasWaited) => {
              if (hasWaited) request.user = await authenticate(request) // the key may have been revoked
              requireExport(route, request.user, input)
              const handlerInput = { ...input, user: request.user, ...scopeOf(route, db, request.user) }
              const call = handlerInput as unknown as HandlerCall<typeof route> // parsed by the route's own schemas
              const result = await asUser(request.user, () => handler(call))
              if (result instanceof EventFeed) return result.open(reply)
              if (result instanceof Download) return send(request, reply, result)
              if (result instanceof FileDownload) return await sendFile(request, reply, result)
              return reply
                .header('content-type', JSON_TYPE)
                .send(reply.serializeInput(result as Record<string, unknown>, schema()))
            })
          } finally {
            await inbox.empty()
          }
        }),
    }
    for (const path of [route.path, ...(route.aliases ?? [])]) app.route({ ...options, url: path })
  }
}

/**
 * Limits the requests of one API key that a node handles at once, so that a busy program does not delay people. A body
 * has arrived before its request waits; uploads of lines use their caller's place instead.
 */
const enqueueByApiKey = queuePerKey({ concurrency: 2, waiting: 50, maxWaitMs: 20_000 })
const limitApiKey = <Answered>(
  route: Route,
  user: CurrentUser | null,
  work: (hasWaited: boolean) => Promise<Answered>,
) =>
  user?.isKey && !route.lines
    ? enqueueByApiKey(String(user.id), (_, hasWaited) => work(hasWaited))
    : work(false)

/** Portal routes get a ScopedDb. */
const scopeOf = ({ audience }: Route, db: Kysely<Schema>, user: CurrentUser | null) =>
  // the guard ensures a partner's user
  audience === 'partner' ? { scoped: new ScopedDb(db, user as CurrentPartnerUser) } : {}

const JSON_TYPE = 'application/json; charset=utf-8'

/** A route without a contract would be open to everybody, so the server does not start. */
function rejectRoutesWithoutContract(app: FastifyInstance) {
  app.addHook('onRoute', (route) => {
    const { url, config } = route
    if (url.startsWith('/api') && !config?.contract?.audience) {
      throw new Error(`${route.method} ${url} has no contract, which declares who may call it`)
    }
    if (config?.contract?.audience === 'staff' && !config.contract.permission) {
      throw new Error(`${route.method} ${url} declares no permission`)
    }
  })
}

/**
 * The valid parts of a request's input, and the errors of the others: a part that the route does not declare may be
 * empty. Throws where the rest need not be read.
 */
async function parseInput(route: Route, request: FastifyRequest, inbox: Inbox) {
  const parts: Record<string, unknown> = {}
  const errors: FieldErrors = Object.create(null) // a field may be called `__proto__`
  const validate = (name: string, schema: z.ZodMiniType | undefined, value: unknown) => {
    if (!schema && isEmpty(value)) return
    const parsed = (schema ?? NOTHING).safeParse(value)
    if (parsed.success) parts[name] = parsed.data
    else Object.assign(errors, fieldErrors(parsed.error))
  }
  validate('params', route.params, request.params)
  if (!isEmbedded(route)) validate('query', route.query, request.query)
  if (Object.keys(errors).length > 0) throw invalid(errors, sortErrorParams(route, errors)) // an invalid path is rejected before the upload
  if (route.files) {
    const { form, files, missing } = await readMultipart(request, route.files, inbox)
    validate('form', route.form, form)
    parts.sent = new Set(Object.keys(form))
    if (Object.keys(errors).length > 0) throw invalid({ ...errors, ...missing })
    requireFiles(missing)
    parts.files = files
  } else if (route.lines) parts.lines = receiveLines(request, inbox)
  else {
    if (request.isMultipart()) throw new HttpError('error.media_type')
    const { fields, errors: wrong } = fieldsOf(route, request.body, request.params)
    validate('body', route.body, fields)
    parts.sent = new Set(Object.keys(Object(fields)))
    Object.assign(errors, wrong)
  }
  return { parts, errors }
}

/** The schema of a part that the route does not declare. */
const NOTHING = z.strictObject({})
const isEmpty = (part: unknown) =>
  part === undefined || part === null || (isObject(part) && Object.keys(part).length === 0)

/** Public pictures may have any query: pages and mails that show them add one against caches. */
const isEmbedded = ({ audience, response }: Route) => audience === 'public' && response === 'file'

/** The input of a call. Throws 401 and 403 before 422 when the session has ended while the body arrived. */
async function authorizedInput(
  route: Route,
  request: FastifyRequest,
  inbox: Inbox,
  minPasswordLength: number,
) {
  const { parts, errors } = await parseInput(route, request, inbox)
  if (request.reauthenticate) request.user = await request.reauthenticate()
  if (Object.keys(errors).length > 0) {
    const passwordParams = addShortPasswordError(route, request.body, errors, minPasswordLength)
    throw invalid(errors, sortErrorParams(route, errors) ?? passwordParams)
  }
  const context: CallContext = {
    locale: localeOf(request.headers['accept-language']),
    origin: { address: request.ip, userAgent: request.headers['user-agent'] ?? '' },
  }
  return {
    ...parts,
    ...context,
    ...(isIdempotentCall(route, request)
      ? {
          idempotency: idempotentCallOf(
            request.headers['idempotency-key'],
            request.user?.id ?? 0,
            route,
            parts,
          ),
        }
      : {}),
  }
}

/** The parameters of the messages about a list request. */
function sortErrorParams(route: Route, errors: FieldErrors) {
  const list = errors['options.sortBy'] && listOfRoute(route)
  return list ? sortParams(list) : undefined
}

/**
 * Adds a new password that is too short to the other field errors: the contract does not know this server's minimum.
 * Where all other fields are valid, the handler checks it. Returns the parameters of the message.
 */
function addShortPasswordError(route: Route, body: unknown, errors: FieldErrors, min: number) {
  if (!route.newPassword || errors.password || typeof body !== 'object' || !body) return
  const { password } = body as { password?: unknown }
  if (typeof password !== 'string' || password === '' || !isShortPassword(password, min)) return
  errors.password = ['validation.short_password']
  return { min }
}

/** Throws 403 when a list is requested as a file without the permission to export it. */
function requireExport(
  { permission }: Route,
  user: CurrentUser | null,
  { query, body }: Record<string, unknown>,
) {
  const isFile = [query, body].some(
    (part) => typeof part === 'object' && part && 'report_data' in part && part.report_data,
  )
  if (user && permission && isFile) requirePermission(user, exportPermission(permission))
}

const isIdempotentCall = ({ idempotent }: Route, { headers }: FastifyRequest) =>
  idempotent === 'optional' ? headers['idempotency-key'] !== undefined : idempotent
