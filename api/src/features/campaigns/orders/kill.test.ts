import { resolve } from 'node:path'
import { QUANTITY } from '@kontor/contract/campaigns/kinds'
import type { Kysely } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { afterwards, killedAt } from '../../../../test/kill.ts'
import { makeProduct, makeUser } from '../../../../test/make.ts'
import { makeCampaign } from '../../../../test/make-campaign.ts'
import { scratch } from '../../../../test/scratch.ts'
import type { CurrentPartnerUser } from '../../../lib/auth/guard.ts'
import { openDatabase } from '../../../lib/database/database.ts'
import type { Schema } from '../../../lib/database/schema.ts'
import { ScopedDb } from '../../../lib/database/scoped-db.ts'
import { order } from './queries.ts'

const place = await scratch({ migrated: true })
afterAll(() => place.drop())
const migrationsDir = resolve(import.meta.dirname, '../../../../migrations')
const { db, close } = await openDatabase<Schema>({ ...place, migrationsDir, log: () => {} })
const product = await makeProduct(db)
// with the columns that an order reads
const user = (await makeUser(db, { partner: true })) as unknown as CurrentPartnerUser
const makeOffer = () =>
  makeCampaign(db, {
    campaign_type_id: QUANTITY,
    partners: [{ id: user.partner_id }],
    products: [{ id: product.id, quantity: 15 }],
  })
const first = await makeOffer()
const second = await makeOffer()
const third = await makeOffer()
await close()

/** The order of the killed process: ten of fifteen pieces, which fit only once. */
const again = (db: Kysely<Schema>, campaignId: number) =>
  new ScopedDb(db, user).withIdempotencyKey(
    { userId: user.id, key: `narudzba-${campaignId}`, request: Buffer.from('narudzba') },
    (tx) => order(tx, campaignId, { product_id: product.id, quantity: 10 }),
  )

test.each([
  ['right after the line was written', first.id, { statements: 8 }, [0]],
  ['before the commit', second.id, { statements: 'commit' }, [0]],
  ['before the answer to the commit', third.id, { statements: 'commit', sent: true }, [0, 1]],
] as const)(
  'an order of a campaign killed %s and repeated is one line',
  async (_, campaignId, moment, before) => {
    const who = { userId: user.id, partnerId: user.partner_id }
    const work = { place, work: 'cart', ...who, campaignId, productId: product.id } as const
    expect(await killedAt({ ...work, ...moment })).toBe(true)
    await afterwards(place, async (db) => {
      const lines = () =>
        db.selectFrom('campaign_cart_items').select('id').where('campaign_id', '=', campaignId).execute()
      expect(before).toContain((await lines()).length)
      const placed = await again(db, campaignId)
      expect(await again(db, campaignId)).toEqual(placed)
      expect(await lines()).toEqual([{ id: placed.id }])
    })
  },
)
