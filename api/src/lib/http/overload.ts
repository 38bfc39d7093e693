import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpError } from './http-error.ts'

/** A request behind so many others would wait longer than its client does: lists take 2 to 5 ms each. */
const MAX_WAITING = 500

/**
 * Answers requests with 503 while `max` others are handled. A request counts from the arrival of its body until its
 * response is written, so slow clients and event streams do not count. `/health` is always answered.
 */
export function limitWaiting(app: FastifyInstance, max = MAX_WAITING) {
  const waiting = new Set<FastifyRequest>()
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.url === '/health') return done()
    if (waiting.size >= max) return done(new HttpError('error.unavailable'))
    if (!hasBody(request) && !isStream(request)) waiting.add(request)
    done()
  })
  app.addHook('preHandler', (request, reply, done) => {
    const hasGone = reply.raw.destroyed // no later event would remove it
    if (request.raw.complete && hasBody(request) && !hasGone) waiting.add(request)
    done()
  })
  app.addHook('onSend', (request, _reply, _payload, done) => {
    waiting.delete(request)
    done()
  })
  app.addHook('onResponse', (request, _reply, done) => {
    waiting.delete(request) // also for requests that never got a response
    done()
  })
}

const hasBody = ({ headers }: FastifyRequest) => 'content-length' in headers || 'transfer-encoding' in headers
/** Whether the route is an event stream. */
const isStream = ({ routeOptions }: FastifyRequest) => routeOptions.config.contract?.response === 'events'
