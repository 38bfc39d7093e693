import { portalOrders } from '@kontor/contract/catalogueOrders/portal'
import { productSummary } from '@kontor/contract/products/summary'
import { sliders } from '@kontor/contract/sliders'
import { portalSliders } from '@kontor/contract/sliders/portal'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { idOf, startApp } from '../../../../test/app.ts'
import { dayIs } from '../../../../test/clock.ts'
import {
  addCategories,
  deactivateInUse,
  makeCategory,
  makeProduct,
  makeSlider,
  makeUser,
} from '../../../../test/make.ts'
import { makeCatalogue } from '../../../../test/make-order.ts'

const { db, call, makeCustomer, inject } = await startApp()
const category = await makeCategory(db)
const today = '2026-11-21'
await dayIs(db, today)
const dayFrom = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10)
const yesterday = dayFrom(-1)
const tomorrow = dayFrom(1)
const later = dayFrom(30)

const mine = await makeCustomer({ category_ids: [category.id] })
const other = await makeCustomer({ category_ids: [category.id] })
const makePromotion = async () =>
  makeSlider(db, {
    type: 2,
    category_id: category.id,
    product_id: (await makeProduct(db, { price: '9.9', quantity: 9999 })).id,
  })
const makeSeminar = (dates = [yesterday, today, tomorrow, later]) =>
  makeSlider(db, { type: 3, category_id: category.id, dates })

let count = 0
const newKey = () => `narudzba-${count++}`
const order = (slider: { id: number }, quantity: number, idempotencyKey = newKey(), token = mine.token) =>
  call(portalSliders.order, { params: idOf(slider), body: { quantity }, idempotencyKey }, token)
const checkIn = (slider: { id: number }, dates: string[], token = mine.token) =>
  call(portalSliders.checkIn, { params: idOf(slider), body: { dates } }, token)
const open = (slider: { id: number }, token = mine.token) =>
  call(portalSliders.one, { params: idOf(slider) }, token)
const ordersOf = (slider: { id: number }) =>
  db.selectFrom('slider_orders').selectAll().where('slider_id', '=', slider.id).execute()

describe('a partner', () => {
  test('sees active, visible sliders in an active category of its own; others return 404', async () => {
    const foreign = await makeCategory(db)
    const closed = await makeCategory(db)
    await addCategories(db, mine.partner.id, [closed.id])
    const seen = await makeSlider(db, { category_id: category.id, name: 'Vidim' })
    const hidden = [
      await makeSlider(db, { category_id: category.id, is_active: false }),
      await makeSlider(db, { category_id: category.id, is_visible: false }),
      await makeSlider(db, { category_id: foreign.id }),
      await makeSlider(db, { category_id: closed.id }),
    ]
    await deactivateInUse(db, 'categories', closed.id)
    const { body } = await call(portalSliders.index, {}, mine.token)
    expect(body.map(({ name }) => name)).toEqual(['Vidim'])
    expect((await open(seen)).status).toBe(200)
    const missing = await open({ id: 2_000_000_000 })
    for (const slider of hidden) {
      const { status, body } = await open(slider)
      expect([status, { ...body, request_id: '' }]).toEqual([404, { ...missing.body, request_id: '' }])
      expect((await order(slider, 1)).status).toBe(404)
      expect((await checkIn(slider, [])).status).toBe(404)
    }
    await call(sliders.toggle, { params: idOf(seen), body: null })
  })

  test('sees future days, its own choice, and a product while it can be ordered', async () => {
    const seminar = await makeSeminar()
    const promotion = await makePromotion()
    expect((await open(seminar)).body).toMatchObject({
      available_dates: [today, tomorrow, later],
      chosen_dates: [],
      ordered: 0,
      product: null,
    })
    const { product } = (await open(promotion)).body
    expect(product).toMatchObject({ id: promotion.product_id, price: '9.900', image: null })
    expect(Object.keys(product ?? {})).not.toContain('quantity')
    const unpriced = await makePromotion()
    await db.updateTable('products').set({ price: '0' }).where('id', '=', unpriced.product_id).execute()
    await deactivateInUse(db, 'products', promotion.product_id)
    for (const one of [promotion, unpriced]) {
      expect((await open(one)).body.product).toBeNull()
      const refused = await order(one, 1)
      expect([refused.status, refused.body.errors]).toEqual([422, { product_id: ['validation.inactive'] }])
    }
  })
})

