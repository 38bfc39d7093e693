import type { ErrorCode } from '@kontor/contract/lib/http/errors'
import { localeOf } from '@kontor/contract/lib/text/locales'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { constraintError } from '../database/constraints.ts'
import { diskError, isDatabaseError, isRepeatable, isUnavailable } from '../database/database-errors.ts'
import type { Schema } from '../database/schema.ts'
import { SheetError } from '../spreadsheets/sheet-error.ts'
import { StorageError } from '../storage/s3-request.ts'
import { discardBody } from './body-limits.ts'
import { type Changed, HttpError } from './http-error.ts'

/** SQL: the name of the user with this id. */
type UserName = (id: RawBuilder<number>) => RawBuilder<string>

/** Turns every thrown error into an ErrorBody; only unexpected errors are logged with their stack. */
export function handleErrors(app: FastifyInstance, db: Kysely<Schema>, userName: UserName) {
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const knownError = await toHttpError(db, error, request)
    const httpError = await withSavedBy(db, knownError, request, userName)
    if (isDisconnected(error, request)) request.log.debug('client disconnected during the response')
    else if (httpError.code === 'error.internal') request.log.error({ err: error }, 'unexpected error')
    else if (error instanceof StorageError)
      request.log.error({ reason: error.message }, 'file storage failed')
    else if (httpError.status === 507) {
      const what = httpError.code === 'error.disk_full' ? 'disk full' : 'disk not writable'
      request.log.error({ reason: error.message }, what)
    } else if (httpError.code === 'error.unavailable')
      request.log.warn({ reason: error.message }, 'service unavailable')
    return sendError(request, reply, httpError)
  })
  app.setNotFoundHandler((request, reply) => sendError(request, reply, new HttpError('error.not_found')))
}

/** Whether the answer's stream ended because its caller is gone. */
const isDisconnected = (error: FastifyError, { raw }: FastifyRequest) =>
  error.code === 'ERR_STREAM_PREMATURE_CLOSE' && raw.socket.destroyed

/** Answers a path that cannot be decoded. No hook runs for it, so it sets all headers itself. */
export const handleUnroutable =
  (headers: Record<string, string>) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(headers)
    void sendError(request, reply, new HttpError(frameworkErrorCode(error)))
  }

function sendError(request: FastifyRequest, reply: FastifyReply, httpError: HttpError) {
  const retryAfter = httpError.details.retryAfter ?? (httpError.status === 503 ? 1 : undefined)
  if (retryAfter) reply.header('retry-after', String(retryAfter))
  if (!request.raw.complete) discardBody(request)
  // A download that fails before its first byte has already set its headers.
  reply.removeHeader('content-disposition').type('application/json; charset=utf-8')
  reply.header('cache-control', 'no-store')
  return reply.code(httpError.status).send({ ...httpError.body, request_id: request.id })
}

async function toHttpError(db: Kysely<Schema>, error: unknown, request: FastifyRequest): Promise<HttpError> {
  if (error instanceof HttpError) return error
  if (error instanceof SheetError) {
    const params = error.paramsIn(localeOf(request.headers['accept-language']))
    return new HttpError(error.answerCode, { params, errors: { file: [error.code] } })
  }
  if (isDatabaseError(error)) {
    const creates = request.routeOptions.config.contract?.creates ?? false
    const httpError = await constraintError(db, error, creates).catch(() => undefined)
    if (httpError) return withoutHidden(httpError, request)
    if (isRepeatable(error)) return new HttpError('error.conflict')
  }
  if (error instanceof StorageError)
    return new HttpError(error.isFull ? 'error.disk_full' : 'error.files_unavailable')
  const ofDisk = diskError(error)
  if (ofDisk) return new HttpError(ofDisk)
  if (isUnavailable(error)) return new HttpError('error.unavailable')
  return new HttpError(frameworkErrorCode(error))
}

/**
 * Callers without the permission get only the number of records that use this one. The names of tables are those of
 * permission areas.
 */
function withoutHidden(httpError: HttpError, { user }: FastifyRequest) {
  const { used_by, ...details } = httpError.details
  if (!used_by || user?.permissions.has(`${used_by.table}.see`)) return httpError
  return new HttpError(httpError.code, { ...details, used_by: { ...used_by, records: [] } })
}

/** Adds who changed a conflicting row meanwhile, for staff alone. Omitted when unknown. */
async function withSavedBy(
  db: Kysely<Schema>,
  httpError: HttpError,
  request: FastifyRequest,
  userName: UserName,
) {
  const { changedRecord } = httpError.details
  if (!changedRecord || !request.user || request.routeOptions.config.contract?.audience !== 'staff')
    return httpError
  const last = await lastChange(db, changedRecord, userName).catch(() => undefined)
  if (!last?.name) return httpError
  const saved_by = { name: last.name, is_caller: last.user_id === request.user.id }
  return new HttpError(httpError.code, { ...httpError.details, saved_by })
}

/** The latest history entry of a record, or of the tables that also change it. */
async function lastChange(db: Kysely<Schema>, { tables, id, column }: Changed, userName: UserName) {
  const { rows } = await sql<{ user_id: number | null; name: string | null }>`
    SELECT user_id, ${userName(sql.ref('user_id'))} AS name FROM history WHERE id = greatest(
      (SELECT max(id) FROM history WHERE table_name = ANY(${tables}::text[]) AND record_id = ${id}
        AND (${column ?? null}::text IS NULL OR table_name <> ${tables[0]} OR changes ? ${column ?? ''})),
      (SELECT max(history.id) FROM import_rows JOIN history USING (import_id)
        WHERE import_rows.record_id = ${id} AND history.record_id IS NULL AND table_name = ${tables[0]}))`.execute(
    db,
  )
  return rows[0]
}

function frameworkErrorCode(error: unknown): ErrorCode {
  const { statusCode } = error as Partial<FastifyError> // of unknown type; it is only compared
  if (statusCode === 413) return 'error.too_large'
  if (statusCode === 415) return 'error.media_type'
  if (statusCode === 408) return 'error.timeout'
  return statusCode && statusCode >= 400 && statusCode < 500 ? 'error.bad_request' : 'error.internal'
}
