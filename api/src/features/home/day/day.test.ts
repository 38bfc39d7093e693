import { homeDay } from '@kontor/contract/home/day'
import { messages } from '@kontor/contract/messages'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { chatting } from '../../../../test/chats.ts'
import { dayIs } from '../../../../test/clock.ts'
import {
  makeCategory,
  makeDevice,
  makePartner,
  makeProduct,
  makeSlider,
  makeUser,
} from '../../../../test/make.ts'
import { makeCampaign, makeCartItem } from '../../../../test/make-campaign.ts'
import { makeOrder } from '../../../../test/make-order.ts'

const { db, call, makeCustomer, staffUser, tokenWithout } = await startApp()
await dayIs(db, '2026-11-21')

test('all parts are empty without data', async () => {
  expect((await call(homeDay.waiting, {})).body).toEqual({ last_order: null })
  expect((await call(homeDay.orders, {})).body).toEqual({
    from: '2026-10-23',
    until: '2026-11-21',
    sources: { catalogue: [], campaigns: [], promotions: [] },
  })
  expect((await call(homeDay.debts, {})).body).toEqual({ partners: [] })
  expect((await call(homeDay.campaigns, {})).body).toEqual({ shown: 0, campaigns: [] })
  expect((await call(homeDay.missing, {})).body).toEqual({ out_of_stock: 0, products: [] })
})

test('sorts debts by exceeded limit, then by overdue amount, then by share of the limit; without percentages and inactive partners', async () => {
  const owing = (name: string, debt: string, out_of_currency: string, debit_limit = '0', more = {}) =>
    makePartner(db, { name, debt, out_of_currency, debit_limit, ...more })
  await owing('Percent', '50', '0', '10', { debt_percent: true })
  await owing('Inactive', '900', '900', '10', { is_active: false })
  await owing('Near', '90', '0', '100')
  await owing('Far', '95', '0', '1000')
  await owing('Late', '10', '5')
  await owing('Nothing', '0', '0', '100')
  await owing('Over', '120', '0', '100')
  const { body } = await call(homeDay.debts, {})
  expect(body.partners.map(({ name }) => name)).toEqual(['Over', 'Late', 'Near', 'Far'])
  expect(body.partners[1]).toMatchObject({ debt: '10.000', overdue: '5.000', limit: null })
  expect(body.partners[2]).toMatchObject({ limit: '100.000' })
})

test('counts orders by office day and source, within thirty days', async () => {
  const product = await makeProduct(db)
  const category = await makeCategory(db)
  const campaign = await makeCampaign(db, { category_ids: [category.id], products: [product] })
  const at = (created_at: string) => ({ product_id: product.id, created_at })
  await makeOrder(db, { ...at('2026-11-20T22:59Z'), quantity: 2 })
  await makeOrder(db, { ...at('2026-11-20T23:01Z'), quantity: 3 }) // after midnight in the office
  await makeOrder(db, { ...at('2026-11-20T12:00Z'), is_active: false })
  await makeOrder(db, at('2026-10-22T12:00Z')) // before the period
  await makeCartItem(db, {
    ...at('2026-10-23T12:00Z'),
    campaign_id: campaign.id,
    price: '0.125',
    quantity: 3,
  })
  const slider = await makeSlider(db, { category_id: category.id })
  const partner = await makePartner(db)
  const user = await makeUser(db, { partner_id: partner.id })
  const who = { slider_id: slider.id, partner_id: partner.id, user_id: user.id }
  await db
    .insertInto('slider_orders')
    .values([
      { ...who, ...at('2026-11-01T12:00Z'), quantity: 4, price: '0.25' },
      { ...who, ...at('2026-11-01T14:00Z'), quantity: 9 }, // from before orders of promotions had a price
    ])
    .execute()
  await db
    .insertInto('slider_registrations')
    .values({ ...who, created_at: '2026-11-01T13:00Z' })
    .execute()
  const { body } = await call(homeDay.orders, {})
  expect(body.sources).toEqual({
    catalogue: [
      { day: '2026-11-20', orders: 1, total: '20.000' },
      { day: '2026-11-21', orders: 1, total: '30.000' },
    ],
    campaigns: [{ day: '2026-10-23', orders: 1, total: '0.375' }],
    promotions: [{ day: '2026-11-01', orders: 3, total: '1.000' }],
  })
  const lastOrder = async () => (await call(homeDay.waiting, {})).body.last_order
  expect(await lastOrder()).toBe('2026-11-20T23:01:00.000Z')
  const later = { ...who, ...at('2026-11-20T23:30Z'), quantity: 1 }
  const order = await db.insertInto('slider_orders').values(later).returning('id').executeTakeFirstOrThrow()
  expect(await lastOrder()).toBe('2026-11-20T23:30:00.000Z')
  await db.deleteFrom('slider_orders').where('id', '=', order.id).execute()
})

