import { cart } from '@kontor/contract/campaigns/cart'
import { PRICE, QUANTITY } from '@kontor/contract/campaigns/kinds'
import { portalCampaigns } from '@kontor/contract/campaigns/portal'
import { undelivered } from '@kontor/contract/campaigns/undelivered'
import { history } from '@kontor/contract/history'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { idOf, startApp } from '../../../../test/app.ts'
import { makeCity, makePartner, makeProduct } from '../../../../test/make.ts'
import { makeCampaign, makeCartItem } from '../../../../test/make-campaign.ts'
import { readRows } from '../../../../test/sheets.ts'

const { db, call, inject, makeSignedIn, staff, staffUser } = await startApp()
const city = await makeCity(db, { name: 'Bar' })
const first = await makePartner(db, { name: 'Šljivar', phone: '067 111', city_id: city.id })
const second = await makePartner(db, { name: 'Autoplus' })
const tyre = await makeProduct(db, { name: 'Guma', erp_code: 'G-1', price: '10' })
const oil = await makeProduct(db, { name: 'Ulje', erp_code: 'U-1', price: '2.5' })

/** A campaign with three lines: two of the first partner, one of them delivered, and one of the second. */
async function makeCart(type: 1 | 2 = PRICE) {
  const campaign = await makeCampaign(db, {
    campaign_type_id: type,
    partners: [{ id: first.id }, { id: second.id }],
    products: [{ id: tyre.id, quantity: 40 }, { id: oil.id }],
  })
  const campaign_id = campaign.id
  const of_first = { campaign_id, partner_id: first.id }
  const of_second = { campaign_id, partner_id: second.id }
  const made = '2026-11-0'
  const lines = [
    await makeCartItem(db, { ...of_first, product_id: tyre.id, quantity: 4, created_at: `${made}1T10:00Z` }),
    await makeCartItem(db, {
      ...of_first,
      product_id: oil.id,
      quantity: 3,
      price: '2.125',
      is_delivered: true,
      created_at: `${made}2T10:00Z`,
    }),
    await makeCartItem(db, { ...of_second, product_id: tyre.id, quantity: 1, created_at: `${made}3T10:00Z` }),
  ] as const
  return { campaign, lines }
}
const toggle = (line: { id: number }, body: object | null = null) =>
  call(cart.deliver, { params: idOf(line), body })
const toPartners = async ({ id }: { id: number }) => {
  const events = db
    .selectFrom('events')
    .select('id')
    .where('type', '=', 'campaigns')
    .where('user_id', 'is', null)
  const ofCampaign = events
    .where('permission', 'is', null)
    .where(sql<boolean>`data = ${JSON.stringify({ id })}::jsonb`)
  return (await ofCampaign.execute()).length
}
const page = (body: object) => call(cart.index, { body })
const historyOf = async ({ id }: { id: number }, action = 'update') => {
  const filters = { table: 'campaign_cart_items', record_id: String(id), action }
  return (await call(history.index, { body: { filters, options: { itemsPerPage: 50 } } })).body
}

test('counts undelivered lines of all campaigns', async () => {
  const count = async () => (await call(undelivered, {})).body.items
  const before = await count()
  const { lines } = await makeCart()
  expect(await count()).toBe(before + 2)
  await toggle(lines[0])
  expect(await count()).toBe(before + 1)
})

describe('the cart of one campaign', () => {
  test('returns all lines, the newest first, by both paths; 404 for a missing campaign', async () => {
    const { campaign, lines } = await makeCart()
    await makeCart()
    const whole = await call(cart.all, { params: { campaign_id: String(campaign.id) }, query: {} })
    expect(whole.body.map(({ id }) => id)).toEqual(lines.map(({ id }) => id).reverse())
    expect(whole.body[1]).toEqual({
      id: lines[1].id,
      created_at: '2026-11-02T10:00:00.000Z',
      version: 1,
      campaign: { id: campaign.id, name: campaign.name },
      campaign_type_id: PRICE,
      partner: { id: first.id, name: 'Šljivar' },
      partner_name: 'Šljivar',
      phone: '067 111',
      city: { id: city.id, name: 'Bar' },
      product_id: oil.id,
      product: 'Ulje',
      product_code: 'U-1',
      product_name: 'Ulje',
      price: '2.125',
      quantity: 3,
      total: '6.375',
      ignore_quantity: false,
      is_delivered: 1,
      updated_at: lines[1].updated_at,
    })
    const byQuery = await call(cart.allByQuery, { query: { campaign_id: String(campaign.id) } as never })
    expect(byQuery.body).toEqual(whole.body)
    for (const url of ['/cart/2000000000', '/cart?campaign_id=2000000000'])
      expect(
        (
          await inject({
            method: 'GET',
            url: `/api/campaignDetailsById${url}`,
            headers: { authorization: `Bearer ${staff}` },
          })
        ).status,
      ).toBe(404)
  })
})

