import { cart } from '@kontor/contract/campaigns/cart'
import { details } from '@kontor/contract/campaigns/details'
import { PRICE, QUANTITY } from '@kontor/contract/campaigns/kinds'
import { portalCampaigns } from '@kontor/contract/campaigns/portal'
import { campaignProducts } from '@kontor/contract/campaigns/products'
import { history } from '@kontor/contract/history'
import { sql, type Updateable } from 'kysely'
import { describe, expect, test } from 'vitest'
import { idOf, startApp } from '../../../../test/app.ts'
import { addCategories, deactivateInUse, makeCategory, makeProduct, makeUser } from '../../../../test/make.ts'
import { makeCampaign } from '../../../../test/make-campaign.ts'
import type { Schema } from '../../../lib/database/schema.ts'

const { db, call, makeCustomer, inject } = await startApp()
const category = await makeCategory(db)
const day = async (days: number) => {
  const { rows } = await sql<{ day: string }>`SELECT office_day() + ${days}::int AS day`.execute(db)
  return rows[0]?.day ?? ''
}

const mine = await makeCustomer({ category_ids: [category.id] })
const other = await makeCustomer({ category_ids: [category.id] })

interface Offer {
  quantity?: number
  price?: string
  cash?: string
  ofProduct?: object
}
/** A campaign for both partners, with one product. */
async function makeOffer(type: 1 | 2, { quantity, price, cash = '0', ofProduct }: Offer = {}) {
  const product = await makeProduct(db, { price: '10', quantity: 100, ...ofProduct })
  const campaign = await makeCampaign(db, {
    campaign_type_id: type,
    category_ids: [category.id],
    partners: [{ id: mine.partner.id, cash }, { id: other.partner.id }],
    products: [{ id: product.id, price: price ?? null, quantity: quantity ?? null }],
  })
  return { ...campaign, product }
}
type Offered = Awaited<ReturnType<typeof makeOffer>>

let count = 0
const newKey = () => `porudzbina-${count++}`
const order = (
  offer: Offered,
  quantity: number,
  token = mine.token,
  idempotencyKey = newKey(),
  more: { ignore_quantity?: boolean } = {},
) =>
  call(
    portalCampaigns.add,
    { params: idOf(offer), body: { product_id: offer.product.id, quantity, ...more }, idempotencyKey },
    token,
  )
const change = (
  line: { id: number },
  quantity: number,
  version?: number,
  token = mine.token,
  more: { ignore_quantity?: boolean } = {},
) => call(portalCampaigns.change, { params: idOf(line), body: { quantity, version, ...more } }, token)
const withdraw = (line: { id: number }, token = mine.token, version?: number) =>
  call(portalCampaigns.remove, { params: idOf(line), body: version ? { version } : null }, token)
const open = (campaign: { id: number }, token = mine.token) =>
  call(portalCampaigns.one, { params: idOf(campaign) }, token)
const productsOf = (campaign: { id: number }, query = {}, token = mine.token) =>
  call(portalCampaigns.products, { params: idOf(campaign), query }, token)
const listed = async (token = mine.token) =>
  (await call(portalCampaigns.index, {}, token)).body.map(({ id }) => id)
const linesOf = ({ id }: { id: number }) =>
  db.selectFrom('campaign_cart_items').selectAll().where('campaign_id', '=', id).orderBy('id').execute()
const set = (id: number, values: Updateable<Schema['campaigns']>) =>
  db.updateTable('campaigns').set(values).where('id', '=', id).execute()
const setOffer = ({ id, product }: Offered, values: { price?: string | null; quantity?: number | null }) =>
  db
    .updateTable('campaign_products')
    .set(values)
    .where('campaign_id', '=', id)
    .where('product_id', '=', product.id)
    .execute()
const deliver = ({ id }: { id: number }) =>
  db.updateTable('campaign_cart_items').set({ is_delivered: true }).where('id', '=', id).execute()

