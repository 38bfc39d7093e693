import { randomUUID } from 'node:crypto'
import { customerSupport } from '@kontor/contract/customerSupport'
import { portalCustomerSupport } from '@kontor/contract/customerSupport/portal'
import type { Permission } from '@kontor/contract/lib/http/permissions'
import { notifications } from '@kontor/contract/notifications'
import { figureNames, partners } from '@kontor/contract/partners'
import { partnerTimeline, TIMELINE_PAGE } from '@kontor/contract/partners/timeline'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { chatting } from '../../../../test/chats.ts'
import {
  makeCategory,
  makeCity,
  makePartner,
  makeProduct,
  makeSlider,
  makeUser,
  UNKNOWN_ID,
} from '../../../../test/make.ts'
import { makeCampaign, makeCartItem } from '../../../../test/make-campaign.ts'
import { makeOrder } from '../../../../test/make-order.ts'
import '../../users/roles/table.ts'

const app = await startApp()
const { db, call, tokenWithout } = app
const { makeChat, writes } = chatting(app)
const ask = (
  id: number,
  query: { before?: string; kind?: 'orders' | 'messages' | 'changes' } = {},
  as?: string,
) => call(partnerTimeline.index, { params: { id: String(id) }, query }, as)
const kinds = async (id: number, query: Parameters<typeof ask>[1] = {}, as?: string) =>
  (await ask(id, query, as)).body.result.map(({ kind }) => kind)

