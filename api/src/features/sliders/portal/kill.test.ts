import { resolve } from 'node:path'
import type { Kysely } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { afterwards, killedAt } from '../../../../test/kill.ts'
import { makeCategory, makeProduct, makeSlider, makeUser } from '../../../../test/make.ts'
import { scratch } from '../../../../test/scratch.ts'
import type { CurrentPartnerUser } from '../../../lib/auth/guard.ts'
import { openDatabase } from '../../../lib/database/database.ts'
import type { Schema } from '../../../lib/database/schema.ts'
import { ScopedDb } from '../../../lib/database/scoped-db.ts'
import { placeOrder } from './queries.ts'

const place = await scratch({ migrated: true })
afterAll(() => place.drop())
const migrationsDir = resolve(import.meta.dirname, '../../../../migrations')
const { db, close } = await openDatabase<Schema>({ ...place, migrationsDir, log: () => {} })
const category = await makeCategory(db)
const product = await makeProduct(db, { quantity: 100 })
// with the columns that an order reads
const user = (await makeUser(db, { partner: true })) as unknown as CurrentPartnerUser
await db
  .insertInto('partner_categories')
  .values({ partner_id: user.partner_id, category_id: category.id })
  .execute()
const makePromotion = () => makeSlider(db, { type: 2, category_id: category.id, product_id: product.id })
const first = await makePromotion()
const second = await makePromotion()
await close()

/** The order of the killed process. */
const again = (db: Kysely<Schema>, sliderId: number) =>
  new ScopedDb(db, user).withIdempotencyKey(
    { userId: user.id, key: `narudzba-${sliderId}`, request: Buffer.from('narudzba') },
    (tx) => placeOrder(tx, sliderId, { quantity: 1 }),
  )

test.each([
  ['before the commit', first.id, { statements: 'commit' }, [0]],
  ['before the answer to the commit', second.id, { statements: 'commit', sent: true }, [0, 1]],
] as const)('an order killed %s and repeated is one order', async (_, sliderId, moment, before) => {
  const work = { place, work: 'order', userId: user.id, partnerId: user.partner_id, sliderId } as const
  expect(await killedAt({ ...work, ...moment })).toBe(true)
  await afterwards(place, async (db) => {
    const orders = () =>
      db.selectFrom('slider_orders').select('id').where('slider_id', '=', sliderId).execute()
    expect(before).toContain((await orders()).length)
    const placed = await again(db, sliderId)
    expect(await again(db, sliderId)).toEqual(placed)
    expect(await orders()).toEqual([{ id: placed.id }])
  })
})