describe('a partner', () => {
  test('sees campaigns that are visible today and list it; others return 404 and take no order', async () => {
    const hidden = [
      { is_visible: false },
      { is_active: false },
      { visible_from: await day(1) },
      { visible_until: await day(-1) },
    ]
    const product = await makeProduct(db)
    const partners = [{ id: mine.partner.id }]
    const shared = { category_ids: [category.id], products: [{ id: product.id }] }
    const unseen = [await makeCampaign(db, { ...shared, partners: [{ id: other.partner.id }] })]
    for (const values of hidden) {
      const campaign = await makeCampaign(db, { ...shared, partners })
      await set(campaign.id, values)
      unseen.push(campaign)
    }
    const seen = await makeCampaign(db, {
      ...shared,
      partners,
      name: 'Vidim',
      visible_from: await day(0),
      visible_until: await day(0),
    })
    expect(await listed()).toEqual([seen.id])
    expect((await open(seen)).body).toMatchObject({ name: 'Vidim', products: 1, visible_until: await day(0) })
    const missing = await open({ id: 2_000_000_000 })
    for (const campaign of unseen) {
      const { status, body } = await open(campaign)
      expect([status, { ...body, request_id: '' }]).toEqual([404, { ...missing.body, request_id: '' }])
      expect((await productsOf(campaign)).status).toBe(404)
      expect((await order({ ...campaign, product }, 1)).status).toBe(404)
      expect(await linesOf(campaign)).toEqual([])
    }
    await set(seen.id, { is_visible: false })
  })

  test('sees a campaign without listed partners if it shares an active category', async () => {
    const foreign = await makeCategory(db)
    const closed = await makeCategory(db)
    await addCategories(db, mine.partner.id, [closed.id])
    const open = await makeCampaign(db, { category_ids: [category.id] })
    await makeCampaign(db, { category_ids: [foreign.id] })
    await makeCampaign(db, { category_ids: [closed.id] })
    await deactivateInUse(db, 'categories', closed.id)
    expect(await listed()).toEqual([open.id])
    const partners = [{ id: other.partner.id }]
    await db
      .insertInto('campaign_partners')
      .values(partners.map(({ id }) => ({ campaign_id: open.id, partner_id: id })))
      .execute()
    expect(await listed()).toEqual([])
    expect(await listed(other.token)).toContain(open.id)
  })

  test('that is listed sees a campaign as long as it shares an active category', async () => {
    const offer = await makeOffer(PRICE)
    expect(await listed()).toContain(offer.id)
    const theirs = db.updateTable('campaign_categories').where('campaign_id', '=', offer.id)
    await theirs.set({ category_id: (await makeCategory(db)).id }).execute()
    expect(await listed()).not.toContain(offer.id)
    expect((await open(offer)).status).toBe(404)
    expect((await order(offer, 1)).status).toBe(404)
    await theirs.set({ category_id: category.id }).execute()
    expect((await order(offer, 1)).status).toBe(200)
  })
})

