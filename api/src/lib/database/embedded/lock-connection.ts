import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { isDatabaseError } from '../database-errors.ts'
import { SUPERUSER } from './cluster.ts'
import type { Cluster } from './placement.ts'
import { startupError } from './startup-error.ts'

/** SQLSTATEs of a server that is starting, stopping, or out of connections. */
const BUSY = new Set(['57P03', '57P01', '53300'])
const NO_SERVER = new Set(['ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE'])

/** Whether there is no server, or one that ended while it was asked; for that pg has an error of its own. */
const isMissing = (error: unknown) =>
  error instanceof Error &&
  (NO_SERVER.has((error as NodeJS.ErrnoException).code ?? '') ||
    /^Connection terminated( unexpectedly)?$/.test(error.message))

/** Whether the server is starting or stopping, so that connecting should be tried again. */
export const isBusy = (error: unknown) => isDatabaseError(error) && BUSY.has(error.code ?? '')

/**
 * Connects as the superuser, waiting while the server starts or stops; undefined when no server runs. Throws
 * StartupError when it rejects the connection.
 */
export async function connectSuperuser(login: pg.ClientConfig, cluster: Pick<Cluster, 'path' | 'dataDir'>) {
  for (;;) {
    const client = new pg.Client({
      ...login,
      user: SUPERUSER,
      database: 'postgres',
      application_name: 'kontor lock',
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
    })
    client.on('error', () => {})
    try {
      await client.connect()
      return client
    } catch (error) {
      void client.end().catch(() => {})
      if (isMissing(error)) return undefined
      if (!isBusy(error)) throw startupError(cluster, error instanceof Error ? error.message : String(error))
      await pause(20)
    }
  }
}

/**
 * Takes the advisory lock of the directory for that session; false when another session has it. The key is arbitrary
 * and the same in every version.
 */
export const tryLock = async (client: pg.Client) =>
  (await client.query<{ free: boolean }>('SELECT pg_try_advisory_lock(5668668) AS free')).rows[0]?.free ===
  true
