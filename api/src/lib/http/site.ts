// What a site has around its API: the built apps, headers, health and the API document.
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
  /** Where files are when they are not on the disk. */
  s3: S3Settings | undefined
  /** Whether a route may be called with an API key. */
  acceptsApiKeys: (route: Route) => boolean
  /** The webhook events by type. */
  webhooks: Record<string, WebhookDoc>
}

/** Everything that a site answers beside its API. Called before the API is mounted, so that its document sees all routes. */
export async function site(
  app: FastifyInstance,
  { webDir, metricsToken, acceptsApiKeys, webhooks, ...watched }: SiteOptions,
) {
  await monitoring(app, { ...watched, token: metricsToken })
  await apiDocs(app, acceptsApiKeys, webhooks)
  await webApp(app, webDir)
}
