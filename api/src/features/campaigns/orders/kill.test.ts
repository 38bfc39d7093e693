import { QUANTITY } from '@kontor/contract/campaigns/kinds'
import { expect, test } from 'vitest'
import { afterwards, killable, killedAt } from '../../../../test/kill.ts'
import { orders } from '../../../../test/kill-orders.ts'
import { makePartner, makeProduct, makeUser } from '../../../../test/make.ts'
import { makeCampaign } from '../../../../test/make-campaign.ts'

const { place, db, close } = await killable()
const product = await makeProduct(db)
const partner = await makePartner(db)
const who = { userId: (await makeUser(db, { partner_id: partner.id })).id, partnerId: partner.id }
const makeOffer = () =>
  makeCampaign(db, {
    campaign_type_id: QUANTITY,
    partners: [partner],
    products: [{ id: product.id, quantity: 15 }],
  })
const first = await makeOffer()
const second = await makeOffer()
const third = await makeOffer()
await close()

test.each([
  ['right after the line was written', first.id, { statements: 8 }, [0]],
  ['before the commit', second.id, { statements: 'commit' }, [0]],
  ['before the answer to the commit', third.id, { statements: 'commit', sent: true }, [0, 1]],
] as const)(
  'an order of a campaign killed %s and repeated is one line',
  async (_, campaignId, moment, before) => {
    // Ten of fifteen pieces, which fit only once.
    const order = { ...who, campaignId, productId: product.id }
    expect(await killedAt({ place, work: 'campaign', ...order, ...moment })).toBe(true)
    await afterwards(place, async (db) => {
      const lines = () =>
        db.selectFrom('campaign_cart_items').select('id').where('campaign_id', '=', campaignId).execute()
      expect(before).toContain((await lines()).length)
      const placed = await orders.campaign(db, order)
      expect(await orders.campaign(db, order)).toEqual(placed)
      expect(await lines()).toEqual([{ id: placed.id }])
    })
  },
)
