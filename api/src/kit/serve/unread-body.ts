import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Most bytes of a refused body that are read and thrown away. */
const MOST_DISCARDED = 64 * 1024 * 1024

/** Milliseconds for a whole request that brings a document or lines, however slow the line is. */
export const LONGEST_REQUEST = 30 * 60_000

/**
 * Answers whoever sends a body too slowly with 408: after `patience` milliseconds for all of it or, when it is a document or
 * lines, without a byte.
 */
export function limitBodies(app: FastifyInstance, patience: number) {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request
    // Of most requests the body is there with the head, or there is none.
    if (raw.complete === false && (raw.headers['content-length'] || raw.headers['transfer-encoding'])) {
      const { files = {}, lines } = request.routeOptions.config.contract ?? {}
      const isLong = lines !== undefined || Object.values(files).some(({ kind }) => kind === 'document')
      watch(app, request, patience, isLong)
    }
    done()
  })
}

function watch(app: FastifyInstance, { raw }: FastifyRequest, patience: number, isWhileQuiet: boolean) {
  const { socket } = raw
  let read = socket.bytesRead
  const timer = setInterval(() => {
    const isQuiet = socket.bytesRead === read
    read = socket.bytesRead
    if (raw.complete) clearInterval(timer)
    if (raw.complete || (isWhileQuiet && !isQuiet)) return
    const error = Object.assign(new Error('the body came too slowly'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    app.server.emit('clientError', error, socket) // as the server itself does
  }, patience).unref()
  raw.once('close', () => clearInterval(timer))
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