describe('the products of a campaign', () => {
  test("are active ones at the campaign's price, with the pieces left in a Količinska", async () => {
    const offer = await makeOffer(QUANTITY, { price: '8.5', quantity: 12 })
    await order(offer, 3, other.token)
    const { body } = await productsOf(offer)
    const { id, erp_code, name } = offer.product
    expect(body).toEqual({
      result: [
        {
          id,
          erp_code,
          name,
          description: null,
          image: null,
          price: '8.500',
          regular_price: '10.000',
          quantity: 9,
          stock: 'few',
          pieces: 9,
        },
      ],
      total_rows: 1,
    })
    await setOffer(offer, { price: null, quantity: null })
    expect((await productsOf(offer)).body.result).toMatchObject([
      { price: '10.000', regular_price: null, quantity: 97, stock: 'in_stock', pieces: null },
    ])
    await deactivateInUse(db, 'products', id)
    expect((await productsOf(offer)).body).toEqual({ result: [], total_rows: 0 })
    expect((await open(offer)).body.products).toBe(0)
  })

  test('of a Cjenovna have no limit, and their stock in words', async () => {
    for (const [quantity, stock, pieces] of [
      [11, 'in_stock', null],
      [10, 'few', 10],
      [0, 'none', null],
    ] as const) {
      const offer = await makeOffer(PRICE, { ofProduct: { quantity } })
      const expected = { quantity: null, stock, pieces }
      expect((await productsOf(offer)).body.result).toMatchObject([expected])
      expect((await order(offer, quantity + 1)).body.short).toMatchObject([{ available: quantity }])
    }
    const offer = await makeOffer(PRICE, { ofProduct: { quantity: 5 } })
    const stockFor = async (token?: string) => (await productsOf(offer, {}, token)).body.result[0]
    const { body: line } = await order(offer, 5)
    expect(await stockFor()).toMatchObject({ stock: 'none', pieces: null })
    expect(await stockFor(other.token)).toMatchObject({ stock: 'few', pieces: 5 })
    await deliver(line)
    expect(await stockFor()).toMatchObject({ stock: 'few', pieces: 5 })
  })

  test('are paged by name, and found by words of name or code in any spelling', async () => {
    const made = []
    for (let i = 0; i < 55; i++)
      made.push({ id: (await makeProduct(db, { name: `Guma ${String(i).padStart(2, '0')}` })).id })
    const odd = await makeProduct(db, { name: 'Đurđevak šljiva 100%', erp_code: 'XY-7' })
    const products = [...made.reverse(), { id: odd.id }]
    const campaign = await makeCampaign(db, { category_ids: [category.id], products })
    const names = async (query: object) =>
      (await productsOf(campaign, query)).body.result.map(({ name }) => name)
    const first = await names({})
    const second = await names({ offset: '50' })
    expect([first.length, second]).toEqual([
      50,
      ['Guma 49', 'Guma 50', 'Guma 51', 'Guma 52', 'Guma 53', 'Guma 54'],
    ])
    expect(first.slice(0, 2)).toEqual(['Đurđevak šljiva 100%', 'Guma 00'])
    for (const search of ['sljiva', 'djurdjevak', 'xy-7 ШЉИВА', '100%'])
      expect((await productsOf(campaign, { search })).body).toMatchObject({
        result: [{ id: odd.id }],
        total_rows: 1,
      })
    expect(await names({ search: '%' })).toEqual(['Đurđevak šljiva 100%'])
    for (const wrong of [{ offset: '-1' }, { search: '\0' }, { search: 'x'.repeat(201) }])
      expect((await productsOf(campaign, wrong)).status).toBe(422)
  })
})

