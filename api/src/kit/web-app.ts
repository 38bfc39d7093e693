import { existsSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const YEAR = 365 * 24 * 3600

/** Serves the built web app: its files, which never change under their names, and its page for every screen's address. */
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
      reply.header('cache-control', hashed ? `public, max-age=${YEAR}, immutable` : 'no-cache')
    },
  })
  app.get('/', (_request, reply) => reply.sendFile('index.html'))
  app.get('/*', (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    const isScreen = /^(\/[\w-]+)+\/?$/.test(path) && !path.startsWith('/api')
    return isScreen ? reply.sendFile('index.html') : reply.callNotFound()
  })
}