/** A partner with one event of every kind except imports. */
async function busy() {
  const { user, token, thread, category_id } = await makeChat()
  const id = user.partner_id ?? 0
  const own = { partner_id: id, user_id: user.id }
  const basket = '11111111-1111-4111-8111-111111111111'
  const tyre = await makeProduct(db, { name: 'Sava Eskimo' })
  await makeOrder(db, { ...own, basket, product_id: tyre.id, quantity: 16 })
  await makeOrder(db, { ...own, basket, ignore_quantity: true })
  const campaign = await makeCampaign(db, {
    category_ids: [category_id],
    products: [tyre],
    name: 'Zimski cash',
  })
  const line = { ...own, campaign_id: campaign.id, product_id: tyre.id }
  await makeCartItem(db, line)
  await makeCartItem(db, { ...line, is_delivered: true })
  const promotion = await makeSlider(db, { type: 2, product_id: tyre.id })
  const order = { ...own, slider_id: promotion.id, product_id: tyre.id, quantity: 4, price: '2.5' }
  await db.insertInto('slider_orders').values(order).execute()
  const seminar = await makeSlider(db, { type: 3, name: 'Montaža', dates: ['2030-05-01', '2030-05-02'] })
  const signUp = await db
    .insertInto('slider_registrations')
    .values({ ...own, slider_id: seminar.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('slider_registration_days')
    .values([
      { slider_registration_id: signUp.id, day: '2030-05-01' },
      { slider_registration_id: signUp.id, day: '2030-05-02', is_waiting: true },
    ])
    .execute()
  await writes(token, thread, 'Dobar dan')
  await writes(token, thread, 'Vidimo se u četvrtak')
  const complaint = { type: 3, message_content: 'Račun nema PDV broj' } as const
  await call(portalCustomerSupport.create, { body: complaint, idempotencyKey: randomUUID() }, token)
  const text = { subject: 'Zimska cijena', notification_text: 'Do 30. novembra' }
  await call(notifications.create, { body: { ...text, send_by_category: false, partners: [id] } })
  return { id, category_id }
}

describe('the timeline of a partner', () => {
  test('returns 404 for a missing partner, and 422 for invalid queries', async () => {
    const { id } = await makePartner(db)
    expect((await ask(UNKNOWN_ID)).status).toBe(404)
    for (const before of ['x', '2026-11-22T10:00:00Z~order:1', '2026-99-22T10:00:00.000000Z~order:1'])
      expect((await ask(id, { before })).body.errors, before).toEqual({ before: ['validation.timestamp'] })
    expect((await ask(id, { kind: 'all' as never })).body.errors).toEqual({ kind: ['validation.field'] })
  })

  test('includes each kind only with its permission', async () => {
    const { id } = await busy()
    const all = await kinds(id)
    expect(all.toSorted()).toEqual([
      'cart',
      'change',
      'change',
      'chat',
      'delivery',
      'notification',
      'order',
      'promotion',
      'sign_up',
      'support',
    ])
    const hidden: [Permission, string[]][] = [
      ['catalogueOrders.see', ['order']],
      ['cart.see', ['cart', 'delivery']],
      ['sliders.see', ['promotion', 'sign_up', 'chat']],
      ['customerSupport.see', ['support']],
      ['notifications.see', ['notification']],
      ['history.see', ['change']],
    ]
    for (const [right, gone] of hidden) {
      const seen = await kinds(id, {}, await tokenWithout(right))
      expect(seen, right).toEqual(all.filter((kind) => !gone.includes(kind)))
    }
  })

  test('groups related actions into one event', async () => {
    const { id } = await busy()
    const { result } = (await ask(id)).body
    const of = (kind: string) => result.find((one) => one.kind === kind)
    expect(of('order')).toMatchObject({
      title: 'Sava Eskimo',
      count: 2,
      pieces: 17,
      total: '170.000',
      out_of_stock: true,
    })
    expect(of('cart')).toMatchObject({ title: 'Zimski cash', count: 2, total: '20.000' })
    expect(of('delivery')).toMatchObject({ title: 'Zimski cash', count: 1 })
    expect(of('promotion')).toMatchObject({ title: 'Sava Eskimo', pieces: 4, total: '10.000' })
    expect(of('sign_up')).toMatchObject({
      title: 'Montaža',
      days: ['2030-05-01', '2030-05-02'],
      waiting_days: ['2030-05-02'],
    })
    expect(of('chat')).toMatchObject({
      text: 'Vidimo se u četvrtak',
      count: 2,
      is_open: true,
      from_office: false,
    })
    expect(of('support')).toMatchObject({ text: 'Račun nema PDV broj', type: 3, is_open: true })
    expect(of('notification')).toMatchObject({ title: 'Zimska cijena', devices: { all: 0, reached: 0 } })
  })

  test('is filtered by orders, messages and changes', async () => {
    const { id } = await busy()
    expect((await kinds(id, { kind: 'orders' })).toSorted()).toEqual([
      'cart',
      'delivery',
      'order',
      'promotion',
      'sign_up',
    ])
    expect((await kinds(id, { kind: 'messages' })).toSorted()).toEqual(['chat', 'notification', 'support'])
    expect(new Set(await kinds(id, { kind: 'changes' }))).toEqual(new Set(['change']))
    expect(await kinds(id, { kind: 'changes' }, await tokenWithout('history.see'))).toEqual([])
  })

  test('shows resolved messages', async () => {
    const { id } = await busy()
    const [message] = (await ask(id, { kind: 'messages' })).body.result.filter(
      ({ kind }) => kind === 'support',
    )
    await call(customerSupport.toggle, { params: { id: String(message?.ref) }, body: { is_active: false } })
    const after = (await ask(id, { kind: 'messages' })).body.result.find(({ kind }) => kind === 'support')
    expect(after).toMatchObject({ is_open: false })
  })

  test('has pages that together contain each event once, latest first', async () => {
    const { id } = await makePartner(db)
    const { id: user_id } = await makeUser(db, { partner_id: id })
    // Pairs with the same timestamp, so that pages end between them.
    for (let n = 0; n < 2 * TIMELINE_PAGE + 5; n += 1)
      await makeOrder(db, {
        partner_id: id,
        user_id,
        created_at: sql`now() - ${n >> 1} * interval '1 hour'` as never,
      })
    const keys: string[] = []
    const moments: string[] = []
    let before: string | null = ''
    while (before !== null) {
      const { body }: Awaited<ReturnType<typeof ask>> = await ask(id, {
        kind: 'orders',
        ...(before && { before }),
      })
      const { result, next } = body
      keys.push(...result.map(({ key }) => key))
      moments.push(...result.map(({ at }) => at))
      before = next
    }
    expect(keys.length).toBe(2 * TIMELINE_PAGE + 5)
    expect(new Set(keys).size).toBe(keys.length)
    expect(moments).toEqual(moments.toSorted().toReversed())
  })
})

describe('changes of a partner', () => {
  const zero = Object.fromEntries(figureNames.map((name) => [name, '0']))

  async function changed() {
    const { id } = await makePartner(db)
    const city = await makeCity(db)
    const category = await makeCategory(db)
    const body = { name: 'Đuro gume', city_id: city.id, categories: [category.id], ...zero }
    const put = (figures: object) =>
      call(partners.update, { params: { id: String(id) }, body: { ...body, ...figures } as never })
    await put({})
    await put({ debt: '250' })
    return id
  }

  test('include debts only with permission; a change of debts alone is omitted', async () => {
    const id = await changed()
    const { result } = (await ask(id, { kind: 'changes' })).body
    expect(result.map(({ action }) => action)).toEqual(['update', 'update', 'create'])
    expect(result[0]?.values).toEqual([{ column: 'debt', before: 0, after: 250 }])
    const blind = (await ask(id, { kind: 'changes' }, await tokenWithout('figures.see'))).body.result
    expect(blind.map(({ action }) => action)).toEqual(['update', 'create'])
    expect(JSON.stringify(blind)).not.toContain('debt')
  })

  test('by an import are its own, and swapped for its undo', async () => {
    const { id } = await makePartner(db)
    const { id: import_id } = await db
      .insertInto('imports')
      .values({
        kind: 'partners',
        owner_id: null,
        user_id: app.staffUser.id,
        file_name: 'finansije.xlsx',
        created: 0,
        updated: 1,
        undone_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const rows = { before: '{"debt": "1", "name": "A"}', after: '{"debt": "2", "name": "A"}' }
    await sql`INSERT INTO import_rows (import_id, record_id, before, after, version)
      VALUES (${import_id}, ${id}, ${rows.before}, ${rows.after}, 2)`.execute(db)
    for (const action of ['import', 'undo'])
      await sql`INSERT INTO history (table_name, record_name, action, changes, import_id)
        VALUES ('partners', 'finansije.xlsx', ${action}, '{}', ${import_id})`.execute(db)
    const [undone, imported] = (await ask(id, { kind: 'changes' })).body.result
    expect(imported).toMatchObject({ kind: 'import', title: 'finansije.xlsx', action: 'import' })
    expect(imported?.values).toEqual([{ column: 'debt', before: '1', after: '2' }])
    expect(undone).toMatchObject({ action: 'undo', values: [{ before: '2', after: '1' }] })
    expect(await kinds(id, { kind: 'changes' }, await tokenWithout('figures.see'))).toEqual(['change'])
  })
})
