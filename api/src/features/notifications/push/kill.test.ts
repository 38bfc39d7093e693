import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { afterwards, killable, killedAt } from '../../../../test/kill.ts'
import { makeUser } from '../../../../test/make.ts'
import { pushServices } from '../../../../test/push-services.ts'
import { enqueue } from './queries.ts'

const DEVICES = 500
const { place, db, close } = await killable()
const { env, perDevice, arrived } = await pushServices()

const { id: user_id, partner_id } = await makeUser(db, { partner: true })
const devices = Array.from({ length: DEVICES }, (_, i) => ({
  user_id,
  platform: 'android' as const,
  token: `ubijen-${i}`,
  p256dh: null,
  auth: null,
}))
await db.insertInto('user_firebase_tokens').values(devices).execute()
await enqueue(db, {
  title: 'Akcija',
  text: 'Gume',
  link: null,
  to: { partnerIds: [partner_id ?? 0] },
})
await close()

test('each of 500 devices gets the message, also when the server is killed meanwhile', async () => {
  expect(await killedAt({ place, work: 'push', env, statements: 130 })).toBe(true)
  const before = arrived.length
  expect(before).toBeGreaterThan(0) // the number depends on the poll interval and the machine
  expect(before).toBeLessThan(DEVICES)
  await afterwards(place, async (db) => {
    const left = db.selectFrom('push_deliveries').select('id').where('status', '=', 'pending')
    expect((await left.execute()).length).toBeGreaterThanOrEqual(DEVICES - before)
    // Simulates the end of the dead node's leases.
    await db.updateTable('push_deliveries').set({ next_at: sql`now()` }).execute()
  })
  expect(await killedAt({ place, work: 'push', env, statements: 10_000 })).toBe(false)
  expect(perDevice().size).toBe(DEVICES)
  expect(arrived.length - DEVICES).toBeLessThanOrEqual(50) // only deliveries in progress can have arrived twice
  const open = await afterwards(place, (db) =>
    db.selectFrom('push_deliveries').select('id').where('status', '!=', 'accepted').execute(),
  )
  expect(open).toEqual([])
})
