import { QUANTITY } from '@kontor/contract/campaigns/kinds'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { afterwards, killable, killedAt } from '../../../../test/kill.ts'
import { orders } from '../../../../test/kill-orders.ts'
import { makePartner, makeProduct, makeUser } from '../../../../test/make.ts'
import { makeCampaign } from '../../../../test/make-campaign.ts'
import { makeCatalogue } from '../../../../test/make-order.ts'

const { place, db, close } = await killable()
const partner = await makePartner(db)
const who = { userId: (await makeUser(db, { partner_id: partner.id })).id, partnerId: partner.id }
async function makeOffer() {
  const product = await makeProduct(db, { quantity: 15 })
  await makeCatalogue(db, [product])
  const campaign = await makeCampaign(db, {
    campaign_type_id: QUANTITY,
    partners: [partner],
    products: [{ id: product.id, quantity: 15 }],
  })
  return { campaignId: campaign.id, productId: product.id }
}
const offers = [await makeOffer(), await makeOffer(), await makeOffer(), await makeOffer()] as const
await close()

test.each([
  ['right after the line of the campaign was written', offers[0], { statements: 12 }, [0]],
  ['right after the orders of the catalogue were written', offers[1], { statements: 15 }, [0]],
  ['before the commit', offers[2], { statements: 'commit' }, [0]],
  ['before the answer to the commit', offers[3], { statements: 'commit', sent: true }, [0, 2]],
] as const)(
  'a basket killed %s and repeated is ordered once, completely',
  async (_, offer, moment, before) => {
    // Ten of fifteen pieces, which fit only once, from either stock.
    const order = { ...who, ...offer }
    expect(await killedAt({ place, work: 'basket', ...order, ...moment })).toBe(true)
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
      const placed = await orders.basket(db, order)
      expect(await orders.basket(db, order)).toEqual(placed)
      expect(await lines()).toEqual([
        { kind: 'catalogue', id: placed.lines[0]?.id },
        { kind: 'campaign', id: placed.lines[1]?.id },
      ])
    })
  },
)
