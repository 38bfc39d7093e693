import { createReadStream } from 'node:fs'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { lineLimits, NDJSON } from '@kontor/contract/lib/imports/sync'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpError } from '../../http/http-error.ts'
import type { Inbox } from '../../storage/documents.ts'

/** Lets bodies of lines come, on the routes that take them: they are read by whoever handles the call. */
export function acceptLines(app: FastifyInstance) {
  app.addContentTypeParser([NDJSON, 'application/jsonl'], (request, payload, done) => {
    const takes = request.routeOptions.config.contract?.lines !== undefined
    done(takes ? null : new HttpError('error.media_type'), payload)
  })
}

/**
 * Takes in a call's lines when it is asked to, and answers their bytes, unpacked where they come packed. When all are here
 * it is asked again who calls: whoever holds a body back would else be judged by what he was when he began. Refuses at once
 * with 415 what is sent as something else.
 */
export function linesOf(request: FastifyRequest, inbox: Inbox): () => Promise<AsyncIterable<Uint8Array>> {
  const { body, headers } = request
  const encoding = headers['content-encoding'] ?? 'identity'
  if (!isStream(body) || !['identity', 'gzip'].includes(encoding)) throw new HttpError('error.media_type')
  return async () => {
    // Whoever stops reading still hears the answer.
    const path = await inbox.spool(asBadRequest(body.iterator({ destroyOnReturn: false })), lineLimits.bytes)
    if (request.askAgain) request.user = await request.askAgain()
    return asBadRequest(unpacked(path, encoding === 'gzip'), isPacking)
  }
}

async function* unpacked(path: string, isPacked: boolean): AsyncGenerator<Buffer> {
  const file = createReadStream(path)
  yield* isPacked ? pipeline(file, createGunzip(), () => {}) : file
}

/** Refuses with 400 what broke off, or is not packed as it says. A disk that fails is another matter. */
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

/** Zlib's complaints, by the beginning of their codes. */
const isPacking = (error: unknown) =>
  error instanceof Error && String('code' in error && error.code).startsWith('Z_')

const isStream = (body: unknown): body is Readable =>
  typeof body === 'object' && body !== null && 'pipe' in body
