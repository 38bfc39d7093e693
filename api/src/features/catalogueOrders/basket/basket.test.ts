import { PRICE, QUANTITY } from '@kontor/contract/campaigns/kinds'
import { portalCampaigns } from '@kontor/contract/campaigns/portal'
import { catalogueOrders } from '@kontor/contract/catalogueOrders'
import { type BasketLine, MAX_LINES, portalOrders } from '@kontor/contract/catalogueOrders/portal'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { addCategories, makePartner, makeProduct, makeUser, UNKNOWN_ID } from '../../../../test/make.ts'
import { makeCampaign } from '../../../../test/make-campaign.ts'
import { makeCatalogue } from '../../../../test/make-order.ts'

const { db, call, partner, partnerUser, signIn } = await startApp()
const partner_id = partnerUser.partner_id ?? 0
let count = 0
const place = (lines: BasketLine[], { as = partner, key = `korpa-narudzba-${count++}` } = {}) =>
  call(portalOrders.place, { body: { lines }, idempotencyKey: key }, as)
const orders = () => db.selectFrom('catalogue_orders').selectAll().orderBy('id').execute()
const tyre = await makeProduct(db, { price: '99.9', quantity: 12 })
const rim = await makeProduct(db, { price: '8', quantity: 3 })
await makeCatalogue(db, [tyre, rim])
const line = (product: { id: number }, quantity = 1, more: Partial<BasketLine> = {}) => ({
  product_id: product.id,
  quantity,
  ...more,
})