test("measures a campaign's progress by used cash or ordered pieces, and by the partners that have ordered", async () => {
  const thrifty = await makePartner(db)
  const eager = await makePartner(db)
  const silent = await makePartner(db)
  const product = await makeProduct(db, { quantity: 7 })
  const cash = await makeCampaign(db, {
    name: 'Cash',
    visible_until: '2026-11-22',
    products: [product],
    partners: [
      { id: thrifty.id, cash: '100' },
      { id: eager.id, cash: '50' },
      { id: silent.id, cash: '5%' },
    ],
  })
  const line = (campaign_id: number, partner_id: number, price: string, quantity = 1) =>
    makeCartItem(db, { campaign_id, partner_id, product_id: product.id, price, quantity })
  await line(cash.id, thrifty.id, '30')
  await line(cash.id, eager.id, '80') // more than its cash
  const pieces = await makeCampaign(db, {
    name: 'Pieces',
    campaign_type_id: 1,
    visible_until: '2026-11-30',
    products: [{ id: product.id }],
    partners: [{ id: thrifty.id }],
  })
  const bought = await line(pieces.id, thrifty.id, '1', 5)
  await makeCampaign(db, { name: 'Hidden', is_visible: false })
  const read = async () => (await call(homeDay.campaigns, {})).body.campaigns
  expect((await read()).slice(0, 2)).toMatchObject([
    { name: 'Cash', days_left: 1, ordered: '80.000', of: '150.000', buyers: 2, partners: 3 },
    { name: 'Pieces', days_left: 9, ordered: '5', of: '7', buyers: 1, partners: 1 },
  ])
  // Pieces that were delivered before the stock was last set are no longer in it.
  await db
    .updateTable('campaign_cart_items')
    .set({ is_delivered: true })
    .where('id', '=', bought.id)
    .execute()
  await db.updateTable('products').set({ quantity: 4 }).where('id', '=', product.id).execute()
  expect((await read())[1]).toMatchObject({ ordered: '5', of: '9' })
  await db.deleteFrom('campaign_cart_items').where('id', '=', bought.id).execute()
  expect((await read())[1]).toMatchObject({ ordered: '0', buyers: 0 })
})

test('lists products out of stock by demand, with undelivered pieces and orders of promotions', async () => {
  const much = await makeProduct(db, { quantity: 0 })
  const little = await makeProduct(db, { quantity: 0 })
  const there = await makeProduct(db, { quantity: 1 })
  const ordered = (product: { id: number }, quantity: number, more = {}) =>
    makeOrder(db, { product_id: product.id, quantity, created_at: '2026-11-20T12:00Z', ...more })
  await ordered(much, 9)
  await ordered(little, 4)
  await ordered(there, 50)
  await ordered(little, 90, { is_active: false })
  await ordered(little, 90, { created_at: '2026-10-01T12:00Z' })
  const campaign = await makeCampaign(db, { products: [little] })
  const line = { campaign_id: campaign.id, product_id: little.id, created_at: '2026-11-19T12:00Z' }
  await makeCartItem(db, { ...line, quantity: 2 })
  await makeCartItem(db, { ...line, quantity: 1, is_delivered: true })
  const slider = await makeSlider(db, {})
  const partner = await makePartner(db)
  const user = await makeUser(db, { partner_id: partner.id })
  const who = { slider_id: slider.id, partner_id: partner.id, user_id: user.id }
  await db
    .insertInto('slider_orders')
    .values({ ...who, product_id: little.id, quantity: 1, created_at: '2026-11-20T14:00Z' })
    .execute()
  await sql`UPDATE products SET quantity_set_at = '2026-11-20T13:00Z'`.execute(db)
  const { body } = await call(homeDay.missing, {})
  expect(body.products.map(({ id, asked, waiting }) => [id, asked, waiting])).toEqual([
    [much.id, 9, 0],
    [little.id, 8, 3],
  ])
  expect(body.out_of_stock).toBe(2)
  for (const area of ['catalogueOrders', 'cart', 'sliders'] as const) {
    const token = await tokenWithout(`${area}.see`)
    expect((await call(homeDay.missing, {}, token)).body).toEqual({ out_of_stock: 2, products: [] })
  }
})