describe('the page of all carts', () => {
  test('filters, sorts and counts', async () => {
    const { campaign, lines } = await makeCart()
    const ids = async (filters: object, options: object = { sortBy: 'id', sortDesc: false }) => {
      const { body } = await page({ filters: { campaign_id: String(campaign.id), ...filters }, options })
      expect(body.total_rows).toBe(body.result.length)
      return body.result.map(({ id }) => lines.findIndex((line) => line.id === id))
    }
    expect(await ids({})).toEqual([0, 1, 2])
    expect(await ids({ is_delivered: '1' })).toEqual([1])
    expect(await ids({ is_delivered: '0' })).toEqual([0, 2])
    expect(await ids({ partner: 'sljivar' })).toEqual([0, 1])
    expect(await ids({ partner_id: String(second.id) })).toEqual([2])
    expect(await ids({ search: 'U-1' })).toEqual([1])
    expect(await ids({ search: '067 guma' })).toEqual([0])
    expect(await ids({ created_at: '02.11.2026' })).toEqual([1])
    expect(await ids({ total: '>=10' })).toEqual([0, 2])
    expect(await ids({ price: '2.125' })).toEqual([1])
    expect(await ids({ quantity: '3.5' })).toEqual([])
    expect(await ids({ quantity: '3..4' })).toEqual([0, 1])
    expect(await ids({}, { sortBy: 'total', sortDesc: true })).toEqual([0, 2, 1])
    expect(await ids({ campaign_id: '2000000001' })).toEqual([])
    expect((await page({ filters: { campaign_id: 'x' } })).status).toBe(422)
    const { body } = await page({ options: { itemsPerPage: 10, page: 2 } })
    expect(body.total_rows).toBeGreaterThanOrEqual(3)
  })

  test('exports labels in the locale', async () => {
    const { campaign } = await makeCart()
    const report_data = { name: 'korpa', format: 'xlsx', columns: ['product_code', 'total', 'is_delivered'] }
    const { bytes } = await page({ filters: { campaign_id: String(campaign.id) }, report_data })
    expect(await readRows(bytes)).toEqual([
      ['Šifra', 'Iznos', 'Isporuka'],
      ['G-1', 10, 'Neisporučeno'],
      ['U-1', 6.375, 'Isporučeno'],
      ['G-1', 40, 'Neisporučeno'],
    ])
    const pdf = await page({ filters: { campaign_id: String(campaign.id) }, report_data: { name: 'korpa' } })
    expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  })
})

