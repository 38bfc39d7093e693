import { createReadStream } from 'node:fs'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { lineLimits, NDJSON } from '@kontor/contract/lib/imports/sync'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpError } from '../../http/http-error.ts'
import type { Inbox } from '../../storage/documents.ts'

/** Accepts bodies of JSON lines on the routes that take them, unparsed: the handler reads the stream. */
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
    // A caller that has stopped sending still gets the response.
    const path = await inbox.spool(asBadRequest(body.iterator({ destroyOnReturn: false })), lineLimits.bytes)
    if (request.askAgain) request.user = await request.askAgain()
    return asBadRequest(unpacked(path, encoding === 'gzip'), isPacking)
  }
}

async function* unpacked(path: string, isPacked: boolean): AsyncGenerator<Buffer> {
  const file = createReadStream(path)
  yield* isPacked ? pipeline(file, createGunzip(), () => {}) : file
}

/** Throws 400 for a body that is cut off or not encoded as its header says. Disk errors are not caught here. */
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
