import { demandPermissions } from '@kontor/contract/home/day'
import { productSummary } from '@kontor/contract/products/summary'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { at, startApp } from '../../../../test/app.ts'
import { makeProduct, makeSlider, UNKNOWN_ID } from '../../../../test/make.ts'
import { makeCampaign, makeCartItem } from '../../../../test/make-campaign.ts'
import { makeOrder } from '../../../../test/make-order.ts'
import { withoutHistory } from '../../../lib/database/triggers.ts'
import '../../users/roles/table.ts'

const { db, call, tokenWithout } = await startApp()

/** A product of a year ago without history. */
const makeOld = (values: Parameters<typeof makeProduct>[1]) =>
  db.transaction().execute(async (tx) => {
    await withoutHistory(tx)
    const created_at = new Date(Date.now() - 365 * 86_400_000).toISOString()
    return makeProduct(tx, { created_at, ...values })
  })

describe('the summary of a product', () => {
  test('returns 404 for a missing product', async () => {
    expect((await call(productSummary, at(UNKNOWN_ID))).status).toBe(404)
  })

  test('omits parts without permission', async () => {
    const one = await makeProduct(db)
    const poor = await tokenWithout('campaigns.see', 'catalogue.see', 'sliders.see', 'cart.see')
    const { body } = await call(productSummary, at(one.id), poor)
    expect(Object.keys(body).sort()).toEqual(['free', 'price', 'quantity'])
  })

  test('has the available stock and the demand', async () => {
    const one = await makeProduct(db, { quantity: 10 })
    await makeOrder(db, { product_id: one.id, quantity: 4 })
    const campaign = await makeCampaign(db, { products: [one] })
    await makeCartItem(db, { campaign_id: campaign.id, product_id: one.id, quantity: 3 })
    const { body } = await call(productSummary, at(one.id))
    expect([body.free, body.asked]).toEqual([6, 7])
    for (const permission of demandPermissions)
      expect(
        (await call(productSummary, at(one.id), await tokenWithout(permission))).body,
      ).not.toHaveProperty('asked')
  })

  test('lists its offers, those visible to partners first', async () => {
    const one = await makeProduct(db, { price: '12.5' })
    await makeCampaign(db, { name: 'Skrivena', is_visible: false, products: [one] })
    await makeCampaign(db, { name: 'Vidljiva', products: [{ id: one.id, price: '9' }] })
    const slider = await makeSlider(db, { type: 2, product_id: one.id })
    const place = await sql<{ id: number; top: number }>`WITH top AS (
        INSERT INTO catalogue (name) VALUES ('Gume') RETURNING id)
      SELECT id AS top, 0 AS id FROM top`.execute(db)
    const level = place.rows[0]?.top ?? 0
    await sql`INSERT INTO catalogue (name, catalogue_id, product_id) VALUES ('x', ${level}, ${one.id})`.execute(
      db,
    )
    const { campaigns, catalogue, sliders } = (await call(productSummary, at(one.id))).body
    expect(campaigns?.count).toBe(2)
    expect(campaigns?.first.map(({ name, price, is_shown }) => [name, Number(price), is_shown])).toEqual([
      ['Vidljiva', 9, true],
      ['Skrivena', 12.5, false],
    ])
    expect(catalogue).toMatchObject({ count: 1, first: [{ path: ['Gume'], is_shown: true }] })
    expect(sliders?.first.map(({ id }) => id)).toEqual([slider.id])
  })

  test('has price and stock over twelve weeks', async () => {
    const one = await makeOld({ price: '8', quantity: 5 })
    for (const [back, changes] of [
      [200, { price: [1, 2] }],
      [60, { price: [2, 7], quantity: [12, 0] }],
      [3, { price: [7, 8] }],
      [1, { quantity: [0, 5] }],
    ] as const)
      await sql`INSERT INTO history (at, table_name, record_id, record_name, action, changes) VALUES (
        now() - ${back} * interval '1 day', 'products', ${one.id}, 'x', 'update', ${JSON.stringify(changes)})`.execute(
        db,
      )
    const { price, quantity } = (await call(productSummary, at(one.id))).body
    expect(price.map(({ value }) => Number(value))).toEqual([2, 7, 8, 8])
    expect(quantity.map(({ value }) => Number(value))).toEqual([12, 0, 5, 5])
    const days = (at = '') => Math.round((Date.now() - Date.parse(at)) / 86_400_000)
    expect(price.map(({ at }) => days(at))).toEqual([84, 60, 3, 0])
  })
})
