import { existsSync, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const YEAR = 365 * 24 * 3600

/**
 * Serves the built web apps: their files, whose names change with their content, and the page of every route: the
 * portal's under /app, the office's elsewhere.
 */
export async function webApp(app: FastifyInstance, folder: string) {
  if (!existsSync(folder)) return
  await app.register(fastifyStatic, {
    root: folder,
    serve: false, // a route for each of a thousand files takes a tenth of the start
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/')
      // without this header the scope of the service worker would be /app/, without /app
      if (/\/app\/sw\.js(\.\w+)?$/.test(path)) reply.header('service-worker-allowed', '/app')
      reply.header('cache-control', hashed ? `public, max-age=${YEAR}, immutable` : 'no-cache')
    },
  })
  const files = new Set(filesIn(folder))
  app.get('/', (_request, reply) => reply.sendFile('index.html'))
  app.get('/*', (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    if (files.has(path)) return reply.sendFile(path) // the name of one of our files: no path is built from what was asked for
    const isScreen = /^(\/[\w-]+)+\/?$/.test(path) && !path.startsWith('/api')
    if (!isScreen) return reply.callNotFound()
    return reply.sendFile(/^\/app(\/|$)/.test(path) ? 'portal.html' : 'index.html')
  })
}

/** The addresses of a folder's files, without those whose names begin with a dot. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `/${relative(folder, join(parentPath, name)).replaceAll(sep, '/')}`)
    .filter((path) => !path.includes('/.'))
}
