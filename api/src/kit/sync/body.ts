import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { NDJSON } from '@kontor/contract/kit/imports/sync'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../serve/refusal.ts'

/** Lets bodies of lines come, on the routes that take them: they are read by whoever handles the call. */
export function takeLines(app: FastifyInstance) {
  app.addContentTypeParser([NDJSON, 'application/jsonl'], (request, payload, done) => {
    const takes = request.routeOptions.config.contract?.lines !== undefined
    done(takes ? null : new Refusal('error.media_type'), payload)
  })
}

/**
 * The bytes of a call's lines, unpacked where they come packed. At their end it is asked again who calls: whoever holds a
 * body back would else be judged by what he was when he began. Refuses with 415 what is sent as something else.
 */
export async function* linesOf(request: FastifyRequest): AsyncGenerator<Uint8Array> {
  const { body, headers } = request
  const encoding = headers['content-encoding'] ?? 'identity'
  if (!isStream(body) || !['identity', 'gzip'].includes(encoding)) throw new Refusal('error.media_type')
  try {
    const bytes = encoding === 'gzip' ? pipeline(body, createGunzip(), () => {}) : body
    yield* bytes.iterator({ destroyOnReturn: false }) // whoever stops reading still hears the answer
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal('error.bad_request') // it is not packed as it says, or broke off
  }
  if (request.askAgain) request.user = await request.askAgain()
}

const isStream = (body: unknown): body is Readable =>
  typeof body === 'object' && body !== null && 'pipe' in body
