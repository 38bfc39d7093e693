// Kills a server while it sends due notifications.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { exhaustive } from '../../../../test/distinct.ts'
import { eventually } from '../../../../test/eventually.ts'
import { afterwards, killable, killedAt } from '../../../../test/kill.ts'
import { makeUser } from '../../../../test/make.ts'
import { pushServices } from '../../../../test/push-services.ts'
import { startServer } from '../../../../test/start-server.ts'

const { place, db, close } = await killable()
const { env, arrived } = await pushServices()

const { id: user_id, partner_id } = await makeUser(db, { partner: true })
const devices = ['prvi', 'drugi'].map((token) => ({
  user_id,
  platform: 'android' as const,
  token,
  p256dh: null,
  auth: null,
}))
await db.insertInto('user_firebase_tokens').values(devices).execute()
await sql`WITH due AS (INSERT INTO notifications (subject, notification_text, send_by_category, user_id, send_at)
    VALUES ('Akcija', 'Gume', false, ${user_id}, now() - interval '1 minute') RETURNING id)
  INSERT INTO notification_partners SELECT id, ${partner_id} FROM due`.execute(db)
await close()

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
