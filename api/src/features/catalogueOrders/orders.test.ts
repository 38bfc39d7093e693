import { catalogueOrders } from '@kontor/contract/catalogueOrders'
import { history } from '@kontor/contract/history'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { dayIs } from '../../../test/clock.ts'
import { makePartner, makeProduct, makeUser, UNKNOWN_ID } from '../../../test/make.ts'
import { makeOrder } from '../../../test/make-order.ts'
import { readRows } from '../../../test/sheets.ts'

const { db, call, inject, staff } = await startApp()
const buyer = await makePartner(db, { name: 'Šljivar' })
const other = await makePartner(db, { name: 'Autoplus' })
const tyre = await makeProduct(db, { name: 'Guma', erp_code: 'G-1' })
const oil = await makeProduct(db, { name: 'Ulje', erp_code: 'U-1' })
/** The timestamp of a day in the office, noon by default. */
const at = (day: string, time = '12:00') =>
  sql<string>`${`${day} ${time}`}::timestamp AT TIME ZONE 'Europe/Podgorica'`
const order = (day: string, more: Parameters<typeof makeOrder>[1] = {}, time?: string) =>
  makeOrder(db, { partner_id: buyer.id, product_id: tyre.id, ...more, created_at: at(day, time) as never })
const page = (body: object) => call(catalogueOrders.index, { body })
const idsOf = async (body: object) => (await page(body)).body.result.map(({ id }) => id)
const totals = (body: object) => call(catalogueOrders.totals, { body })

beforeAll(() => dayIs(db, '2026-11-21'))

describe('a range is rejected', () => {
  test.each([
    ['that ends before it begins', { date_from: '2026-11-10', date_to: '2026-11-09' }, 'date_from'],
    ['that ends after today', { date_from: '2026-11-10', date_to: '2026-11-22' }, 'date_to'],
    ['that begins after today', { date_from: '2026-11-22' }, 'date_from'],
    ['of a day that no calendar has', { date_from: '2026-02-30' }, 'date_from'],
    ['of the end of time', { date_to: '9999-12-31' }, 'date_to'],
    ['of a year before Christ', { date_from: '-0001-01-01' }, 'date_from'],
    ['of infinity', { date_to: 'infinity' }, 'date_to'],
  ])('%s', async (_, range, field) => {
    for (const { status, body } of [await page(range), await totals(range)])
      expect([status, body.message, Object.keys(body.errors ?? {})]).toEqual([
        436,
        'validation.dates',
        [field],
      ])
  })

  test('that is no text, and filters of unknown columns', async () => {
    for (const wrong of [
      { date_from: 20261110 },
      { filters: { password: 'x' } },
      { filters: { basket: 'x' } },
    ])
      expect((await page(wrong)).status).toBe(422)
  })
})

