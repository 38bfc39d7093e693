// site: what a site has around its API: the built apps, headers, health and the API document. Also entered at
// security-headers.ts.
import type { Route } from '@kontor/contract/kit/api/route'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { apiDocs, type Told } from './api-docs.ts'
import { monitoring } from './monitoring.ts'
import { webApp } from './web-app.ts'

interface SiteOptions {
  pool: Pool
  migrationsDir: string
  /** Folder of the built web apps. */
  webDir: string
  metricsToken: string | undefined
  isProxied: boolean
  /** Whether a route may be called with an API key. */
  takesKeys: (route: Route) => boolean
  /** What other programs are told of, by type. */
  told: Record<string, Told>
}

/** Everything that a site answers beside its API. Called before the API is mounted, so that its document sees all routes. */
export async function site(
  app: FastifyInstance,
  { pool, migrationsDir, webDir, metricsToken, isProxied, takesKeys, told }: SiteOptions,
) {
  await monitoring(app, { pool, migrationsDir, token: metricsToken, isProxied })
  await apiDocs(app, takesKeys, told)
  await webApp(app, webDir)
}