describe('sums', () => {
  test('of whole carts are cached, and equal those of the lines', async () => {
    const { campaign } = await makeCart()
    const { partner_id } = await db
      .selectFrom('campaign_cart_items')
      .select('partner_id')
      .where('campaign_id', '=', campaign.id)
      .executeTakeFirstOrThrow()
    const campaign_id = String(campaign.id)
    const partner = String(partner_id)
    const anyPrice = { price: '' } // lets any price pass
    for (const filters of [
      {},
      { campaign_id },
      { campaign_id, partner_id: partner },
      { partner_id: partner, ...anyPrice },
    ]) {
      const { rows } =
        await sql`SELECT count(*) AS items, sum(quantity)::bigint AS pieces, sum(price * quantity)::text AS total,
          count(DISTINCT partner_id) AS partners FROM campaign_cart_items
        WHERE campaign_id = coalesce(${'campaign_id' in filters ? campaign.id : null}, campaign_id)
          AND partner_id = coalesce(${'partner_id' in filters ? partner_id : null}, partner_id)`.execute(db)
      expect((await call(cart.totals, { body: { filters } })).body).toMatchObject(rows[0] as object)
    }
    const zero = { items: 0, pieces: 0, total: '0.000' }
    const none = await call(cart.totals, { body: { filters: { campaign_id: '2000000001' } } })
    expect(none.body).toEqual({ ...zero, partners: 0, delivered: zero, undelivered: zero, oldest: null })
  })

  test('cover all matching lines, and are 0 without any', async () => {
    const { campaign } = await makeCart()
    const filters = { campaign_id: String(campaign.id) }
    expect((await call(cart.totals, { body: { filters } })).body).toEqual({
      items: 3,
      pieces: 8,
      total: '56.375',
      partners: 2,
      oldest: '2026-11-01T10:00:00.000Z',
      delivered: { items: 1, pieces: 3, total: '6.375' },
      undelivered: { items: 2, pieces: 5, total: '50.000' },
    })
    const zero = { items: 0, pieces: 0, total: '0.000' }
    const none = await call(cart.totals, { body: { filters: { ...filters, partner: 'nema ga' } } })
    expect(none.body).toEqual({ ...zero, partners: 0, delivered: zero, undelivered: zero, oldest: null })
    expect((await call(cart.totals, { body: { filters: { nema: '1' } as never } })).status).toBe(422)
  })

  test('by partner are paged and sorted, or restricted to given partners', async () => {
    const { campaign } = await makeCart()
    const filters = { campaign_id: String(campaign.id) }
    const ofFirst = {
      partner: { id: first.id, name: 'Šljivar' },
      phone: '067 111',
      city: { id: city.id, name: 'Bar' },
      items: 2,
      pieces: 7,
      total: '46.375',
      delivered: { items: 1, pieces: 3, total: '6.375' },
    }
    const ofSecond = {
      partner: { id: second.id, name: 'Autoplus' },
      phone: null,
      city: null,
      items: 1,
      pieces: 1,
      total: '10.000',
      delivered: { items: 0, pieces: 0, total: '0.000' },
    }
    const ask = async (more: object) => (await call(cart.partners, { body: { filters, ...more } })).body
    expect(await ask({})).toEqual({ result: [ofFirst, ofSecond], total_rows: 2 })
    expect((await ask({ options: { sortBy: ['partner'], sortDesc: [false] } })).result).toEqual([
      ofSecond,
      ofFirst,
    ])
    expect(await ask({ partner_ids: [second.id, 2_000_000_000] })).toEqual({
      result: [ofSecond],
      total_rows: 1,
    })
    expect(await ask({ options: { itemsPerPage: 10, page: 2 } })).toEqual({ result: [], total_rows: 2 })
  })

  test('of a campaign’s progress are by product and partner, in a Količinska including products without orders', async () => {
    const priced = await makeCart(PRICE)
    const progress = (campaign: { id: number }) => call(cart.progress, { params: idOf(campaign) })
    const { body } = await progress(priced.campaign)
    expect(body.totals).toMatchObject({ items: 3, total: '56.375' })
    expect(body.partners.map(({ partner }) => partner.id)).toEqual([first.id, second.id])
    const none = { items: 0, pieces: 0, total: '0.000' }
    expect(body.products).toEqual([
      {
        product: { id: tyre.id, erp_code: 'G-1', name: 'Guma' },
        quantity: null,
        items: 2,
        pieces: 5,
        total: '50.000',
        delivered: none,
        out_of_stock: none,
      },
      {
        product: { id: oil.id, erp_code: 'U-1', name: 'Ulje' },
        quantity: null,
        items: 1,
        pieces: 3,
        total: '6.375',
        out_of_stock: none,
        delivered: { items: 1, pieces: 3, total: '6.375' },
      },
    ])
    const unsold = await makeProduct(db, { quantity: 7 })
    const products = [{ id: unsold.id }, { id: tyre.id, quantity: 40 }]
    const counted = await makeCampaign(db, { campaign_type_id: QUANTITY, products })
    await makeCartItem(db, { campaign_id: counted.id, product_id: tyre.id, quantity: 6 })
    expect((await progress(counted)).body.products).toMatchObject([
      { product: { id: tyre.id }, quantity: 40, pieces: 6 },
      {
        product: { id: unsold.id },
        quantity: 7,
        items: 0,
        pieces: 0,
        total: '0.000',
        delivered: { items: 0 },
      },
    ])
    expect((await progress({ id: 2_000_000_000 })).status).toBe(404)
  })
})

