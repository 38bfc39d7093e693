import { expect, test } from 'vitest'
import { afterwards, killable, killedAt } from '../../../../test/kill.ts'
import { orders } from '../../../../test/kill-orders.ts'
import { makeCategory, makePartner, makeProduct, makeSlider, makeUser } from '../../../../test/make.ts'

const { place, db, close } = await killable()
const category = await makeCategory(db)
const product = await makeProduct(db, { quantity: 100 })
const partner = await makePartner(db, { category_ids: [category.id] })
const who = { userId: (await makeUser(db, { partner_id: partner.id })).id, partnerId: partner.id }
const makePromotion = () => makeSlider(db, { type: 2, category_id: category.id, product_id: product.id })
const first = await makePromotion()
const second = await makePromotion()
await close()

test.each([
  ['before the commit', first.id, { statements: 'commit' }, [0]],
  ['before the answer to the commit', second.id, { statements: 'commit', sent: true }, [0, 1]],
] as const)('an order killed %s and repeated is one order', async (_, sliderId, moment, before) => {
  expect(await killedAt({ place, work: 'slider', ...who, sliderId, ...moment })).toBe(true)
  await afterwards(place, async (db) => {
    const lines = () =>
      db.selectFrom('slider_orders').select('id').where('slider_id', '=', sliderId).execute()
    expect(before).toContain((await lines()).length)
    const placed = await orders.slider(db, { ...who, sliderId })
    expect(await orders.slider(db, { ...who, sliderId })).toEqual(placed)
    expect(await lines()).toEqual([{ id: placed.id }])
  })
})
