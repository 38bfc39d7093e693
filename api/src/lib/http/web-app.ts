import { existsSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const YEAR = 365 * 24 * 3600

/**
 * Serves the built web apps: their files, which never change under their names, and their page for every screen's
 * address: the partners' under /app, the office's elsewhere.
 */
export async function webApp(app: FastifyInstance, folder: string) {
  if (!existsSync(folder)) return
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false, // each file is its own route: no path is ever built from what was asked for
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/')
      if (/\/app\/sw\.js(\.\w+)?$/.test(path)) reply.header('service-worker-allowed', '/app') // /app itself, not /app/ alone
      reply.header('cache-control', hashed ? `public, max-age=${YEAR}, immutable` : 'no-cache')
    },
  })
  app.get('/', (_request, reply) => reply.sendFile('index.html'))
  app.get('/*', (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    const isScreen = /^(\/[\w-]+)+\/?$/.test(path) && !path.startsWith('/api')
    if (!isScreen) return reply.callNotFound()
    return reply.sendFile(/^\/app(\/|$)/.test(path) ? 'portal.html' : 'index.html')
  })
}