describe('a basket is rejected as a whole', () => {
  test.each([
    ['nothing in it', [], 'lines', 'validation.field'],
    ['too many lines', Array(MAX_LINES + 1).fill(line(tyre)), 'lines', 'validation.too_many'],
    ['no pieces', [line(tyre, 0)], 'lines.0.quantity', 'validation.pieces'],
    ['half a piece', [line(tyre), line(rim, 0.5)], 'lines.1.quantity', 'validation.pieces'],
    ['ten thousand pieces', [line(tyre, 10_000)], 'lines.0.quantity', 'validation.pieces'],
    [
      'a product that is not there',
      [line(tyre), line({ id: UNKNOWN_ID })],
      'lines.1.product_id',
      'validation.not_found',
    ],
    [
      'a price of its own',
      [line(tyre), line(rim, 1, { price: '7.99' })],
      'lines.1.price',
      'validation.price_changed',
    ],
    ['a price that is none', [line(rim, 1, { price: 'osam' })], 'lines.0.price', 'validation.type'],
  ])('with %s', async (_, lines, field, key) => {
    const before = await orders()
    const { status, body } = await place(lines)
    expect([status, body.errors]).toEqual([422, { [field]: [key] }])
    expect(await orders()).toEqual(before)
  })

  test('with fields that the server sets', async () => {
    for (const field of ['total', 'partner_id', 'user_id', 'is_active', 'created_at']) {
      const { status, body } = await place([{ ...line(tyre), [field]: '1' } as BasketLine])
      expect([status, body.errors]).toEqual([422, { [`lines.0.${field}`]: ['validation.unknown_field'] }])
    }
  })

  test('without a key, or with the key of another basket', async () => {
    expect((await place([line(tyre)], { key: '' })).status).toBe(422)
    await place([line(tyre)], { key: 'isti-kljuc-1' })
    const { status, body } = await place([line(tyre, 2)], { key: 'isti-kljuc-1' })
    expect([status, body.message]).toEqual([422, 'error.key_reused'])
  })

  test('from a partner whose category does not see the product', async () => {
    const { id: category_id } = await db
      .insertInto('categories')
      .values({ name: 'Samo za neke' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const closed = await makeProduct(db)
    const { id: catalogue_id } = await makeCatalogue(db, [closed])
    await db.insertInto('catalogue_categories').values({ catalogue_id, category_id }).execute()
    expect((await place([line(closed)])).body.errors).toEqual({
      'lines.0.product_id': ['validation.not_found'],
    })
    await addCategories(db, partner_id, [category_id])
    expect((await place([line(closed)])).status).toBe(200)
  })

  test('with a product that is hidden, deleted, inactive, in no category, or without a price', async () => {
    const hidden = await makeProduct(db)
    const deleted = await makeProduct(db)
    const inactive = await makeProduct(db)
    const loose = await makeProduct(db)
    await makeCatalogue(db, [hidden], { is_visible: false })
    const gone = await makeCatalogue(db, [deleted])
    await db.updateTable('catalogue').set({ is_active: false }).where('id', '=', gone.id).execute()
    await makeCatalogue(db, [inactive])
    await db.updateTable('products').set({ is_active: false }).where('id', '=', inactive.id).execute()
    const unpriced = await makeProduct(db, { price: '0' }) // as an import without prices creates it
    await makeCatalogue(db, [unpriced])
    const { body } = await place([hidden, deleted, tyre, inactive, loose, unpriced].map((one) => line(one)))
    expect(body.errors).toEqual(
      Object.fromEntries([0, 1, 3, 4, 5].map((at) => [`lines.${at}.product_id`, ['validation.not_found']])),
    )
  })
})

describe('more pieces than in stock', () => {
  test('return the stock of each line, and change nothing', async () => {
    const few = await makeProduct(db, { quantity: 3 })
    const none = await makeProduct(db, { quantity: 0 })
    await makeCatalogue(db, [few, none])
    const before = await orders()
    const { status, body } = await place([line(tyre), line(few, 4), line(none)])
    expect([status, body.message, body.short]).toEqual([
      422,
      'order.short',
      [
        { line: 1, product_id: few.id, available: 3 },
        { line: 2, product_id: none.id, available: 0 },
      ],
    ])
    expect(await orders()).toEqual(before)
  })

  test('are ordered with a confirmation, and only then marked as out of stock', async () => {
    const few = await makeProduct(db, { quantity: 3 })
    await makeCatalogue(db, [few])
    const { body } = await place([
      line(few, 2, { ignore_quantity: true }),
      line(few, 2, { ignore_quantity: true }),
    ])
    expect(body.lines.map(({ ignore_quantity }) => ignore_quantity)).toEqual([false, true])
    expect((await place([line(few)])).body.short).toEqual([{ line: 0, product_id: few.id, available: 0 }])
  })

  test('count orders since the quantity was last set, without deactivated ones', async () => {
    const product = await makeProduct(db, { quantity: 5 })
    await makeCatalogue(db, [product])
    const { body } = await place([line(product, 5)])
    expect((await place([line(product)])).status).toBe(422)
    const params = { id: String(body.lines[0]?.id) }
    await call(catalogueOrders.toggle, { params, body: { is_active: false } })
    expect((await place([line(product, 5)])).status).toBe(200)
    await db.updateTable('products').set({ quantity: 6 }).where('id', '=', product.id).execute()
    expect((await place([line(product, 6)])).status).toBe(200)
    expect((await place([line(product)])).body.short).toEqual([
      { line: 0, product_id: product.id, available: 0 },
    ])
  })
})

test('is ordered at the current prices, with exact totals', async () => {
  const tenth = await makeProduct(db, { price: '0.1', quantity: 100 })
  const most = await makeProduct(db, { price: '9999999999.999', quantity: 9999 })
  await makeCatalogue(db, [tenth, most])
  const { status, body } = await place([line(tenth, 3, { price: '0.100' }), line(most, 9999)])
  expect(status).toBe(200)
  expect(body.total).toBe('99989999999990.301')
  expect(body.lines).toMatchObject([
    {
      campaign: null,
      product: { id: tenth.id },
      price: '0.100',
      quantity: 3,
      total: '0.300',
      is_active: true,
    },
    { product: { id: most.id }, total: '99989999999990.001', ignore_quantity: false },
  ])
  const rows = (await orders()).filter(({ basket }) => basket === body.basket)
  expect(rows.map((row) => [row.partner_id, row.user_id])).toEqual(
    Array(2).fill([partner_id, partnerUser.id]),
  )
  expect(new Set(rows.map(({ created_at }) => created_at)).size).toBe(1)
})

test('sent again returns the first response', async () => {
  const lines = [line(tyre), line(rim)]
  const first = await place(lines, { key: 'jedna-korpa-1' })
  const before = await orders()
  const again = await Promise.all([1, 2, 3].map(() => place(lines, { key: 'jedna-korpa-1' })))
  expect(again.map(({ body }) => body)).toEqual(Array(3).fill(first.body))
  expect(await orders()).toEqual(before)
  const { partner_id } = await makeUser(db, { username: 'drugi', partner: true })
  const other = await place([line(tyre)], { as: await signIn('drugi'), key: 'jedna-korpa-1' })
  expect([other.status, (await orders()).at(-1)?.partner_id]).toEqual([200, partner_id]) // a key belongs to one user
})

describe('lines of campaigns', () => {
  const makeOffer = async (type: 1 | 2, quantity: number | null, stock = 5) => {
    const product = await makeProduct(db, { quantity: stock, price: '20' })
    const { id } = await makeCampaign(db, {
      campaign_type_id: type,
      partners: [{ id: partner_id }],
      products: [{ id: product.id, price: '15', quantity }],
    })
    return { product, campaign_id: id }
  }
  const cart = async () => (await call(portalCampaigns.cart, {}, partner)).body

  test('are rejected together with the catalogue’s: not visible, changed price, more than left', async () => {
    const { product, campaign_id } = await makeOffer(QUANTITY, 4)
    const before = [await orders(), await cart()]
    const hidden = await makeCampaign(db, { is_visible: false, products: [product] })
    const wrong = (quantity: number, more: Partial<BasketLine>) =>
      place([line(tyre), line(product, quantity, { campaign_id, ...more })])
    expect((await wrong(1, { campaign_id: hidden.id })).body.errors).toEqual({
      'lines.1.product_id': ['validation.not_found'],
    })
    const changed = await wrong(1, { price: '20' })
    expect([changed.body.message, changed.body.params]).toEqual([
      'validation.price_changed',
      { price: '15.000' },
    ])
    const both = await place([line(tyre, 1, { price: '1' }), line(rim, 1, { price: '2' })])
    expect([both.body.message, Object.keys(both.body.errors ?? {}), both.body.params]).toEqual([
      'validation.price_changed',
      ['lines.0.price', 'lines.1.price'],
      undefined,
    ])
    const left = await place([line(product, 3, { campaign_id }), line(product, 2, { campaign_id })])
    expect([left.body.message, left.body.errors, left.body.params]).toEqual([
      'validation.left',
      { 'lines.1.quantity': ['validation.left'] },
      { left: 1 },
    ])
    expect([await orders(), await cart()]).toEqual(before)
  })

  test('of a Cjenovna need a confirmation without stock, those of a Količinska do not', async () => {
    const priced = await makeOffer(PRICE, null)
    await makeCatalogue(db, [priced.product])
    const response = await place([
      line(priced.product, 3),
      line(priced.product, 3, { campaign_id: priced.campaign_id }),
    ])
    expect(response.body.short).toEqual([{ line: 1, product_id: priced.product.id, available: 2 }])
    const counted = await makeOffer(QUANTITY, 9)
    expect((await place([line(counted.product, 9, { campaign_id: counted.campaign_id })])).status).toBe(200)
  })

  test('of a Cjenovna take from the stock after the undelivered ones in the cart, in a check too', async () => {
    const { product, campaign_id } = await makeOffer(PRICE, null)
    const checked = async () =>
      (
        await call(
          portalOrders.check,
          { body: { lines: [{ product_id: product.id, campaign_id }] } },
          partner,
        )
      ).body[0]
    const first = await place([line(product, 4, { campaign_id })])
    expect(first.status).toBe(200)
    expect(await checked()).toMatchObject({ stock: 'few', pieces: 1 })
    const refused = await place([line(product, 2, { campaign_id })])
    expect(refused.body.short).toEqual([{ line: 0, product_id: product.id, available: 1 }])
    const more = await place([line(product, 2, { campaign_id, ignore_quantity: true })])
    expect(more.body.lines).toMatchObject([{ quantity: 2, ignore_quantity: true }])
    expect(await checked()).toMatchObject({ stock: 'none', pieces: null })
    await db
      .updateTable('campaign_cart_items')
      .set({ is_delivered: true })
      .where('campaign_id', '=', campaign_id)
      .execute()
    expect((await place([line(product, 5, { campaign_id })])).status).toBe(200)
  })

  test('are ordered together with the catalogue’s and are in the cart', async () => {
    const { product, campaign_id } = await makeOffer(PRICE, null)
    await makeCatalogue(db, [product])
    const { body } = await place([line(product, 2, { campaign_id }), line(product)])
    expect(body.total).toBe('50.000')
    expect(body.lines.map(({ campaign, price }) => [campaign?.id, price])).toEqual([
      [campaign_id, '15.000'],
      [undefined, '20.000'],
    ])
    expect((await cart())[0]).toMatchObject({ id: body.lines[0]?.id, quantity: 2 })
    const alone = await place([line(product, 1, { campaign_id })])
    expect([alone.body.basket, alone.body.lines.length]).toEqual([null, 1])
  })
})

test('a check returns the current state of its lines', async () => {
  const gone = await makeProduct(db)
  const some = await makeProduct(db, { quantity: 10 })
  const none = await makeProduct(db, { quantity: 0 })
  await makeCatalogue(db, [some, none])
  const { id: campaign_id } = await makeCampaign(db, {
    campaign_type_id: QUANTITY,
    partners: [{ id: partner_id }],
    products: [{ id: some.id, price: '5', quantity: 40 }],
  })
  const lines = [some, none, gone].map(({ id }) => ({ product_id: id }))
  const { body } = await call(
    portalOrders.check,
    { body: { lines: [...lines, { product_id: some.id, campaign_id }] } },
    partner,
  )
  expect(body).toEqual([
    { product_id: some.id, campaign_id: null, price: '10.000', stock: 'few', pieces: 10, available: 10 },
    { product_id: none.id, campaign_id: null, price: '10.000', stock: 'none', pieces: null, available: 0 },
    { product_id: gone.id, campaign_id: null, price: null, stock: null, pieces: null, available: null },
    { product_id: some.id, campaign_id, price: '5.000', stock: 'in_stock', pieces: null, available: null },
  ])
})

test('a check returns the pieces available to a line that wants more, after the lines before it', async () => {
  const product = await makeProduct(db, { quantity: 15 })
  await makeCatalogue(db, [product])
  const { id: campaign_id } = await makeCampaign(db, {
    campaign_type_id: PRICE,
    partners: [{ id: partner_id }],
    products: [{ id: product.id, price: '5' }],
  })
  const check = async (...quantities: number[]) => {
    const [first = 0, second = 0] = quantities
    const lines = [line(product, first), line(product, second, { campaign_id })]
    return (await call(portalOrders.check, { body: { lines } }, partner)).body.map(
      ({ available }) => available,
    )
  }
  expect(await check(15, 1)).toEqual([null, 0])
  expect(await check(16, 1)).toEqual([15, 0])
  expect(await check(3, 12)).toEqual([null, null])
  expect(await check(3, 13)).toEqual([null, 12])
  await db.updateTable('products').set({ quantity: 1000 }).where('id', '=', product.id).execute()
  expect(await check(16, 13)).toEqual([null, null])
})

test("the partner's orders are paged by twenty, the latest first, without other partners'", async () => {
  const { username } = await makeUser(db, { partner_id: (await makePartner(db)).id })
  const mine = await signIn(username)
  const product = await makeProduct(db, { price: '2', quantity: 9999 })
  await makeCatalogue(db, [product])
  const placed: (string | null)[] = []
  for (let i = 0; i < 21; i++)
    placed.unshift((await place([line(product), line(product, 2)], { as: mine })).body.basket)
  const page = async (offset?: string) =>
    (await call(portalOrders.index, { query: offset === undefined ? {} : { offset } }, mine)).body
  const first = await page()
  expect(first.result.map(({ basket }) => basket)).toEqual(placed.slice(0, 20))
  expect(first.total_rows).toBe(21)
  const second = await page('20')
  expect(second.result).toMatchObject([{ basket: placed[20], pieces: 3, total: '6.000' }])
  expect(await page('40')).toEqual({ result: [], total_rows: 21 })
  const [order] = second.result
  const params = { id: String(order?.lines[1]?.id) }
  await call(catalogueOrders.toggle, { params, body: null })
  const [after] = (await page('20')).result
  expect(after?.lines.map(({ is_active }) => is_active)).toEqual([true, false])
  expect([after?.pieces, after?.total]).toEqual([1, '2.000'])
  const rows = await sql<{ id: number }>`SELECT id FROM catalogue_orders WHERE basket = ${placed[0]}`.execute(
    db,
  )
  const others = (await call(portalOrders.index, { query: {} }, partner)).body.result
  expect(others.flatMap(({ lines }) => lines.map(({ id }) => id))).not.toContain(rows.rows[0]?.id)
})
