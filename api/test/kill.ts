import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { afterAll } from 'vitest'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { openDatabase } from '../src/lib/database/database.ts'
import type { Schema } from '../src/lib/database/schema.ts'
import { startMaintenance } from '../src/lib/jobs/maintenance.ts'
import type { Order } from './child-work.ts'
import { scratch } from './scratch.ts'

/** A migrated database to fill and close before a child opens it. Dropped after the file's tests. */
export async function killable() {
  const place = await scratch({ migrated: true })
  afterAll(() => place.drop())
  return { place, ...(await openDatabase<Schema>(place)) }
}

/** Runs work in a child process that kills itself; resolves to whether it died before the work was done. */
export async function killedAt(order: Order): Promise<boolean> {
  const script = new URL('./child-work.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [script, JSON.stringify(order)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null] // the event's arguments
  if (signal !== 'SIGKILL' && code !== 0) throw new Error(`the child failed with ${code}`)
  return signal === 'SIGKILL'
}

/** Opens the database as the next start would, after the dead process's transactions have ended. */
export async function afterwards<T>(
  place: Order['place'],
  check: (db: Kysely<Schema>) => Promise<T>,
): Promise<T> {
  const { db, close } = await openDatabase<Schema>({ ...place, log: () => {} })
  try {
    await db
      .transaction()
      .execute((tx) => sql`LOCK TABLE products, users IN ACCESS EXCLUSIVE MODE`.execute(tx))
    return await check(db)
  } finally {
    await close()
  }
}

/** Starts the whole app, which recovers before it listens. */
export async function restarted<T>(
  place: Order['place'],
  check: (db: Kysely<Schema>) => Promise<T>,
): Promise<T> {
  const config = readConfig({ DATA_DIR: place.dataDir, DEMO: '0' })
  const database = await openDatabase<Schema>({ ...place, log: () => {} })
  const maintenance = startMaintenance({ log: () => {} })
  const app = await buildApp({
    config,
    database,
    maintenance,
    migrationsDir: '/nowhere',
    webDir: '/nowhere',
    demo: false,
  })
  try {
    await app.ready()
    return await check(database.db)
  } finally {
    await app.close()
    await maintenance.stop()
    await database.close()
  }
}