describe('the list', () => {
  test('begins with the current month up to today, the newest first', async () => {
    const first = await order('2026-11-01', {}, '00:30')
    const last = await order('2026-11-21', {}, '23:30')
    await order('2026-10-31', {}, '23:59')
    expect(await idsOf({})).toEqual([last.id, first.id])
    expect((await page({})).body.total_rows).toBe(2)
    const [row] = (await page({})).body.result
    expect(row).toMatchObject({
      partner: { id: buyer.id, name: 'Šljivar' },
      partner_name: 'Šljivar',
      ignore_quantity: false,
      product: { id: tyre.id, erp_code: 'G-1', name: 'Guma' },
      erp_code: 'G-1',
      product_name: 'Guma',
      quantity: 1,
      price: '10.000',
      total: '10.000',
      is_active: true,
      created_at: '2026-11-21T22:30:00.000Z',
    })
  })

  test("has the office's day of an order, also at clock changes and in any time zone of the server", async () => {
    const march = [
      await order('2026-03-28', {}, '23:30'),
      await order('2026-03-29', {}, '00:30'),
      await order('2026-03-29', {}, '23:30'),
      await order('2026-03-30', {}, '00:30'),
    ].map(({ id }) => id)
    const october = [
      await order('2026-10-25', {}, '00:30'),
      await order('2026-10-25', {}, '23:30'),
      await order('2026-10-26', {}, '00:30'),
    ].map(({ id }) => id)
    for (const zone of ['UTC', 'Europe/Podgorica', 'America/New_York']) {
      vi.stubEnv('TZ', zone)
      const of = (day: string) => idsOf({ date_from: day, date_to: day })
      expect(await of('2026-03-29')).toEqual([march[2], march[1]])
      expect(await of('2026-10-25')).toEqual([october[1], october[0]])
      const { body } = await totals({ date_from: '2026-03-29', date_to: '2026-03-30' })
      expect(body.days.map(({ day, in_stock }) => [day, in_stock.orders])).toEqual([
        ['2026-03-29', 2],
        ['2026-03-30', 1],
      ])
    }
    vi.unstubAllEnvs()
  })

  test('finds an order by its number on any day', async () => {
    const { id } = await order('2026-02-03')
    expect(await idsOf({ date_from: '2026-11-01', date_to: '2026-11-20' })).not.toContain(id)
    expect(
      await idsOf({ filters: { id: String(id) }, date_from: '2026-11-01', date_to: '2026-11-20' }),
    ).toEqual([id])
    expect(await idsOf({ filters: { id: String(id) } })).toEqual([id])
  })

  test('is filtered by every column, flags as texts and as booleans', async () => {
    const range = { date_from: '2026-05-01', date_to: '2026-05-31' }
    const a = (await order('2026-05-03', { quantity: 4, price: '2.5' })).id
    const b = (await order('2026-05-04', { product_id: oil.id, ignore_quantity: true })).id
    const c = (await order('2026-05-05', { partner_id: other.id, is_active: false })).id
    for (const [filters, found] of [
      [{ partner_name: 'sljiv' }, [b, a]],
      [{ partner_id: String(other.id) }, [c]],
      [{ erp_code: 'u-1' }, [b]],
      [{ product_name: 'гума' }, [c, a]],
      [{ quantity: '>1' }, [a]],
      [{ price: '2.5' }, [a]],
      [{ total: '10' }, [c, b, a]],
      [{ created_at: '4.5.2026' }, [b]],
      [{ search: 'auto gum' }, [c]],
      [{ ignore_quantity: 'true' }, [b]],
      [{ ignore_quantity: true }, [b]],
      [{ ignore_quantity: false, is_active: true }, [a]],
      [{ is_active: '0' }, [c]],
      [{ is_active: false, search: 'ulje' }, []],
    ] as const) {
      const { body } = await page({ ...range, filters })
      expect([filters, body.result.map(({ id }) => id)]).toEqual([filters, found])
      expect([filters, body.total_rows]).toEqual([filters, found.length])
    }
    expect(await idsOf({ ...range, options: { sortBy: 'quantity', sortDesc: true } })).toEqual([a, c, b])
    expect(await idsOf({ ...range, show_only_active: true })).toEqual([b, a])
    expect((await page({ ...range, filters: { ignore_quantity: 1 } })).status).toBe(422)
    expect((await page({ ...range, filters: { partner_name: true } })).status).toBe(422)
  })
})