describe('ordering', () => {
  test('rejects invalid amounts, requests without a key, and products that are not offered', async () => {
    const offer = await makeOffer(PRICE)
    for (const quantity of [0, -1, 1.5, 10_000])
      expect((await order(offer, quantity)).body.errors).toEqual({ quantity: ['validation.pieces'] })
    const url = `/api/app/campaigns/${offer.id}/cart`
    const headers = { authorization: `Bearer ${mine.token}` }
    const payload = { product_id: offer.product.id, quantity: 1 }
    expect((await inject({ method: 'POST', url, payload, headers })).body.errors).toEqual({
      'Idempotency-Key': ['validation.field'],
    })
    const foreign = await order({ ...offer, product: await makeProduct(db) }, 1)
    expect([foreign.status, foreign.body.errors]).toEqual([422, { product_id: ['validation.not_found'] }])
    const unpriced = await makeOffer(PRICE, { ofProduct: { price: '0' } })
    expect((await productsOf(unpriced)).body).toEqual({ result: [], total_rows: 0 })
    expect((await open(unpriced)).body.products).toBe(0)
    await deactivateInUse(db, 'products', offer.product.id)
    for (const one of [offer, unpriced]) {
      const refused = await order(one, 1)
      expect([refused.status, refused.body.errors]).toEqual([422, { product_id: ['validation.inactive'] }])
      expect(await linesOf(one)).toEqual([])
    }
    await setOffer(unpriced, { price: '0.5' })
    expect((await order(unpriced, 1)).body).toMatchObject({ price: '0.500' })
  })

  test('reads only product and quantity from the request', async () => {
    const offer = await makeOffer(PRICE, { price: '7.125' })
    const send = (more: object) => {
      const body = { product_id: offer.product.id, quantity: 3, ...more }
      return call(portalCampaigns.add, { params: idOf(offer), body, idempotencyKey: newKey() }, mine.token)
    }
    const mores = { partner_id: other.partner.id, user_id: other.user.id, cash: '1', foo: 1 }
    for (const more of Object.entries({ ...mores, total: '0.03', is_delivered: true, version: 9, id: 1 })) {
      const { status, body } = await send(Object.fromEntries([more]))
      expect([status, body.errors]).toEqual([422, { [more[0]]: ['validation.unknown_field'] }])
    }
    const { body } = await send({})
    expect(body).toMatchObject({
      campaign: { id: offer.id, name: offer.name },
      product: { id: offer.product.id, erp_code: offer.product.erp_code, image: null },
      price: '7.125',
      quantity: 3,
      total: '21.375',
      is_delivered: false,
      version: 1,
    })
    const whose = { partner_id: mine.partner.id, user_id: mine.user.id }
    expect(await linesOf(offer)).toMatchObject([{ id: body.id, ...whose }])
  })

  test('is rejected when the price differs from the one in the request', async () => {
    const offer = await makeOffer(PRICE, { price: '7.125' })
    const at = (price: string) => {
      const body = { product_id: offer.product.id, quantity: 3, price }
      return call(portalCampaigns.add, { params: idOf(offer), body, idempotencyKey: newKey() }, mine.token)
    }
    for (const price of ['7.124', '0', '', 'sedam']) {
      const { status, body } = await at(price)
      const errors = { price: ['validation.price_changed'] }
      expect([status, body]).toMatchObject([
        422,
        { message: 'validation.price_changed', errors, params: { price: '7.125' } },
      ])
    }
    expect(await linesOf(offer)).toEqual([])
    expect((await at('7.1250')).body).toMatchObject({ price: '7.125', quantity: 3 })
  })

  test('twenty times at once with one key adds one line; a new key adds another', async () => {
    const offer = await makeOffer(QUANTITY, { quantity: 5 })
    const key = newKey()
    const answers = await Promise.all(Array.from({ length: 20 }, () => order(offer, 3, mine.token, key)))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(new Set(answers.map(({ bytes }) => bytes.toString())).size).toBe(1)
    expect((await order(offer, 2, mine.token, key)).body.message).toBe('error.key_reused')
    expect((await order(offer, 2)).status).toBe(200)
    expect(await linesOf(offer)).toHaveLength(2)
  })

  test('more than is left in a Količinska returns the number left, and writes nothing', async () => {
    const offer = await makeOffer(QUANTITY, { quantity: 5 })
    const key = newKey()
    const refused = await order(offer, 6, mine.token, key)
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { message: 'validation.left', errors: { quantity: ['validation.left'] }, params: { left: 5 } },
    ])
    expect(await linesOf(offer)).toEqual([])
    await order(offer, 4, other.token)
    expect((await order(offer, 2)).body.params).toEqual({ left: 1 })
    await setOffer(offer, { quantity: 20 })
    expect((await order(offer, 6, mine.token, key)).status).toBe(200)
  })
})

