import { createReadStream } from 'node:fs'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { lineLimits, NDJSON } from '@kontor/contract/lib/imports/sync'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { CurrentUser } from '../../auth/guard.ts'
import { HttpError } from '../../http/http-error.ts'
import type { Inbox } from '../../storage/documents.ts'

/** Accepts JSON lines on the routes that declare them, unparsed: the handler reads the stream. */
export function acceptLines(app: FastifyInstance) {
  app.addContentTypeParser([NDJSON, 'application/jsonl'], (request, payload, done) => {
    const acceptsLines = request.routeOptions.config.contract?.lines !== undefined
    done(acceptsLines ? null : new HttpError('error.media_type'), payload)
  })
}

/** Receives the lines of a request as bytes, and the caller with the permissions of then. */
export type ReceiveLines = () => Promise<{ body: AsyncIterable<Uint8Array>; user: CurrentUser }>

/**
 * Returns a function that receives a request's lines, decompressed if necessary. It authenticates again once all lines
 * have arrived, because permissions may change meanwhile. Throws 415 for another content type.
 */
export function receiveLines(request: FastifyRequest, inbox: Inbox): ReceiveLines {
  const { body, headers } = request
  const encoding = headers['content-encoding'] ?? 'identity'
  if (!isStream(body) || !['identity', 'gzip'].includes(encoding)) throw new HttpError('error.media_type')
  return async () => {
    // A client that has stopped sending still gets the response.
    const path = await inbox.spool(asBadRequest(body.iterator({ destroyOnReturn: false })), lineLimits.bytes)
    if (request.reauthenticate) request.user = await request.reauthenticate()
    return {
      body: asBadRequest(unpacked(path, encoding === 'gzip'), isPacking),
      user: request.user as CurrentUser, // the guard ensures a user: no route of lines is public
    }
  }
}

async function* unpacked(path: string, isPacked: boolean): AsyncGenerator<Buffer> {
  const file = createReadStream(path)
  yield* isPacked ? pipeline(file, createGunzip(), () => {}) : file
}

/** Throws 400 for a truncated body or one with another encoding than its header. Disk errors are not caught here. */
async function* asBadRequest(
  bytes: AsyncIterable<Buffer>,
  isClientError: (error: unknown) => boolean = () => true,
): AsyncGenerator<Buffer> {
  try {
    yield* bytes
  } catch (error) {
    throw isClientError(error) ? new HttpError('error.bad_request') : error
  }
}

/** Whether an error is zlib's, by its code. */
const isPacking = (error: unknown) =>
  error instanceof Error && String('code' in error && error.code).startsWith('Z_')

const isStream = (body: unknown): body is Readable =>
  typeof body === 'object' && body !== null && 'pipe' in body