describe('signing up for a Seminar', () => {
  test('rejects days that are past, not offered, invalid or repeated, and sliders of other types', async () => {
    const seminar = await makeSeminar()
    for (const day of [yesterday, dayFrom(2)]) {
      const { status, body } = await checkIn(seminar, [tomorrow, day])
      expect([status, body.errors]).toEqual([436, { dates: ['validation.date_unavailable'] }])
    }
    for (const day of ['2026-02-30', 'infinity']) expect((await checkIn(seminar, [day])).status).toBe(436)
    expect((await checkIn(seminar, [tomorrow, tomorrow])).status).toBe(422)
    expect((await checkIn(await makePromotion(), [tomorrow])).status).toBe(404)
    expect((await open(seminar)).body.chosen_dates).toEqual([])
    expect((await call(sliders.one, { params: idOf(seminar) })).body.registrations).toBe(0)
  })

  test('replaces the partner’s own choice; no day withdraws', async () => {
    const seminar = await makeSeminar()
    await checkIn(seminar, [later], other.token)
    expect((await checkIn(seminar, [today, tomorrow])).body.chosen_dates).toEqual([today, tomorrow])
    expect((await checkIn(seminar, [later, tomorrow])).body.chosen_dates).toEqual([tomorrow, later])
    const own = await call(portalSliders.registrations, {}, mine.token)
    expect(own.body.map(({ slider, dates }) => [slider.id, dates])).toEqual([[seminar.id, [tomorrow, later]]])
    expect((await checkIn(seminar, [])).body.chosen_dates).toEqual([])
    expect((await call(portalSliders.registrations, {}, mine.token)).body).toEqual([])
    expect((await open(seminar, other.token)).body.chosen_dates).toEqual([later])
  })

  test('withdraws nothing without a sign-up, and publishes nothing', async () => {
    const seminar = await makeSeminar()
    await sql`INSERT INTO webhooks (name, url, events, state)
      VALUES ('ERP', 'https://erp.invalid/', '{sign_up.removed}', 'paused')`.execute(db)
    const webhookEvents = async () => (await sql`SELECT type FROM webhook_events`.execute(db)).rows
    expect((await checkIn(seminar, [])).body.chosen_dates).toEqual([])
    expect(await webhookEvents()).toEqual([])
    await checkIn(seminar, [later])
    await checkIn(seminar, [])
    expect(await webhookEvents()).toEqual([{ type: 'sign_up.removed' }])
  })

  test('keeps past days, and a chosen day that the office has removed', async () => {
    const seminar = await makeSeminar([yesterday, tomorrow, later])
    await checkIn(seminar, [tomorrow])
    const { id } = await db
      .selectFrom('slider_registrations')
      .select('id')
      .where('slider_id', '=', seminar.id)
      .executeTakeFirstOrThrow()
    await db
      .insertInto('slider_registration_days')
      .values({ slider_registration_id: id, day: yesterday })
      .execute()
    const taken = db.deleteFrom('slider_dates').where('slider_id', '=', seminar.id)
    await taken.where('day', '=', tomorrow).execute()
    expect((await checkIn(seminar, [tomorrow, later])).body.chosen_dates).toEqual([
      yesterday,
      tomorrow,
      later,
    ])
    expect((await checkIn(seminar, [])).body.chosen_dates).toEqual([yesterday])
    expect((await checkIn(seminar, [tomorrow])).status).toBe(436)
  })

  test('ten times at once is one registration, with the days of one request', async () => {
    const seminar = await makeSeminar()
    const choices = [[today], [tomorrow, later]]
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => checkIn(seminar, choices[i % 2] ?? [])),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(choices).toContainEqual((await open(seminar)).body.chosen_dates)
    expect((await call(sliders.one, { params: idOf(seminar) })).body.registrations).toBe(1)
  })
})

