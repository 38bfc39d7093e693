import { partnerPage } from '@kontor/contract/partners/page'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { at, startApp } from '../../../../test/app.ts'
import { chatting } from '../../../../test/chats.ts'
import { makePartner, makeProduct, makeSlider, makeUser, UNKNOWN_ID } from '../../../../test/make.ts'
import { makeCampaign, makeCartItem } from '../../../../test/make-campaign.ts'
import { makeOrder } from '../../../../test/make-order.ts'
import { withoutHistory } from '../../../lib/database/triggers.ts'
import '../../users/roles/table.ts'

const app = await startApp()
const { db, call, tokenWithout } = app
const { makeChat, writes } = chatting(app)

const DAY = 86_400_000
const day = (back: number) => new Date(Date.now() - back * DAY).toISOString()
/** A partner of two years ago without history. */
const makeOld = (values: Parameters<typeof makePartner>[1]) =>
  db.transaction().execute(async (tx) => {
    await withoutHistory(tx)
    return makePartner(tx, { created_at: day(700), ...values })
  })
/** A history entry of a change of the debt. */
const changed = (id: number, back: number, changes: object) =>
  sql`INSERT INTO history (at, table_name, record_id, record_name, action, changes)
    VALUES (now() - ${back} * interval '1 day', 'partners', ${id}, 'x', 'update', ${JSON.stringify(changes)})`.execute(
    db,
  )

describe('the overview of a partner’s page', () => {
  test('returns 404 for a missing partner', async () => {
    const nobody = { params: { id: String(UNKNOWN_ID) } }
    for (const route of [partnerPage.overview, partnerPage.campaigns, partnerPage.chats])
      expect((await call(route, nobody)).status, route.path).toBe(404)
  })

  test('omits parts without permission', async () => {
    const one = await makePartner(db, { debt: '5', out_of_currency: '3' })
    const blind = await tokenWithout(
      'figures.see',
      'cart.see',
      'sliders.see',
      'catalogueOrders.see',
      'customerSupport.see',
    )
    const { body } = await call(partnerPage.overview, at(one.id), blind)
    expect(Object.keys(body).sort()).toEqual(['app', 'counts', 'opened'])
    expect(body.counts).toEqual({ notes: 0, campaigns: 0 })
    expect((await call(partnerPage.chats, at(one.id), blind)).status).toBe(403)
    const [campaign] = (await call(partnerPage.campaigns, at((await inCampaign()).id), blind)).body
    expect(campaign).not.toHaveProperty('ordered')
    const open = await makeCampaign(db)
    const product = await makeProduct(db)
    await makeCartItem(db, { campaign_id: open.id, product_id: product.id, partner_id: one.id })
    const listed = async (as?: string) => (await call(partnerPage.campaigns, at(one.id), as)).body.length
    expect([await listed(), await listed(blind)]).toEqual([1, 0])
    const stranger = await tokenWithout('partners.see', 'partners.export')
    expect((await call(partnerPage.overview, at(one.id), stranger)).status).toBe(403)
  })

  async function inCampaign() {
    const one = await makePartner(db)
    const product = await makeProduct(db)
    const campaign = await makeCampaign(db, { partners: [{ id: one.id, cash: '5%' }], products: [product] })
    const line = { campaign_id: campaign.id, product_id: product.id, partner_id: one.id }
    await makeCartItem(db, { ...line, quantity: 2 })
    await makeCartItem(db, { ...line, quantity: 3, is_delivered: true })
    return one
  }

  test('counts records and open work', async () => {
    const one = await inCampaign()
    await makeOrder(db, { partner_id: one.id })
    const { body } = await call(partnerPage.overview, at(one.id))
    expect(body.undelivered).toEqual({ lines: 1, total: '20.000' })
    expect(body.counts).toMatchObject({ orders: 1, campaigns: 1, chats: 0, support: 0, users: 3 })
    expect(body.last_order_at).not.toBeNull()
    const [campaign] = (await call(partnerPage.campaigns, at(one.id))).body
    expect(campaign).toMatchObject({
      cash: '5%',
      ordered: { lines: 2, delivered: 1, pieces: 5, total: '50.000', delivered_total: '30.000' },
    })
  })

  test('lists the last orders of all kinds, as far as permitted', async () => {
    const one = await inCampaign()
    await makeOrder(db, { partner_id: one.id, quantity: 3, created_at: day(2) })
    const product_id = (await makeProduct(db)).id
    const promotion = await makeSlider(db, { type: 2, product_id })
    const promoted = { slider_id: promotion.id, product_id, partner_id: one.id, created_at: day(3) }
    const { id: user_id } = await makeUser(db, { partner_id: one.id })
    const order = { ...promoted, user_id, quantity: 4, price: '2.5' }
    await db.insertInto('slider_orders').values(order).execute()
    const { last_orders = [] } = (await call(partnerPage.overview, at(one.id))).body
    expect(last_orders.map(({ source, pieces }) => [source, pieces])).toEqual([
      ['campaigns', 3],
      ['campaigns', 2],
      ['catalogue', 3],
      ['promotions', 4],
    ])
    expect(last_orders[3]).toMatchObject({ total: '10.000' })
    expect(last_orders[0]).toMatchObject({ total: '30.000' })
    const half = await tokenWithout('cart.see', 'cart.change', 'cart.export')
    const seen = (await call(partnerPage.overview, at(one.id), half)).body.last_orders
    expect(seen?.map(({ source }) => source)).toEqual(['catalogue', 'promotions'])
    const areas = ['cart', 'catalogueOrders'] as const
    const promotionsOnly = await tokenWithout(
      ...areas.flatMap((area) => [`${area}.see`, `${area}.change`, `${area}.export`] as const),
    )
    const { body } = await call(partnerPage.overview, at(one.id), promotionsOnly)
    expect(new Date(body.last_order_at ?? 0)).toEqual(new Date(body.last_orders?.[0]?.at ?? 1))
  })

  test('names the latest unread chat', async () => {
    const { user, token, thread, slider } = await makeChat()
    await writes(token, thread, 'Može li u petak?')
    const one = { id: user.partner_id ?? 0 }
    const { body } = await call(partnerPage.overview, at(one.id))
    expect(body.unread).toEqual({ threads: 1, slider_id: slider.id, id: thread })
    const [chat] = (await call(partnerPage.chats, at(one.id))).body
    expect(chat).toMatchObject({ id: thread, unread: 1, last_message: 'Može li u petak?', is_open: true })
    await db.updateTable('users').set({ is_active: false }).where('id', '=', user.id).execute()
    expect((await call(partnerPage.chats, at(one.id))).body).toMatchObject([{ id: thread, is_open: false }])
    await db.updateTable('sliders').set({ is_active: false }).where('id', '=', slider.id).execute()
    const { unread } = (await call(partnerPage.overview, at(one.id))).body
    expect(unread).toEqual({ threads: 0, slider_id: null, id: null })
  })
})

