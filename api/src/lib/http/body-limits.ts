import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { Route } from '@kontor/contract/lib/http/route'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { queuePerKey } from '../concurrency/queue.ts'
import { HttpError } from './http-error.ts'

/** Bytes of a rejected body that are read and discarded at most. */
const MAX_DISCARDED = 64 * 1024 * 1024

/** Limit in ms for a request that uploads a document or lines, or that is handled for long. */
export const LONGEST_REQUEST = 30 * 60_000

/**
 * A body slower than this rate (bytes per second) loses its place to bodies that wait; the rate is measured over these
 * milliseconds.
 */
const LEAST_RATE = 128
const COUNTED = 10_000

/** The timeout of a request body. */
interface BodyClock {
  /** Stops the timeout while nothing reads the body. */
  pause(): void
  /** Restarts the timeout. While `isAwaited` returns true, a body below the minimum rate is cut off. */
  start(isAwaited?: () => boolean): void
}
/** The timeouts of the bodies that are still arriving. */
const clocks = new WeakMap<IncomingMessage, BodyClock>()

/**
 * Answers a slow body with 408: after `maxWaitMs` ms for the whole body, or for a document or lines after `maxWaitMs` ms
 * without a byte. A connection of a `slow` route may be silent for as long as the route may take.
 */
export function limitBodies(app: FastifyInstance, maxWaitMs: number) {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request
    // Applies until the response; then Node resets the connection's timeout.
    const { slow } = request.routeOptions.config.contract ?? {}
    // An injected request has no connection.
    if (slow && raw.socket instanceof Socket) raw.socket.setTimeout(LONGEST_REQUEST)
    // Most bodies arrive together with the head, or there is none.
    if (raw.complete === false && (raw.headers['content-length'] || raw.headers['transfer-encoding'])) {
      const { files = {}, lines } = request.routeOptions.config.contract ?? {}
      const isLong = lines !== undefined || Object.values(files).some(({ kind }) => kind === 'document')
      const clock = bodyClock(app, raw, maxWaitMs, isLong)
      clocks.set(raw, clock)
      clock.start()
    }
    done()
  })
}

function bodyClock(
  app: FastifyInstance,
  raw: IncomingMessage,
  maxWaitMs: number,
  isLong: boolean,
): BodyClock {
  const { socket } = raw
  const step = Math.min(maxWaitMs, COUNTED)
  let timer: NodeJS.Timeout | undefined
  const pause = () => clearInterval(timer)
  raw.once('close', pause)
  function start(isAwaited = () => false) {
    pause()
    if (raw.complete || raw.destroyed) return
    let read = socket.bytesRead
    let spent = 0
    timer = setInterval(() => {
      const bytes = socket.bytesRead - read
      read = socket.bytesRead
      spent = isLong && bytes > 0 ? 0 : spent + step
      if (raw.complete) pause()
      else if (spent >= maxWaitMs || (isAwaited() && bytes < (LEAST_RATE * step) / 1000)) cutOff(app, raw)
    }, step).unref()
  }
  return { pause, start }
}

/** Ends the request in the same way as Node's own timeout. */
function cutOff(app: FastifyInstance, { socket }: IncomingMessage) {
  const error = Object.assign(new Error('the body came too slowly'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  app.server.emit('clientError', error, socket)
}

// Number of bodies that one caller may send to one route at a time. The others wait unread, which costs no memory.
const maxWaitMs = 60_000
const lines = queuePerKey({ concurrency: 1, waiting: 8, maxWaitMs })
const files = queuePerKey({ concurrency: 8, waiting: 200, maxWaitMs })

/**
 * Runs work that reads files or lines in one of its caller's places. The timeout of a body begins when it gets a place;
 * while other bodies of the caller wait, a body that is too slow loses its place. Throws 429 before the body is read
 * when too many wait.
 */
export async function withBodyLimits<Answer>(
  route: Route,
  request: FastifyRequest,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const places = route.lines ? lines : route.files ? files : undefined
  if (!places) return work()
  const clock = clocks.get(request.raw)
  clock?.pause()
  try {
    return await places(`${request.user?.id ?? request.ip} ${route.path}`, (isAwaited) => {
      // A body that was destroyed while it waited sends no further event, and reading it would never end.
      if (request.raw.destroyed) throw new HttpError('error.bad_request')
      clock?.start(isAwaited)
      return work()
    })
  } finally {
    clock?.start() // for the rest of a rejected body
  }
}

/**
 * Reads a rejected body to its end and discards it, within a limit. A connection closed with unread bytes is reset, and
 * the client would lose the response.
 */
export function discardBody({ raw }: FastifyRequest) {
  let left = MAX_DISCARDED
  raw.unpipe()
  raw.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) raw.destroy()
  })
  raw.resume()
}
