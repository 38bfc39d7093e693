import { resolve } from 'node:path'
import { QUANTITY } from '@kontor/contract/campaigns/kinds'
import { type Kysely, sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { afterwards, killedAt } from '../../../../test/kill.ts'
import { makeProduct, makeUser } from '../../../../test/make.ts'
import { makeCampaign } from '../../../../test/make-campaign.ts'
import { makeCatalogue } from '../../../../test/make-order.ts'
import { scratch } from '../../../../test/scratch.ts'
import type { CurrentPartnerUser } from '../../../lib/auth/guard.ts'
import { openDatabase } from '../../../lib/database/database.ts'
import type { Schema } from '../../../lib/database/schema.ts'
import { ScopedDb } from '../../../lib/database/scoped-db.ts'
import { placeBasket } from './queries.ts'

const place = await scratch({ migrated: true })
afterAll(() => place.drop())
const migrationsDir = resolve(import.meta.dirname, '../../../../migrations')
const { db, close } = await openDatabase<Schema>({ ...place, migrationsDir, log: () => {} })
// with the columns that an order reads
const user = (await makeUser(db, { partner: true })) as unknown as CurrentPartnerUser
async function makeOffer() {
  const product = await makeProduct(db, { quantity: 15 })
  await makeCatalogue(db, [product])
  const campaign = await makeCampaign(db, {
    campaign_type_id: QUANTITY,
    partners: [{ id: user.partner_id }],
    products: [{ id: product.id, quantity: 15 }],
  })
  return { campaignId: campaign.id, productId: product.id }
}
const offers = [await makeOffer(), await makeOffer(), await makeOffer(), await makeOffer()] as const
await close()

/** The order of the killed process: ten of fifteen pieces, which fit only once, from either stock. */
const again = (db: Kysely<Schema>, { campaignId, productId }: (typeof offers)[number]) => {
  const line = { product_id: productId, quantity: 10 }
  return new ScopedDb(db, user).withIdempotencyKey(
    { userId: user.id, key: `narudzba-${campaignId}`, request: Buffer.from('narudzba') },
    (tx) => placeBasket(tx, [line, { ...line, campaign_id: campaignId }]),
  )
}

test.each([
  ['right after the line of the campaign was written', offers[0], { statements: 12 }, [0]],
  ['right after the orders of the catalogue were written', offers[1], { statements: 15 }, [0]],
  ['before the commit', offers[2], { statements: 'commit' }, [0]],
  ['before the answer to the commit', offers[3], { statements: 'commit', sent: true }, [0, 2]],
] as const)(
  'a basket killed %s and repeated is ordered once, completely',
  async (_, offer, moment, before) => {
    const who = { userId: user.id, partnerId: user.partner_id }
    expect(await killedAt({ place, work: 'basket', ...who, ...offer, ...moment })).toBe(true)
    await afterwards(place, async (db) => {
      const lines = async () => {
        const { rows } = await sql<{ kind: string; id: number }>`
        SELECT 'catalogue' AS kind, id FROM catalogue_orders WHERE product_id = ${offer.productId}
        UNION ALL SELECT 'campaign', id FROM campaign_cart_items WHERE product_id = ${offer.productId}`.execute(
          db,
        )
        return rows
      }
      expect(before).toContain((await lines()).length)
      const placed = await again(db, offer)
      expect(await again(db, offer)).toEqual(placed)
      expect(await lines()).toEqual([
        { kind: 'catalogue', id: placed.lines[0]?.id },
        { kind: 'campaign', id: placed.lines[1]?.id },
      ])
    })
  },
)
