// Serves everything besides the API: the built web apps, headers, health and the OpenAPI document.
import type { Route } from '@kontor/contract/lib/http/route'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import type { Replica } from '../lists/replica/replica.ts'
import type { S3Settings } from '../storage/settings.ts'
import { apiDocs, type WebhookDoc } from './api-docs.ts'
import { monitoring } from './monitoring.ts'
import { webApp } from './web-app.ts'

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
