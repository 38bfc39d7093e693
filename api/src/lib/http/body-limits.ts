import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { Route } from '@kontor/contract/lib/http/route'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { queuePerKey } from '../jobs/queue.ts'

/** Most bytes of a refused body that are read and thrown away. */
const MOST_DISCARDED = 64 * 1024 * 1024

/** Milliseconds for a whole request that brings a document or lines, or on which the server works for long. */
export const LONGEST_REQUEST = 30 * 60_000

/** Bytes in a second below which a body gives way to those that wait for it, and the milliseconds in which they are counted. */
const LEAST_RATE = 128
const COUNTED = 10_000

/** The time that a body has to arrive. */
interface BodyClock {
  /** Stops it while nobody reads the body. */
  pause(): void
  /** Begins anew. While `isAwaited`, a body below the least rate is cut off. */
  start(isAwaited?: () => boolean): void
}
/** Of the bodies that are not here yet. */
const clocks = new WeakMap<IncomingMessage, BodyClock>()

/**
 * Answers whoever sends a body too slowly with 408: after `patience` milliseconds for all of it or, when it is a document or
 * lines, without a byte. A connection on which the server works for long may be silent as long.
 */
export function limitBodies(app: FastifyInstance, patience: number) {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request
    // Until its answer: after that Node gives the connection its own time again.
    const { slow } = request.routeOptions.config.contract ?? {}
    // What is injected has no connection.
    if (slow && raw.socket instanceof Socket) raw.socket.setTimeout(LONGEST_REQUEST)
    // Of most requests the body is there with the head, or there is none.
    if (raw.complete === false && (raw.headers['content-length'] || raw.headers['transfer-encoding'])) {
      const { files = {}, lines } = request.routeOptions.config.contract ?? {}
      const isLong = lines !== undefined || Object.values(files).some(({ kind }) => kind === 'document')
      const clock = clockOf(app, raw, patience, isLong)
      clocks.set(raw, clock)
      clock.start()
    }
    done()
  })
}

function clockOf(app: FastifyInstance, raw: IncomingMessage, patience: number, isLong: boolean): BodyClock {
  const { socket } = raw
  const step = Math.min(patience, COUNTED)
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
      else if (spent >= patience || (isAwaited() && bytes < (LEAST_RATE * step) / 1000)) cutOff(app, raw)
    }, step).unref()
  }
  return { pause, start }
}

/** As the server itself does. */
function cutOff(app: FastifyInstance, { socket }: IncomingMessage) {
  const error = Object.assign(new Error('the body came too slowly'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  app.server.emit('clientError', error, socket)
}

// Of one caller so many bodies are taken in at a time on one route. The others wait unread, where they cost no memory.
const patience = 60_000
const lines = queuePerKey({ atOnce: 1, waiting: 8, patience })
const files = queuePerKey({ atOnce: 8, waiting: 200, patience })

/**
 * Does work that takes in files or lines in one of its caller's places. A body's time begins with its place; while others of
 * the same caller wait, it gives its place up when it comes too slowly. Refuses with 429, before the body is read.
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
      clock?.start(isAwaited)
      return work()
    })
  } finally {
    clock?.start() // for what is still to come of a refused body
  }
}

/**
 * Lets whoever is still sending hear the answer: a connection that is closed with unread bytes is reset, and the answer is
 * lost with it. Reads on to the end of the body and throws it away, within a bound.
 */
export function discardBody({ raw }: FastifyRequest) {
  let left = MOST_DISCARDED
  raw.unpipe()
  raw.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) raw.destroy()
  })
  raw.resume()
}