describe('a file', () => {
  const range = { date_from: '2026-06-01', date_to: '2026-06-30' }
  const file = async (more: object = {}, language = 'cnr') => {
    const payload = { ...range, report_data: { name: 'Narudžbe', format: 'xlsx' }, ...more }
    const headers = { authorization: `Bearer ${staff}`, 'accept-language': language }
    return inject({ method: 'POST', url: '/api/catalogue_order/index', headers, payload })
  }

  test('ends with the sums of its active rows and names its range', async () => {
    const one = await order('2026-06-02', { quantity: 3, price: '0.1' })
    await order('2026-06-03', { quantity: 2, price: '0.2', ignore_quantity: true })
    await order('2026-06-04', { quantity: 100, is_active: false })
    const rows = await readRows((await file()).bytes)
    expect(rows.map(([, partner, , , , quantity, , ...last]) => [partner, quantity, ...last])).toEqual([
      ['Partner', 'Količina', 'Ukupno', 'Zaliha', 'Aktivna'],
      ['Šljivar', 100, 1000, 'Neaktivna', 'ne'],
      ['Šljivar', 2, 0.4, 'Nema zaliha', 'da'],
      ['Šljivar', 3, 0.3, 'Na zalihi', 'da'],
      ['Ukupno 01.06.2026.–30.06.2026., bez neaktivnih: 1', 5, 0.7],
    ])
    const picked = { name: 'N', format: 'xlsx', columns: ['total', 'product_name'], ids: [one.id] }
    expect(await readRows((await file({ report_data: picked }, 'en')).bytes)).toEqual([
      ['Total', 'Product'],
      [0.3, 'Guma'],
      [0.3, 'Total 01/06/2026–30/06/2026'],
    ])
    const filters = { ignore_quantity: true }
    expect((await readRows((await file({ filters })).bytes)).at(-1)?.slice(5, 8)).toEqual([2, null, 0.4])
  })

  test('has the requested name', async () => {
    const pdf = { report_data: { name: 'Narudžbe' } }
    for (const [more, ending] of [
      [{}, 'xlsx'],
      [pdf, 'pdf'],
    ] as const) {
      const { headers } = await file(more)
      const named = encodeURIComponent('Narudžbe')
      expect(headers['content-disposition']).toContain(`${named}.${ending}`)
    }
  })

  test('is a PDF by default; without rows the sums are 0', async () => {
    const pdf = await file({ report_data: { name: 'Narudžbe' } })
    expect([pdf.status, pdf.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
    const empty = await readRows((await file({ date_from: '2020-06-01', date_to: '2020-06-01' })).bytes)
    expect(empty.at(-1)).toEqual([null, 'Ukupno 01.06.2020.–01.06.2020.', null, null, null, 0, null, 0])
  })
})

describe('an order', () => {
  const toggle = (id: number, body: { is_active?: boolean } | null = null) =>
    call(catalogueOrders.toggle, { params: { id: String(id) }, body })

  test('that does not exist cannot be deactivated', async () => {
    expect((await toggle(UNKNOWN_ID)).status).toBe(404)
  })

  test('is deactivated and reactivated, repeatably, with history entries', async () => {
    const { id } = await order('2026-07-01')
    const filters = { table: 'catalogue_orders', record_id: String(buyer.id), action: 'update' }
    const countEntries = async () => (await call(history.index, { body: { filters } })).body.total_rows
    const before = await countEntries()
    expect((await toggle(id)).body).toMatchObject({ id, is_active: false, version: 2 })
    expect((await toggle(id, { is_active: false })).body).toMatchObject({ is_active: false, version: 2 })
    expect((await toggle(id, { is_active: true })).body).toMatchObject({ is_active: true, version: 3 })
    expect(await countEntries()).toBe(before + 2)
  })

  test('that is reactivated returns the number of missing pieces', async () => {
    const rare = await makeProduct(db, { quantity: 10 })
    const now = sql`clock_timestamp()` as never
    const orderOf = async (quantity: number, more: object = {}) =>
      (await makeOrder(db, { partner_id: buyer.id, product_id: rare.id, quantity, created_at: now, ...more }))
        .id
    const missing = async (id: number, is_active: boolean) => (await toggle(id, { is_active })).body.missing
    const first = await orderOf(6)
    expect([await missing(first, false), await missing(first, true), await missing(first, false)]).toEqual([
      0, 0, 0,
    ])
    expect(await missing(first, true)).toBe(0)
    await orderOf(8)
    // Repeated, because the response was lost: the order was in stock.
    const repeated = (await toggle(first, { is_active: true })).body
    expect(repeated).toMatchObject({ missing: 0, version: 5 })
    expect((await toggle(first, { is_active: false })).body).toMatchObject({ missing: 0, version: 6 })
    const before = await orderOf(5, { created_at: '2020-01-01', is_active: false }) // no longer part of the stock
    expect([await missing(first, true), await missing(before, true)]).toEqual([4, 0])
    const rows = db.selectFrom('catalogue_orders').select(['id', 'ignore_quantity', 'version'])
    expect(await rows.where('id', 'in', [first, before]).orderBy('id').execute()).toEqual([
      { id: first, ignore_quantity: true, version: (await toggle(first, { is_active: true })).body.version },
      { id: before, ignore_quantity: false, version: 2 },
    ])
    expect([
      await missing(first, false),
      await missing(await orderOf(9, { is_active: false }), true),
    ]).toEqual([0, 7])
  })

  test('never deadlocks with others that are toggled at once', async () => {
    const day = '2026-08-14'
    const orders = []
    for (let i = 0; i < 40; i++) orders.push(await order(day, { quantity: 1, is_active: i % 2 === 0 }))
    const answers = await Promise.all(orders.map(({ id }) => toggle(id)))
    expect(answers.map(({ status }) => status)).toEqual(orders.map(() => 200))
    const { body } = await totals({ date_from: day, date_to: day })
    expect(body).toMatchObject({ orders: 20, pieces: 20, inactive: { orders: 20, pieces: 20 } })
  })

  test('is published to the office and to the users of its partner', async () => {
    const user = await makeUser(db, { partner_id: buyer.id })
    await makeUser(db, { partner_id: buyer.id, is_active: false })
    const { id } = await order('2026-07-02', { user_id: user.id })
    await toggle(id)
    const published = await db
      .selectFrom('events')
      .select(['user_id', 'permission', 'data'])
      .where('type', '=', 'catalogueOrders')
      .where('data', '@>', { ids: [id] })
      .orderBy('id')
      .execute()
    expect(published[0]).toEqual({ user_id: null, permission: 'catalogueOrders.see', data: { ids: [id] } })
    expect(published.slice(1).map(({ user_id }) => user_id)).toContain(user.id)
    const users = db
      .selectFrom('users')
      .select('id')
      .where('partner_id', '=', buyer.id)
      .where('is_active', '=', true)
    expect(published).toHaveLength(1 + (await users.execute()).length)
  })
})
