// Kills a server while it sends due notifications.
import { resolve } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { exhaustive } from '../../../../test/distinct.ts'
import { eventually } from '../../../../test/eventually.ts'
import { afterwards, killedAt } from '../../../../test/kill.ts'
import { makeUser } from '../../../../test/make.ts'
import { pushServices } from '../../../../test/push-services.ts'
import { scratch } from '../../../../test/scratch.ts'
import { startServer } from '../../../../test/start-server.ts'
import { openDatabase } from '../../../lib/database/database.ts'
import type { Schema } from '../../../lib/database/schema.ts'

const place = await scratch({ migrated: true })
afterAll(() => place.drop())
const migrationsDir = resolve(import.meta.dirname, '../../../../migrations')
const { env, arrived } = await pushServices()

const database = await openDatabase<Schema>({ ...place, migrationsDir, log: () => {} })
const { id: user_id, partner_id } = await makeUser(database.db, { partner: true })
const devices = ['prvi', 'drugi'].map((token) => ({
  user_id,
  platform: 'android' as const,
  token,
  p256dh: null,
  auth: null,
}))
await database.db.insertInto('user_firebase_tokens').values(devices).execute()
await sql`WITH due AS (INSERT INTO notifications (subject, notification_text, send_by_category, user_id, send_at)
    VALUES ('Akcija', 'Gume', false, ${user_id}, now() - interval '1 minute') RETURNING id)
  INSERT INTO notification_partners SELECT id, ${partner_id} FROM due`.execute(database.db)
await database.close()

/** Number of due notifications, and of messages in inbox and outbox. */
const standing = () =>
  afterwards(place, async (db) => {
    const { rows } = await sql<{ due: number; inbox: number; outbox: number }>`SELECT
      (SELECT count(*) FROM notifications WHERE push_id IS NULL) AS due,
      (SELECT count(*) FROM push_recipients) AS inbox, (SELECT count(*) FROM push_deliveries) AS outbox`.execute(
      db,
    )
    return rows[0]
  })

test('killed at any statement, a due notification is still due or completely in the outbox, and reaches each device', async () => {
  let moments = 0
  while (await killedAt({ place, work: 'due', statements: moments })) {
    expect([moments, await standing()]).toEqual([moments, { due: 1, inbox: 0, outbox: 0 }])
    moments += exhaustive ? 1 : 3
  }
  expect(moments).toBeGreaterThan(8)
  expect(await standing()).toEqual({ due: 0, inbox: 1, outbox: 2 })
  expect(arrived).toEqual([])
  // Killed after it was written to the outbox: the next start sends it from there and does not schedule it again.
  const server = await startServer(place, env)
  await eventually(() => expect(arrived.map(({ token }) => token).sort()).toEqual(['drugi', 'prvi']))
  server.child.kill('SIGKILL')
  await server.exit
  expect(await standing()).toEqual({ due: 0, inbox: 1, outbox: 2 })
  const next = await startServer(place, env)
  next.child.kill('SIGTERM')
  await next.exit
  expect(await standing()).toEqual({ due: 0, inbox: 1, outbox: 2 })
})
