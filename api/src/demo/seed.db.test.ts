import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { afterwards, killedAt } from '../../test/kill.ts'
import { makeCategory, makeCity, makeCountry, makeProduct, makeSlider, makeUser } from '../../test/make.ts'
import { makeCampaign } from '../../test/make-campaign.ts'
import { scratch } from '../../test/scratch.ts'
import type { Schema } from '../lib/database/schema.ts'
import { DEMO_LOGIN, DEMO_PARTNER, demoLogins, hasDemo } from './logins.ts'
import { seedDemo } from './seed.ts'

const place = await scratch({ migrated: true })
afterAll(() => place.drop())

const TABLES = [
  'countries',
  'cities',
  'categories',
  'products',
  'partners',
  'partner_categories',
  'users',
  'sliders',
  'slider_registrations',
  'slider_orders',
  'campaigns',
  'campaign_categories',
  'campaign_partners',
  'campaign_products',
  'campaign_cart_items',
  'catalogue',
  'catalogue_categories',
  'catalogue_orders',
  'catalogue_orders_daily',
  'technical_support',
  'technical_support_categories',
  'technical_support_downloads',
  'push_deliveries',
  'customer_support',
  'signed_in_partners',
  'message_threads',
  'messages',
  'history',
] as const
async function counts(db: Kysely<Schema>) {
  const found: number[] = []
  for (const table of TABLES) {
    const count = db.selectFrom(table).select(({ fn }) => fn.countAll<number>().as('n'))
    found.push((await count.executeTakeFirstOrThrow()).n)
  }
  return found
}
const none = TABLES.map(() => 0)

test.each([6, 20])('a first start killed after statement %i leaves nothing behind', async (statements) => {
  expect(await killedAt({ place, work: 'seed', statements })).toBe(true)
  expect(await afterwards(place, counts)).toEqual(none)
})

test('adds everything at the next start, also on two nodes together, and nothing at the one after', async () => {
  expect(await afterwards(place, hasDemo)).toBe(false)
  await Promise.all([1, 2].map(() => killedAt({ place, work: 'seed', statements: 10_000 })))
  const first = await afterwards(place, counts)
  expect(first.every((count) => count > 0)).toBe(true)
  await afterwards(place, async (db) => {
    expect(await hasDemo(db)).toBe(true)
    await seedDemo(db, place)
    expect(await counts(db)).toEqual(first)
  })
})

test('stores every picture that a product refers to', async () => {
  const named = await afterwards(place, (db) =>
    db.selectFrom('products').select('image').distinct().where('image', 'is not', null).execute(),
  )
  for (const table of ['sliders', 'campaigns'] as const) {
    const banners = await afterwards(place, (db) => db.selectFrom(table).select('image').execute())
    const shown = await readdir(join(place.dataDir, 'files', table))
    for (const { image } of banners) expect(shown).toContain(image)
  }
  const files = await readdir(join(place.dataDir, 'files/products'))
  expect(named.length).toBeGreaterThan(0)
  for (const { image } of named) expect(files).toContain(image)
})

test('stores a separate file for every file of technical support', async () => {
  const named = await afterwards(place, (db) =>
    db.selectFrom('technical_support').select('file').where('is_file', '=', true).execute(),
  )
  const files = await readdir(join(place.dataDir, 'files/technical_support'))
  expect(named.length).toBeGreaterThan(0)
  expect(new Set(named.map(({ file }) => file)).size).toBe(named.length)
  for (const { file } of named) expect(files).toContain(file)
})

test('has daily sums that equal those of the orders', async () => {
  await afterwards(place, async (db) => {
    const sums = await db
      .selectFrom('catalogue_orders_daily')
      .selectAll()
      .orderBy('day')
      .orderBy('ignore_quantity')
      .orderBy('is_active')
      .execute()
    const { rows } =
      await sql`SELECT day, ignore_quantity, is_active, count(*) AS orders, sum(quantity)::bigint AS pieces,
      sum(total) AS total FROM catalogue_orders GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`.execute(db)
    expect(sums).toEqual(rows)
  })
})

test('leaves no pending deliveries', async () => {
  const pending = (db: Kysely<Schema>) =>
    db.selectFrom('push_deliveries').select('id').where('status', '=', 'pending').execute()
  expect(await afterwards(place, pending)).toEqual([])
})

test('gives new records the next ids', async () => {
  await afterwards(place, async (db) => {
    for (const make of [makeCountry, makeCity, makeCategory, makeProduct, makeUser, makeSlider, makeCampaign])
      await make(db)
  })
})

test('does not show changed accounts and real ones of the same name, and recognises that no demo password is left', async () => {
  await afterwards(place, async (db) => {
    await db
      .updateTable('users')
      .set({ role: 'user_manager' })
      .where('username', '=', DEMO_LOGIN.username)
      .execute()
    expect(await demoLogins(db)).toEqual({ demo: null, demo_partner: DEMO_PARTNER })
    expect(await hasDemo(db)).toBe(true)
    const renamed = db.updateTable('users').set({ username: 'radionica' })
    await renamed.where('username', '=', DEMO_PARTNER.username).execute()
    await makeUser(db, { username: DEMO_PARTNER.username, password_hash: 'own', partner: true })
    expect(await demoLogins(db)).toEqual({ demo: null, demo_partner: null })
    expect(await hasDemo(db)).toBe(true)
    await db.updateTable('users').set({ password_hash: sql<string>`id::text` }).execute()
    expect(await hasDemo(db)).toBe(false)
  })
})
