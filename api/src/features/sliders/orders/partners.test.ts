import { type RoutesOf, routesOf } from '@kontor/contract/lib/resources/routes'
import { products } from '@kontor/contract/products'
import { categories } from '@kontor/contract/resources/categories'
import { sliders } from '@kontor/contract/sliders'
import { describe, expect, test } from 'vitest'
import { idOf, startApp } from '../../../../test/app.ts'
import { makeCategory, makePartner, makeProduct, makeSlider, makeUser } from '../../../../test/make.ts'
import { readRows } from '../../../../test/sheets.ts'

const { db, call, inject, staff } = await startApp()

/** A partner in a category, with a user. */
async function makeCustomer(name: string, category_id: number) {
  const partner = await makePartner(db, { name, category_ids: [category_id] })
  const user = await makeUser(db, { partner_id: partner.id })
  return { partner_id: partner.id, user_id: user.id }
}

describe('sign-ups and orders', () => {
  test('return 404 for a missing slider', async () => {
    for (const route of [sliders.registrations, sliders.orders])
      expect((await call(route, { params: { id: '2000000000' }, query: {} })).status).toBe(404)
  })

  test('are empty for other types', async () => {
    const slider = await makeSlider(db)
    for (const route of [sliders.registrations, sliders.orders])
      expect((await call(route, { params: idOf(slider), query: {} })).body).toEqual([])
  })

  test('of a Seminar are the partners with all their days, latest first, counted in the list', async () => {
    const category = await makeCategory(db, { name: 'Alati' })
    const slider = await makeSlider(db, { type: 3, category_id: category.id })
    for (const [name, days] of [
      ['Šarac', ['2026-12-02', '2026-12-01']],
      ['Perović', ['2027-01-05']],
    ] as const) {
      const customer = await makeCustomer(name, category.id)
      const row = { slider_id: slider.id, ...customer }
      const { id } = await db
        .insertInto('slider_registrations')
        .values(row)
        .returning('id')
        .executeTakeFirstOrThrow()
      const chosen = days.map((day) => ({ slider_registration_id: id, day }))
      await db.insertInto('slider_registration_days').values(chosen).execute()
    }
    const params = idOf(slider)
    const { body } = await call(sliders.registrations, { params, query: {} })
    expect(body.map(({ partner, all_dates }) => [partner.name, partner.category_names, all_dates])).toEqual([
      ['Perović', 'Alati', ['2027-01-05']],
      ['Šarac', 'Alati', ['2026-12-01', '2026-12-02']],
    ])
    const filters = '{"partner_name":"sarac"}'
    expect((await call(sliders.registrations, { params, query: { filters } })).body).toHaveLength(1)
    expect((await call(sliders.one, { params })).body).toMatchObject({ registrations: 2, orders: 0 })
    const report_data = '{"name":"Prijavljeni","format":"xlsx"}'
    const url = `/api/checkIn/${slider.id}?${new URLSearchParams({ report_data })}`
    for (const [language, day] of [
      ['cnr', '05.01.2027.'],
      ['en', '05/01/2027'],
    ] as const) {
      const headers = { authorization: `Bearer ${staff}`, 'accept-language': language }
      const { bytes } = await inject({ method: 'GET', url, headers })
      expect((await readRows(bytes)).flat()).toContain(day)
    }
  })

  test('of a Promocija are separate lines, each with the product at that time', async () => {
    const category = await makeCategory(db)
    const product = await makeProduct(db)
    const slider = await makeSlider(db, { type: 2, category_id: category.id, product_id: product.id })
    const customer = await makeCustomer('Vujović', category.id)
    for (const quantity of [3, 9999])
      await db
        .insertInto('slider_orders')
        .values({ slider_id: slider.id, product_id: product.id, quantity, ...customer })
        .execute()
    const params = idOf(slider)
    const { body } = await call(sliders.orders, { params, query: {} })
    expect(body.map(({ partner, product: { id }, quantity }) => [partner.id, id, quantity])).toEqual([
      [customer.partner_id, product.id, 9999],
      [customer.partner_id, product.id, 3],
    ])
    const big = await call(sliders.orders, { params, query: { filters: '{"quantity":">5"}' } })
    expect(big.body).toHaveLength(1)
    expect((await call(sliders.one, { params })).body).toMatchObject({ registrations: 0, orders: 2 })
  })
})

test("filter sliders by the office's day of a sign-up or an order", async () => {
  const category = await makeCategory(db)
  const customer = await makeCustomer('Kasni', category.id)
  const product = await makeProduct(db)
  const seminar = await makeSlider(db, { type: 3, category_id: category.id })
  const promotion = await makeSlider(db, { type: 2, category_id: category.id, product_id: product.id })
  // Half past midnight in the office, the evening before in UTC.
  const created_at = '2026-07-01T22:30:00Z'
  const on = async (answered: string) => {
    const { body } = await call(sliders.index, { body: { filters: { answered } as object } })
    return { ids: body.result.map(({ id }) => id).sort(), total: body.total_rows }
  }
  expect(await on('2026-07-02')).toEqual({ ids: [], total: 0 })
  await db
    .insertInto('slider_registrations')
    .values({ slider_id: seminar.id, ...customer, created_at })
    .execute()
  for (const quantity of [1, 2])
    await db
      .insertInto('slider_orders')
      .values({ slider_id: promotion.id, product_id: product.id, quantity, ...customer, created_at })
      .execute()
  expect(await on('2026-07-02')).toEqual({ ids: [seminar.id, promotion.id].sort(), total: 2 })
  expect(await on('2026-07-01')).toEqual({ ids: [], total: 0 })
  expect((await call(sliders.index, { body: { filters: { answered: 'sutra' } as object } })).status).toBe(422)
})

describe('records in use by a slider', () => {
  const deactivate = (
    route: RoutesOf<typeof categories>['toggle'] | typeof products.toggle,
    record: { id: number },
  ) => call(route, { params: idOf(record), body: { is_active: false } })

  test('its category cannot be deactivated while it is active: 435', async () => {
    const category = await makeCategory(db)
    const slider = await makeSlider(db, { category_id: category.id })
    const { status, body } = await deactivate(routesOf(categories).toggle, category)
    expect([status, body.message]).toEqual([435, 'validation.in_use'])
    await db.updateTable('sliders').set({ is_active: false }).where('id', '=', slider.id).execute()
    expect((await deactivate(routesOf(categories).toggle, category)).status).toBe(200)
  })

  test('its product cannot be deactivated while partners can order it: 435', async () => {
    const product = await makeProduct(db)
    const slider = await makeSlider(db, { type: 2, product_id: product.id })
    expect((await deactivate(products.toggle, product)).status).toBe(435)
    expect((await call(products.one, { params: idOf(product) })).body.is_active).toBe(true)
    await call(sliders.setVisibility, { params: idOf(slider), body: { is_visible: false } })
    expect((await deactivate(products.toggle, product)).status).toBe(200)
  })
})