describe('the pieces left in a Količinska where the product has no quantity of its own', () => {
  const left = async (offer: Offered) => (await productsOf(offer)).body.result[0]?.quantity
  const progress = async (offer: Offered) =>
    (await call(cart.progress, { params: idOf(offer) })).body.products[0]
  const inOffice = async (offer: Offered) =>
    (await call(campaignProducts.all, { params: { campaign_id: String(offer.id) }, query: {} })).body[0]
  const setStock = ({ product }: Offered, quantity: number) =>
    db.updateTable('products').set({ quantity }).where('id', '=', product.id).execute()

  test('are those in stock less what waits or was delivered since the stock was set', async () => {
    const offer = await makeOffer(QUANTITY)
    const { body: first } = await order(offer, 60)
    expect(await left(offer)).toBe(40)
    await deliver(first)
    expect(await left(offer)).toBe(40)
    // The ERP counts what lies there after the delivery.
    await setStock(offer, 40)
    expect(await left(offer)).toBe(40)
    expect(await progress(offer)).toMatchObject({ pieces: 60, quantity: 100 })
    expect(await inOffice(offer)).toMatchObject({ ordered: 60, quantity: 100, product_quantity: 40 })
    expect((await call(details.one, { params: idOf(offer) })).body.delivered).toEqual([
      { product_id: offer.product.id, pieces: 60 },
    ])
    const beyond = await order(offer, 41)
    expect([beyond.status, beyond.body]).toMatchObject([422, { params: { left: 40 } }])
    const { body: second } = await order(offer, 30, other.token)
    expect(await left(offer)).toBe(10)
    // What waits still lies there when the stock is set, and is taken from it when it is delivered later.
    await setStock(offer, 45)
    expect(await left(offer)).toBe(15)
    await deliver(second)
    expect(await left(offer)).toBe(15)
    expect((await order(offer, 16)).body.params).toEqual({ left: 15 })
    expect((await order(offer, 15)).status).toBe(200)
    expect(await left(offer)).toBe(0)
    expect(await progress(offer)).toMatchObject({ pieces: 105, quantity: 105 })
  })

  test("are as before when 'not delivered' is undone, though the stock was set meanwhile", async () => {
    const offer = await makeOffer(QUANTITY)
    const { body: line } = await order(offer, 60)
    await deliver(line)
    await setStock(offer, 40)
    const mark = async (is_delivered: 0 | 1, undo?: boolean) =>
      (await call(cart.deliver, { params: idOf(line), body: { is_delivered, undo } })).status
    const markMany = async (is_delivered: 0 | 1, undo?: boolean) =>
      (await call(cart.deliverMany, { body: { ids: [line.id], is_delivered, undo } })).status
    for (const set of [mark, markMany]) {
      expect(await set(0)).toBe(200)
      expect(await left(offer)).toBe(0) // it still lies there
      expect(await set(1, true)).toBe(200)
      expect(await left(offer)).toBe(40)
      expect(await progress(offer)).toMatchObject({ pieces: 60, quantity: 100 })
      expect((await order(offer, 41)).body.params).toEqual({ left: 40 })
    }
    // Without an undo it is delivered now, from the stock of today.
    expect([await mark(0), await mark(1)]).toEqual([200, 200])
    expect(await left(offer)).toBe(0)
  })

  test('are again what was given when the office enters a quantity, which is not less than all ordered', async () => {
    const offer = await makeOffer(QUANTITY)
    const { body: line } = await order(offer, 60)
    await deliver(line)
    await setStock(offer, 40)
    await expect(setOffer(offer, { quantity: 59 })).rejects.toThrow('campaign_products_ordered')
    await setOffer(offer, { quantity: 70 })
    expect(await progress(offer)).toMatchObject({ pieces: 60, quantity: 70 })
    expect(await left(offer)).toBe(10)
    await setOffer(offer, { quantity: null })
    expect(await left(offer)).toBe(40)
  })
})

