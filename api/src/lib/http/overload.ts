import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpError } from './http-error.ts'

/** Whatever waits behind so many calls would wait longer than anybody does: lists take 2 to 5 ms each. */
const MOST_WAITING = 500

/**
 * Answers calls with 503 while `most` others are worked on. A call counts from when all of it is here until its answer is
 * written: who sends slowly, reads slowly or listens to a stream counts for nothing. `/health` is always answered.
 */
export function limitWaiting(app: FastifyInstance, most = MOST_WAITING) {
  const waiting = new Set<FastifyRequest>()
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.url === '/health') return done()
    if (waiting.size >= most) return done(new HttpError('error.unavailable'))
    if (!hasBody(request) && !isStream(request)) waiting.add(request)
    done()
  })
  app.addHook('preHandler', (request, reply, done) => {
    const hasGone = reply.raw.destroyed // and nothing would say so again
    if (request.raw.complete && hasBody(request) && !hasGone) waiting.add(request)
    done()
  })
  app.addHook('onSend', (request, _reply, _payload, done) => {
    waiting.delete(request)
    done()
  })
  app.addHook('onResponse', (request, _reply, done) => {
    waiting.delete(request) // also of what never sent an answer
    done()
  })
}

const hasBody = ({ headers }: FastifyRequest) => 'content-length' in headers || 'transfer-encoding' in headers
/** Whether its answer is open for as long as its caller listens. */
const isStream = ({ routeOptions }: FastifyRequest) => routeOptions.config.contract?.reply === 'events'
