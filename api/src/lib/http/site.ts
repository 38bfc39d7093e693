// Serves everything besides the API: the built web apps, headers, health and the OpenAPI document.

import { existsSync, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { Route } from '@kontor/contract/lib/http/route'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import type { Replica } from '../lists/replica/replica.ts'
import type { S3Settings } from '../storage/settings.ts'
import { apiDocs, type WebhookDoc } from './api-docs.ts'
import { monitoring } from './monitoring.ts'

interface SiteOptions {
  pool: Pool
  migrationsDir: string
  /** Folder of the built web apps. */
  webDir: string
  metricsToken: string | undefined
  replica: Replica | undefined
  isProxied: boolean
  /** The bucket of the files; undefined when they are on the disk. */
  s3: S3Settings | undefined
  /** Whether a route accepts API keys. */
  acceptsApiKeys: (route: Route) => boolean
  /** The webhook events by type. */
  webhooks: Record<string, WebhookDoc>
}

/**
 * Registers everything besides the API. Called before the API's routes, so that the OpenAPI document includes all of
 * them.
 */
export async function site(
  app: FastifyInstance,
  { webDir, metricsToken, acceptsApiKeys, webhooks, ...watched }: SiteOptions,
) {
  await monitoring(app, { ...watched, token: metricsToken })
  await apiDocs(app, acceptsApiKeys, webhooks)
  await webApp(app, webDir)
}

const YEAR = 365 * 24 * 3600

/**
 * Serves the built web apps: their files, whose names change with their content, and the page of every route: the
 * portal's under /app, the office's elsewhere.
 */
async function webApp(app: FastifyInstance, folder: string) {
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