describe('ordering a promotion', () => {
  test('rejects invalid amounts, requests without a valid key, and sliders of other types', async () => {
    const promotion = await makePromotion()
    for (const quantity of [0, -1, 1.5, 10_000, 1e308])
      expect((await order(promotion, quantity)).body.errors).toEqual({ quantity: ['validation.pieces'] })
    const url = `/api/app/sliders/${promotion.id}/orders`
    const options = { method: 'POST', url, payload: { quantity: 1 } } as const
    for (const key of [undefined, '', 'kratak', 'sa razmakom', 'x'.repeat(201)]) {
      const headers = {
        authorization: `Bearer ${mine.token}`,
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      }
      const { status, body } = await inject({ ...options, headers })
      expect([key, status, Object.keys(body.errors ?? {})]).toEqual([key, 422, ['Idempotency-Key']])
    }
    expect((await order(await makeSeminar(), 1)).status).toBe(404)
    expect(await ordersOf(promotion)).toEqual([])
  })

  test('reads only the quantity from the request', async () => {
    const promotion = await makePromotion()
    for (const more of [{ price: '0' }, { partner_id: other.partner.id }, { product_id: 1 }, { total: 1 }]) {
      const body = { quantity: 1, ...more }
      expect(
        (
          await call(
            portalSliders.order,
            { params: idOf(promotion), body, idempotencyKey: newKey() },
            mine.token,
          )
        ).status,
      ).toBe(422)
    }
    const { body } = await order(promotion, 9999)
    expect(body).toMatchObject({
      quantity: 9999,
      slider: { id: promotion.id },
      product: { id: promotion.product_id },
    })
    const more = { partner_id: mine.partner.id, user_id: mine.user.id, product_id: promotion.product_id }
    expect(await ordersOf(promotion)).toMatchObject([{ id: body.id, ...more }])
  })

  test('is announced to the office and to the partner’s users', async () => {
    const promotion = await makePromotion()
    const colleague = await makeUser(db, { partner_id: mine.partner.id })
    await order(promotion, 2)
    const { rows } = await sql<{ who: string }>`SELECT coalesce(permission, user_id::text) AS who FROM events
      WHERE type = 'sliders' AND (data ->> 'id')::int = ${promotion.id} ORDER BY id`.execute(db)
    expect(rows.map(({ who }) => who)).toEqual(['sliders.see', String(mine.user.id), String(colleague.id)])
  })

  test('keeps the price that the partner was shown, and refuses another one', async () => {
    const promotion = await makePromotion()
    const at = (price: string) =>
      call(
        portalSliders.order,
        { params: idOf(promotion), body: { quantity: 2, price }, idempotencyKey: newKey() },
        mine.token,
      )
    const { product_id } = promotion
    await db.updateTable('products').set({ price: '12.5' }).where('id', '=', product_id).execute()
    const refused = await at('9.900')
    expect([refused.status, refused.body]).toMatchObject([
      422,
      {
        message: 'validation.price_changed',
        errors: { price: ['validation.price_changed'] },
        params: { price: '12.500' },
      },
    ])
    expect((await at('deset')).body.errors).toEqual({ price: ['validation.type'] })
    expect(await ordersOf(promotion)).toEqual([])
    const placed = await at('12.5')
    expect([placed.status, placed.body]).toMatchObject([200, { price: '12.500', ignore_quantity: false }])
    await db.updateTable('products').set({ price: '20' }).where('id', '=', product_id).execute()
    const { body } = await call(sliders.orders, { params: idOf(promotion), query: {} })
    expect(body).toMatchObject([{ quantity: 2, price: '12.500', ignore_quantity: false }])
  })

  test('needs a confirmation without stock', async () => {
    const product = await makeProduct(db, { price: '9.9', quantity: 3 })
    const promotion = await makeSlider(db, { type: 2, category_id: category.id, product_id: product.id })
    const beyond = (more: object) =>
      call(
        portalSliders.order,
        { params: idOf(promotion), body: { quantity: 4, ...more }, idempotencyKey: newKey() },
        mine.token,
      )
    for (const more of [{}, { ignore_quantity: false }])
      expect((await beyond(more)).body).toMatchObject({
        message: 'order.short',
        short: [{ line: 0, product_id: product.id, available: 3 }],
      })
    expect(await ordersOf(promotion)).toEqual([])
    expect((await order(promotion, 3)).status).toBe(200)
    expect((await beyond({ ignore_quantity: true })).body.ignore_quantity).toBe(true)
    const filters = JSON.stringify({ ignore_quantity: 'true' })
    const { body } = await call(sliders.orders, { params: idOf(promotion), query: { filters } })
    expect(body).toMatchObject([{ quantity: 4, ignore_quantity: true }])
  })

  test('of ten partners at once one gets the last piece, and it is gone from the catalogue too', async () => {
    const product = await makeProduct(db, { quantity: 1 })
    await makeCatalogue(db, [product])
    const promotion = await makeSlider(db, { type: 2, category_id: category.id, product_id: product.id })
    const left = async () => (await call(productSummary, { params: idOf(product) })).body.free
    expect(await left()).toBe(1)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => order(promotion, 1, newKey(), i % 2 ? mine.token : other.token)),
    )
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused.map(({ body }) => body.short)).toEqual(
      Array(9).fill([{ line: 0, product_id: product.id, available: 0 }]),
    )
    const [placed] = await ordersOf(promotion)
    await call(sliders.handle, { params: { id: String(placed?.id) }, body: { is_handled: true } })
    expect(await left()).toBe(0)
    const lines = [{ product_id: product.id, quantity: 1 }]
    const fromCatalogue = await call(
      portalOrders.place,
      { body: { lines }, idempotencyKey: newKey() },
      mine.token,
    )
    expect(fromCatalogue.body.message).toBe('order.short')
    await db.updateTable('products').set({ quantity: 2 }).where('id', '=', product.id).execute()
    expect(await left()).toBe(2)
  })

  test('twenty times at once with one key is one order, with the same response', async () => {
    const promotion = await makePromotion()
    const key = newKey()
    const answers = await Promise.all(Array.from({ length: 20 }, () => order(promotion, 5, key)))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(new Set(answers.map(({ bytes }) => bytes.toString())).size).toBe(1)
    expect(await ordersOf(promotion)).toHaveLength(1)
  })

  test('rejects the key for another request, and keys belong to one user', async () => {
    const promotion = await makePromotion()
    const another = await makePromotion()
    const key = newKey()
    expect((await order(promotion, 5, key)).status).toBe(200)
    for (const again of [await order(promotion, 6, key), await order(another, 5, key)])
      expect([again.status, again.body.message]).toEqual([422, 'error.key_reused'])
    expect((await order(promotion, 5, key, other.token)).status).toBe(200)
    expect((await order(promotion, 5)).status).toBe(200)
    expect(await ordersOf(promotion)).toHaveLength(3)
    expect((await open(promotion)).body.ordered).toBe(10)
  })

  test('a rejected request has no effect: its key can be used again', async () => {
    const promotion = await makePromotion()
    const key = newKey()
    const show = (is_visible: boolean) =>
      call(sliders.setVisibility, { params: idOf(promotion), body: { is_visible } })
    await show(false)
    expect((await order(promotion, 1, key)).status).toBe(404)
    await show(true)
    expect((await order(promotion, 1, key)).status).toBe(200)
  })

  test("lists only the partner's own orders, also of sliders that it no longer sees", async () => {
    const promotion = await makePromotion()
    await order(promotion, 7, newKey(), other.token)
    const { body: placed } = await order(promotion, 3)
    await call(sliders.toggle, { params: idOf(promotion), body: null })
    const own = (await call(portalSliders.orders, {}, mine.token)).body.filter(
      ({ slider }) => slider.id === promotion.id,
    )
    expect(own).toEqual([placed])
  })
})