describe('the debt over time', () => {
  test('is computed from changes by hand, imports and undos', async () => {
    const one = await makeOld({ debt: '400' })
    await changed(one.id, 200, { debt: [100, 200], name: ['a', 'b'] })
    const last = await db
      .insertInto('imports')
      .values({
        kind: 'partners',
        owner_id: null,
        user_id: app.staffUser.id,
        file_name: 'f.xlsx',
        created: 0,
        updated: 1,
        undone_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const row = { before: '{"debt": "200"}', after: '{"debt": "400"}' }
    await sql`INSERT INTO import_rows (import_id, record_id, before, after, version)
      VALUES (${last.id}, ${one.id}, ${row.before}, ${row.after}, 2)`.execute(db)
    await sql`INSERT INTO history (at, table_name, record_name, action, changes, import_id)
      VALUES (now() - interval '40 days', 'partners', 'f.xlsx', 'import', '{}', ${last.id})`.execute(db)
    const { body } = await call(partnerPage.overview, at(one.id))
    const debts = (body.debts ?? []).map(({ debt }) => Number(debt))
    expect(debts.length).toBe(12)
    expect([debts[0], debts[8], debts[11]]).toEqual([100, 200, 400])
    expect(Date.parse(body.figures_at ?? '')).toBeLessThan(Date.now() - 39 * DAY)
  })

  test('equals what SQL computes at every point, months by their end and the current month by days', async () => {
    const one = await makeOld({ debt: '8' })
    for (const [back, before, after] of [
      [330, 1, 2],
      [150, 2, 3],
      [61, 3, 4],
      [35, 4, 5],
      [0.002, 5, 6],
      [0.001, 6, 7],
      [0.0005, 7, 8],
    ] as const)
      await changed(one.id, back, { debt: [before, after] })
    const { body } = await call(partnerPage.overview, at(one.id))
    const points = body.debts ?? []
    const found = await sql<{ debt: number; month: string; is_end: boolean }>`
      SELECT coalesce((SELECT (changes -> 'debt' ->> 1)::numeric FROM history
        WHERE record_id = ${one.id} AND table_name = 'partners' AND date_trunc('milliseconds', at) <= point::timestamptz ORDER BY id DESC LIMIT 1), 1)::int
        AS debt, to_char(local, 'YYYY-MM') AS month, local::date <> (local + interval '1 millisecond')::date AS is_end
      FROM unnest(${points.map(({ at }) => at)}::text[]) WITH ORDINALITY AS told(point, nth),
        LATERAL (SELECT point::timestamptz AT TIME ZONE 'Europe/Podgorica' AS local) AS office
      ORDER BY nth`.execute(db)
    expect(points.map(({ debt }) => Number(debt))).toEqual(found.rows.map(({ debt }) => debt))
    expect(found.rows.slice(0, 11).every(({ is_end }) => is_end)).toBe(true)
    expect(new Set(found.rows.map(({ month }) => month)).size).toBe(12)
    expect(points.at(-1)?.debt).toBe('8.000')
  })
})