describe('more pieces than in stock in a Cjenovna', () => {
  const anyway = { ignore_quantity: true }
  const inCart = async (offer: Offered) => {
    const filters = { campaign_id: String(offer.id) }
    const { body } = await call(cart.index, { body: { filters } })
    return body.result.map(({ quantity, ignore_quantity }) => [quantity, ignore_quantity])
  }

  test('need a confirmation, and are marked on the line, for the office as well', async () => {
    const offer = await makeOffer(PRICE, { ofProduct: { quantity: 9 } })
    const key = newKey()
    const refused = await order(offer, 50, mine.token, key)
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { message: 'order.short', short: [{ line: 0, product_id: offer.product.id, available: 9 }] },
    ])
    expect(await linesOf(offer)).toEqual([])
    // There is enough in stock, so a confirmation in advance does not mark the line as out of stock.
    expect((await order(offer, 9, mine.token, newKey(), anyway)).body).toMatchObject({
      ignore_quantity: false,
    })
    expect((await order(offer, 50, mine.token, key, anyway)).body).toMatchObject({ ignore_quantity: true })
    expect(await inCart(offer)).toEqual([
      [50, true],
      [9, false],
    ])
    const short = { campaign_id: String(offer.id), ignore_quantity: 'true' }
    expect((await call(cart.totals, { body: { filters: short } })).body).toMatchObject({
      items: 1,
      pieces: 50,
    })
    const { body } = await call(cart.progress, { params: idOf(offer) })
    expect(body.products).toMatchObject([
      { pieces: 59, out_of_stock: { items: 1, pieces: 50, total: '500.000' } },
    ])
  })

  test("are counted over all undelivered lines of the product in the partner's cart, without other partners'", async () => {
    const offer = await makeOffer(PRICE, { ofProduct: { quantity: 9 } })
    const short = (available: number) => ({
      message: 'order.short',
      short: [{ line: 0, product_id: offer.product.id, available }],
    })
    const { body: six } = await order(offer, 6)
    expect((await order(offer, 6)).body).toMatchObject(short(3))
    const { body: three } = await order(offer, 3)
    expect(three).toMatchObject({ quantity: 3, ignore_quantity: false })
    expect((await change(three, 4)).body).toMatchObject(short(3))
    expect((await order(offer, 9, other.token)).body).toMatchObject({ ignore_quantity: false })
    await deliver(six)
    expect((await change(three, 4)).body).toMatchObject({ quantity: 4, ignore_quantity: false })
    expect((await order(offer, 5)).body).toMatchObject({ quantity: 5, ignore_quantity: false })
    expect((await order(offer, 1, mine.token, newKey(), anyway)).body).toMatchObject({
      ignore_quantity: true,
    })
  })

  test('need another confirmation when a line gets more pieces, and are unmarked with few enough', async () => {
    const offer = await makeOffer(PRICE, { ofProduct: { quantity: 9 } })
    const { body: line } = await order(offer, 9)
    const refused = await change(line, 10)
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { message: 'order.short', short: [{ line: 0, product_id: offer.product.id, available: 9 }] },
    ])
    expect((await change(line, 10, undefined, mine.token, anyway)).body).toMatchObject({
      quantity: 10,
      ignore_quantity: true,
    })
    expect((await change(line, 8)).body).toMatchObject({ quantity: 8, ignore_quantity: false })
  })
})