describe('delivering', () => {
  test('rejects a missing line, an invalid state, and an outdated version', async () => {
    const { lines } = await makeCart()
    expect((await toggle({ id: 2_000_000_000 })).status).toBe(404)
    for (const body of [{ is_delivered: 2 }, { is_delivered: true }, { delivered: 1 }])
      expect((await toggle(lines[0], body)).status).toBe(422)
    expect((await toggle(lines[0], { version: 1 })).body).toMatchObject({ is_delivered: 1, version: 2 })
    const late = await toggle(lines[0], { is_delivered: 0, version: 1 })
    expect([late.status, late.body.current]).toMatchObject([409, { id: lines[0].id, is_delivered: 1 }])
  })

  test('toggles a line, or sets the requested state once, and returns the row', async () => {
    const { campaign, lines } = await makeCart()
    const { body } = await toggle(lines[0])
    expect(body).toMatchObject({
      is_delivered: 1,
      version: 2,
      total: '40.000',
      campaign: { id: campaign.id },
    })
    expect((await page({ filters: { campaign_id: String(campaign.id) } })).body.result).toContainEqual(body)
    expect((await toggle(lines[0])).body).toMatchObject({ is_delivered: 0, version: 3 })
    for (let i = 0; i < 2; i++)
      expect((await toggle(lines[0], { is_delivered: 1 })).body).toMatchObject({
        is_delivered: 1,
        version: 4,
      })
  })

  test('a hundred times at once ends in the initial state, with all changes in the history', async () => {
    const { campaign, lines } = await makeCart()
    const answers = await Promise.all(Array.from({ length: 100 }, () => toggle(lines[0])))
    expect(answers.map(({ status }) => status)).toEqual(Array(100).fill(200))
    const versions = answers.map(({ body }) => body.version).sort((a, b) => a - b)
    expect(versions).toEqual(Array.from({ length: 100 }, (_, i) => i + 2))
    for (const { body } of answers) expect(body.is_delivered).toBe(body.version % 2 ? 0 : 1)
    const { total_rows, result } = await historyOf(campaign)
    expect(total_rows).toBe(100)
    for (const { person, record, values } of result) {
      expect([person?.id, record]).toEqual([staffUser.id, `${campaign.name} · Šljivar · Guma`])
      expect(values).toMatchObject([{ column: 'is_delivered' }])
    }
  })

  test('of many lines returns the result of each', async () => {
    const { campaign, lines } = await makeCart()
    const ids = [lines[2].id, 2_000_000_000, lines[1].id, lines[0].id, lines[2].id]
    const many = (is_delivered: 0 | 1) => call(cart.deliverMany, { body: { ids, is_delivered } })
    const { body } = await many(1)
    expect(body.result.map(({ id, outcome, item }) => [id, outcome, item?.is_delivered])).toEqual([
      [lines[2].id, 'changed', 1],
      [2_000_000_000, 'missing', undefined],
      [lines[1].id, 'unchanged', 1],
      [lines[0].id, 'changed', 1],
    ])
    expect((await historyOf(campaign)).total_rows).toBe(2)
    expect((await many(0)).body.result.map(({ outcome }) => outcome)).toEqual([
      'changed',
      'missing',
      'changed',
      'changed',
    ])
    const read = { ids: [lines[0].id, lines[2].id], versions: [1, 3], is_delivered: 1 as const }
    const overtaken = (await call(cart.deliverMany, { body: read })).body.result
    expect(overtaken.map(({ outcome, item }) => [outcome, item?.is_delivered])).toEqual([
      ['overtaken', 0],
      ['changed', 1],
    ])
    expect((await call(cart.deliverMany, { body: { ...read, versions: [1] } })).status).toBe(422)
    for (const wrong of [[], Array.from({ length: 1001 }, (_, i) => i + 1)])
      expect((await call(cart.deliverMany, { body: { ids: wrong, is_delivered: 1 } })).status).toBe(422)
  })

  test('of the same lines in opposite order leaves all of them in one state', async () => {
    const { lines } = await makeCart()
    const ids = lines.map(({ id }) => id)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        call(cart.deliverMany, {
          body: { ids: i % 4 < 2 ? ids : ids.toReversed(), is_delivered: i % 2 ? 1 : 0 },
        }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    const rows = db.selectFrom('campaign_cart_items').select('is_delivered').where('id', 'in', ids)
    expect(new Set((await rows.execute()).map(({ is_delivered }) => is_delivered)).size).toBe(1)
  })

  test('is published to the office and the partner, who can no longer remove the line', async () => {
    const { campaign, lines } = await makeCart()
    const { user, token } = await makeSignedIn({ partner_id: second.id })
    await toggle(lines[2])
    const published = await db
      .selectFrom('events')
      .select(['permission', 'user_id', 'data'])
      .where('type', '=', 'cart')
      .where((eb) => eb.or([eb('user_id', '=', user.id), eb('permission', '=', 'cart.see')]))
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    expect(published.map(({ permission, user_id, data }) => [permission, user_id, data])).toEqual([
      [null, user.id, { campaign_id: campaign.id }],
      ['cart.see', null, { campaign_id: campaign.id }],
    ])
    expect(await toPartners(campaign)).toBe(0)
    const limited = await makeCampaign(db, {
      campaign_type_id: QUANTITY,
      products: [{ id: tyre.id, quantity: 40 }],
    })
    const ordered = { campaign_id: limited.id, partner_id: second.id, product_id: tyre.id }
    await toggle(await makeCartItem(db, ordered))
    expect(await toPartners(limited), 'the pieces left may have changed').toBe(1)
    const own = await call(portalCampaigns.one, { params: idOf(campaign) }, token)
    expect(own.body).toMatchObject({ ordered: 1, delivered: 1, items: [{ is_delivered: true }] })
    const refused = await call(portalCampaigns.remove, { params: idOf(lines[2]), body: null }, token)
    expect([refused.status, refused.body.message]).toEqual([422, 'validation.delivered'])
  })
})
