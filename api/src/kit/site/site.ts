// site: what a site has around its API: the built apps, headers, health and the API document. Also entered at
// overload.ts (more calls than can wait), security-headers.ts.
import type { Route } from '@kontor/contract/kit/api/route'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import type { S3Settings } from '../files/settings.ts'
import type { Replica } from '../replica/replica.ts'
import { apiDocs, type Told } from './api-docs.ts'
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
  takesKeys: (route: Route) => boolean
  /** What other programs are told of, by type. */
  told: Record<string, Told>
}

/** Everything that a site answers beside its API. Called before the API is mounted, so that its document sees all routes. */
export async function site(
  app: FastifyInstance,
  { webDir, metricsToken, takesKeys, told, ...watched }: SiteOptions,
) {
  await monitoring(app, { ...watched, token: metricsToken })
  await apiDocs(app, takesKeys, told)
  await webApp(app, webDir)
}
