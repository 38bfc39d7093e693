import { routesOf } from '@kontor/contract/lib/resources/routes'
import { countries } from '@kontor/contract/resources/countries'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { makeCity, makeCountry } from '../../../test/make.ts'

const { db, call } = await startApp()

describe('adding a country', () => {
  test('rejects a name of one visible character, and unknown fields, all at once', async () => {
    const body = { name: 'X\u200b', is_active: false }
    const { status, body: answer } = await call(routesOf(countries).create, { body } as never)
    expect(status).toBe(422)
    expect(answer.errors).toEqual({
      name: ['validation.country_name'],
      is_active: ['validation.unknown_field'],
    })
  })

  test('rejects a duplicate name in any case, diacritics or script: 422, or 434 for an inactive duplicate', async () => {
    await makeCountry(db, { name: 'Švedska' })
    await makeCountry(db, { name: 'Norveška', is_active: false })
    const taken = await call(routesOf(countries).create, { body: { name: 'ШВЕДСКА' } })
    expect([taken.status, taken.body.errors]).toEqual([422, { name: ['validation.unique_name'] }])
    const inactive = await call(routesOf(countries).create, { body: { name: 'norveska' } })
    expect([inactive.status, inactive.body.message]).toEqual([434, 'validation.exists_inactive'])
  })

  test('returns the added row', async () => {
    const { status, body } = await call(routesOf(countries).create, {
      body: { name: ' Danska ', post_code: 'DK' },
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ name: 'Danska', post_code: 'DK', is_active: true, version: 1 })
  })
})

describe('changing a country', () => {
  test('rejects an outdated version, and returns the current row', async () => {
    const { id } = await makeCountry(db, { name: 'Finska' })
    const params = { id: String(id) }
    await call(routesOf(countries).update, { params, body: { name: 'Finska!', version: 1 } })
    const late = await call(routesOf(countries).update, { params, body: { name: 'Finska?', version: 1 } })
    expect(late.status).toBe(409)
    expect(late.body.current).toMatchObject({ name: 'Finska!', version: 2 })
    expect(late.body.saved_by).toEqual({ name: expect.any(String), is_caller: true })
  })
})

describe('toggling a country', () => {
  test('rejects the deactivation of one with an active city: 435', async () => {
    const { country_id } = await makeCity(db)
    const { status, body } = await call(routesOf(countries).toggle, {
      params: { id: String(country_id) },
      body: null,
    })
    expect([status, body.message]).toEqual([435, 'validation.in_use'])
  })

  test('toggles without a body, and is repeatable with a state', async () => {
    const { id } = await makeCountry(db)
    const params = { id: String(id) }
    expect((await call(routesOf(countries).toggle, { params, body: null })).body.is_active).toBe(false)
    expect((await call(routesOf(countries).toggle, { params, body: null })).body.is_active).toBe(true)
    expect(
      (await call(routesOf(countries).toggle, { params, body: { is_active: false } })).body.is_active,
    ).toBe(false)
    expect(
      (await call(routesOf(countries).toggle, { params, body: { is_active: false } })).body.is_active,
    ).toBe(false)
  })
})

test('the list is in Montenegrin order, and the active list omits inactive ones', async () => {
  for (const name of ['Zambija', 'Čad', 'Češka', 'Cipar', 'Džibuti', 'Estonija'])
    await makeCountry(db, { name })
  const all = (await call(routesOf(countries).index, { query: {} })).body.map(({ name }) => name)
  const inOrder = ['Cipar', 'Čad', 'Češka', 'Džibuti', 'Estonija', 'Zambija']
  expect(all.filter((name) => inOrder.includes(name))).toEqual(inOrder)
  expect((await call(routesOf(countries).active, {})).body.every(({ is_active }) => is_active)).toBe(true)
})