test('counts, names and dates open work', async () => {
  const { user_id } = await makeDevice(db)
  const partner = await makePartner(db, { name: 'Gume Đeljošaj' })
  const complaint = (message_content: string, created_at: string, is_active = true) =>
    db
      .insertInto('customer_support')
      .values({ type: 3, message_content, created_at, is_active, user_id, partner_id: partner.id })
      .execute()
  await complaint('Stara i riješena', '2026-11-01T10:00Z', false)
  await complaint('Novija', '2026-11-20T10:00Z')
  await complaint('Dvije gume', '2026-11-19T10:00Z')
  const push = await db
    .insertInto('pushes')
    .values({ title: 'Zimska', text: 'Tekst', link: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('notifications')
    .values({
      subject: 'Zimska cijena',
      notification_text: 'Tekst',
      send_by_category: false,
      push_id: push.id,
      user_id: staffUser.id,
    })
    .execute()
  await sql`INSERT INTO push_deliveries (push_id, user_id, platform, status)
    SELECT ${push.id}, ${user_id}, 'ios', status FROM unnest(ARRAY['failed', 'failed', 'accepted']) AS status`.execute(
    db,
  )
  // A chat of a user who was no partner's at the upgrade is not counted.
  const training = await makeSlider(db)
  await db
    .insertInto('message_threads')
    .values({ slider_id: training.id, user_id: staffUser.id, partner_id: null, office_unread: 1 })
    .execute()
  const { body } = await call(homeDay.waiting, {})
  expect(body.complaints).toMatchObject({
    open: 2,
    words: 'Dvije gume',
    oldest: '2026-11-19T10:00:00.000Z',
    partner: { id: partner.id, name: 'Gume Đeljošaj' },
  })
  expect(body.push).toMatchObject({
    failed: 2,
    notification: { subject: 'Zimska cijena', accepted: 1, devices: 3 },
  })
  expect(body.cart?.items).toBe(4)
  expect(body.catalogueOrders).toMatchObject({ orders: 1, partners: 1, total: '30.000' })
  expect(body.chats).toBeUndefined()
})

test('a chat waits since the oldest unread message of the partner', async () => {
  const { makeChat, writes, answers, read } = chatting({ db, call, makeCustomer })
  const patient = await makeChat()
  const late = await makeChat(patient)
  const at = async (hour: number, { thread, token }: typeof patient, from: 'office' | 'partner') => {
    const { body } = from === 'office' ? await answers(thread, 'Da') : await writes(token, thread, 'Ima li?')
    const moment = `2026-11-20T${String(hour).padStart(2, '0')}:00Z`
    await sql`UPDATE messages SET created_at = ${moment} WHERE id = ${body.id}`.execute(db)
    await sql`UPDATE message_threads SET last_at = ${moment} WHERE id = ${thread}`.execute(db)
  }
  const waiting = async () => {
    const { chats } = (await call(homeDay.waiting, {})).body
    return [chats?.oldest, chats?.people.map(({ thread_id }) => thread_id)]
  }
  await at(9, late, 'partner')
  await read(late.thread, '2026-11-20T09:00:00.000000Z')
  await at(10, late, 'partner')
  expect(await waiting()).toEqual(['2026-11-20T10:00:00.000Z', [late.thread]])
  await at(11, late, 'office')
  await read(late.thread, '2026-11-20T11:00:00.000000Z')
  const patientFirst = ['2026-11-20T12:00:00.000Z', [patient.thread, late.thread]]
  await at(10, patient, 'partner')
  await at(11, patient, 'office')
  await read(patient.thread, '2026-11-20T11:00:00.000000Z')
  await at(12, patient, 'partner')
  await at(13, late, 'partner')
  await at(14, patient, 'partner')
  expect(await waiting()).toEqual(patientFirst)
  const everyone = { slider_id: patient.slider.id, message: 'Vidimo se!' }
  expect((await call(messages.sendToEveryone, { body: everyone })).body.threads).toBe(2)
  expect(await waiting()).toEqual(patientFirst)
  await read(patient.thread, '2026-11-20T12:00:00.000000Z')
  expect(await waiting()).toEqual(['2026-11-20T13:00:00.000Z', [late.thread, patient.thread]])
})