describe('the cart', () => {
  test("keeps the price of each line's order, and counts it against the cash", async () => {
    const offer = await makeOffer(PRICE, { price: '8', cash: '50', ofProduct: { quantity: 200 } })
    expect((await open(offer)).body).toMatchObject({ cash: '50.000', spent: '0.000', cash_left: '50.000' })
    await order(offer, 2)
    await setOffer(offer, { price: '9.99' })
    await order(offer, 1)
    await order(offer, 7, other.token)
    const { body } = await open(offer)
    expect(body.items.map(({ price, total }) => [price, total])).toEqual([
      ['9.990', '9.990'],
      ['8.000', '16.000'],
    ])
    expect(body).toMatchObject({ ordered: 3, delivered: 0, spent: '25.990', cash_left: '24.010' })
    await deliver(body.items[0] ?? { id: 0 })
    expect((await open(offer)).body).toMatchObject({ ordered: 3, delivered: 1 })
    await order(offer, 100)
    expect((await open(offer)).body).toMatchObject({ spent: '1024.990', cash_left: '0.000' })
  })

  test('returns a percentage as cash, and null in a Količinska or for partners that are not listed', async () => {
    const percent = await makeOffer(PRICE, { cash: '5%' })
    await order(percent, 2)
    expect((await open(percent)).body).toMatchObject({ cash: '5%', spent: '20.000', cash_left: null })
    const counted = await makeOffer(QUANTITY, { cash: '50' })
    expect((await open(counted)).body).toMatchObject({ cash: null, spent: '0.000', cash_left: null })
    const forAll = await makeCampaign(db, { category_ids: [category.id] })
    expect((await open(forAll)).body).toMatchObject({ cash: null, cash_left: null })
  })

  test('contains the partner’s lines of all campaigns, also of those that it no longer sees', async () => {
    const offer = await makeOffer(PRICE)
    const { body: otherLine } = await order(offer, 9, other.token)
    const { body: line } = await order(offer, 1)
    await set(offer.id, { is_visible: false })
    const { body } = await call(portalCampaigns.cart, {}, mine.token)
    expect(body[0]).toEqual(line)
    expect(body.map(({ id }) => id)).not.toContain(otherLine.id)
    expect((await change(line, 2)).body.message).toBe('validation.not_offered')
    expect((await withdraw(line)).body).toEqual({ id: line.id })
  })

  test("rejects changes of another partner's line", async () => {
    const { body: line } = await order(await makeOffer(PRICE), 5)
    for (const id of [line.id, 2_000_000_000]) {
      expect((await change({ id }, 1, undefined, other.token)).status).toBe(404)
      expect((await withdraw({ id }, other.token)).status).toBe(404)
    }
    expect((await change(line, 5)).body).toEqual(line)
  })
})

describe('changing a line', () => {
  test('rejects invalid amounts, and outdated versions', async () => {
    const { body: line } = await order(await makeOffer(PRICE), 5)
    for (const quantity of [0, 10_000, 2.5])
      expect((await change(line, quantity)).body.errors).toEqual({ quantity: ['validation.pieces'] })
    expect((await change(line, 6, 1)).body).toMatchObject({ quantity: 6, version: 2, total: '60.000' })
    const late = await change(line, 7, 1)
    expect([late.status, late.body.current]).toMatchObject([409, { quantity: 6, version: 2 }])
    for (const version of [1, 2]) expect((await change(line, 6, version)).body.version).toBe(2)
  })

  test('increases pieces only at the same price and while they are offered, and always decreases them', async () => {
    const offer = await makeOffer(PRICE, { price: '8' })
    const { body: line } = await order(offer, 5)
    await setOffer(offer, { price: '7' })
    const dearer = await change(line, 6)
    expect([dearer.status, dearer.body]).toMatchObject([
      422,
      { message: 'validation.price_changed', errors: { quantity: ['validation.price_changed'] } },
    ])
    expect((await change(line, 4)).body).toMatchObject({ quantity: 4, price: '8.000' })
    await setOffer(offer, { price: '8' })
    expect((await change(line, 6)).status).toBe(200)
    const closings = [
      () => set(offer.id, { visible_until: '2020-01-01' }),
      () => deactivateInUse(db, 'products', offer.product.id),
      () => db.deleteFrom('campaign_products').where('campaign_id', '=', offer.id).execute(),
    ]
    for (const close of closings) {
      await close()
      const { status, body } = await change(line, 7)
      expect([status, body.message]).toEqual([422, 'validation.not_offered'])
      await set(offer.id, { visible_until: null })
    }
    expect((await change(line, 1)).body).toMatchObject({ quantity: 1, total: '8.000' })
  })

  test('to more than is left in a Količinska returns the number left', async () => {
    const offer = await makeOffer(QUANTITY, { quantity: 10 })
    const { body: line } = await order(offer, 3)
    await order(offer, 5, other.token)
    const refused = await change(line, 6)
    expect([refused.status, refused.body.message, refused.body.params]).toEqual([
      422,
      'validation.left',
      { left: 2 },
    ])
    expect((await linesOf(offer))[0]).toMatchObject({ quantity: 3, version: 1 })
    expect((await change(line, 5)).status).toBe(200)
    expect((await productsOf(offer)).body.result).toMatchObject([{ quantity: 0, stock: 'none' }])
    await withdraw(line)
    expect((await productsOf(offer)).body.result).toMatchObject([{ quantity: 5 }])
  })

  test('or removing it is rejected when it has changed since', async () => {
    const offer = await makeOffer(PRICE)
    const { body: line } = await order(offer, 2)
    await change(line, 20)
    const late = await withdraw(line, mine.token, 1)
    expect([late.status, late.body]).toMatchObject([
      409,
      { message: 'error.conflict', current: { quantity: 20 } },
    ])
    expect(await linesOf(offer)).toMatchObject([{ quantity: 20 }])
    expect((await withdraw(line, mine.token, 2)).status).toBe(200)
    expect(await linesOf(offer)).toEqual([])
  })

  test('or removing it is rejected after the delivery', async () => {
    const offer = await makeOffer(PRICE)
    const { body: line } = await order(offer, 5)
    await deliver(line)
    for (const refused of [await change(line, 1, 1), await change(line, 5), await withdraw(line)])
      expect([refused.status, refused.body.message]).toEqual([422, 'validation.delivered'])
    expect(await linesOf(offer)).toMatchObject([{ quantity: 5, is_delivered: true, version: 2 }])
  })
})

