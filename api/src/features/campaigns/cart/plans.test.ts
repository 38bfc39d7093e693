import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { makePartner, makeProduct, makeUser } from '../../../../test/make.ts'
import { makeCampaign } from '../../../../test/make-campaign.ts'
import { explaining } from '../../../../test/plans.ts'
import { listPage } from '../../../lib/lists/list.ts'
import { cartSource, cartTotals, ofCampaign } from './queries.ts'

const { db, plansOf } = explaining((await startApp()).database)

const product = await makeProduct(db)
const partner = await makePartner(db)
const user = await makeUser(db, { partner: true })
const campaigns = []
for (let i = 0; i < 20; i++) campaigns.push(await makeCampaign(db, { products: [{ id: product.id }] }))
const [first = { id: 0 }] = campaigns
await sql`INSERT INTO campaign_cart_items
    (campaign_id, partner_id, user_id, product_id, price, quantity, is_delivered, created_at)
  SELECT ${first.id} + i % 20, ${partner.id}, ${user.id}, ${product.id}, 10, 1, i > 100, now() - i * interval '1 minute'
  FROM generate_series(1, 20000) AS i`.execute(db)
await sql`ANALYZE campaign_cart_items`.execute(db)

test.each([
  ['of all carts', {}],
  ['of one campaign', ofCampaign(first.id)],
  ['of what waits to be delivered', { filters: { is_delivered: '0' } }],
])('the first page %s is read from an index', async (_, request) => {
  await listPage(db, cartSource, request)
  const plans = await plansOf(() => listPage(db, cartSource, request))
  expect(plans.join('\n')).not.toContain('Seq Scan on campaign_cart_items')
})

test('the count of a campaign, of undelivered lines, and its sums read only their own lines', async () => {
  const waiting = ofCampaign(first.id, { filters: { is_delivered: '0' } })
  for (const work of [() => cartTotals(db, ofCampaign(first.id)), () => cartTotals(db, waiting)]) {
    const plan = (await plansOf(work)).join('\n')
    expect(plan).not.toMatch(/Seq Scan on (?!change_counters|cart_sums)/)
    expect(plan).not.toContain('Join')
  }
})