test('is in the history with the user who ordered, changed and removed', async () => {
  const offer = await makeOffer(PRICE)
  const { body: line } = await order(offer, 5)
  await change(line, 4)
  await withdraw(line)
  const filters = { table: 'campaign_cart_items', record_id: String(offer.id) }
  const { body } = await call(history.index, { body: { filters } })
  expect(body.result.map(({ action, record, person }) => [action, record, person?.id])).toEqual(
    ['delete', 'update', 'create'].map((action) => [
      action,
      `${offer.name} · ${mine.partner.name} · ${offer.product.name}`,
      mine.user.id,
    ]),
  )
  const [gone, changed] = body.result.map(({ values }) => values)
  expect(changed).toEqual([{ column: 'quantity', before: 5, after: 4 }])
  expect(gone).toContainEqual({ column: 'campaign_id', before: offer.name, after: null })
  expect(gone).toContainEqual({ column: 'partner_id', before: mine.partner.name, after: null })
})

test('an order is published to the office and the partner’s other users, and in a quantity campaign to every partner', async () => {
  const colleague = await makeUser(db, { partner_id: mine.partner.id })
  const last = async () => {
    const { id } = await db
      .selectFrom('events')
      .select(({ fn }) => fn.max('id').as('id'))
      .executeTakeFirstOrThrow()
    return id ?? 0
  }
  const publishedBy = async (work: () => Promise<unknown>) => {
    const before = await last()
    await work()
    return db
      .selectFrom('events')
      .select(['type', 'permission', 'user_id', 'to_partners', 'data'])
      .where('id', '>', before)
      .orderBy('id')
      .execute()
  }
  const priced = await makeOffer(PRICE)
  const counted = await makeOffer(QUANTITY)
  const ofCart = (campaign_id: number) => [
    { type: 'cart', permission: 'cart.see', user_id: null, to_partners: false, data: { campaign_id } },
    ...[mine.user.id, colleague.id].map((user_id) => ({
      type: 'cart',
      permission: null,
      user_id,
      to_partners: false,
      data: { campaign_id },
    })),
  ]
  expect(await publishedBy(() => order(priced, 1))).toEqual(ofCart(priced.id))
  expect(await publishedBy(() => order(counted, 1))).toEqual([
    ...ofCart(counted.id),
    { type: 'campaigns', permission: null, user_id: null, to_partners: true, data: { id: counted.id } },
  ])
  expect(await publishedBy(() => order(counted, 5000))).toEqual([])
})
