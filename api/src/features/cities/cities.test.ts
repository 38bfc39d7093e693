import { routesOf } from '@kontor/contract/lib/resources/routes'
import { cities } from '@kontor/contract/resources/cities'
import { countries } from '@kontor/contract/resources/countries'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { makeCity, makeCountry, makePartner } from '../../../test/make.ts'

const { db, call } = await startApp()

const idOf = ({ id }: { id: number }) => ({ id: String(id) })
const toggle = (city: { id: number }, is_active?: boolean) =>
  call(routesOf(cities).toggle, { params: idOf(city), body: is_active === undefined ? null : { is_active } })
const isActive = async (id: number) =>
  (await db.selectFrom('cities').select('is_active').where('id', '=', id).executeTakeFirstOrThrow()).is_active

describe('adding a city', () => {
  test('rejects all invalid fields at once', async () => {
    const { status, body } = await call(routesOf(cities).create, { body: { name: ' a', country_id: 0 } })
    expect([status, body.errors]).toEqual([
      422,
      { name: ['validation.city_name'], country_id: ['validation.id'] },
    ])
  })

  test('rejects a missing or inactive country', async () => {
    const missing = await call(routesOf(cities).create, { body: { name: 'Budva', country_id: 2147483647 } })
    expect([missing.status, missing.body.errors]).toEqual([422, { country_id: ['validation.not_found'] }])
    const { id } = await makeCountry(db, { is_active: false })
    const inactive = await call(routesOf(cities).create, { body: { name: 'Budva', country_id: id } })
    expect([inactive.status, inactive.body.errors]).toEqual([
      422,
      { country_id: ['validation.inactive_country'] },
    ])
  })

  test('rejects a duplicate name in the country: 422, or 434 for an inactive duplicate; another country may have it', async () => {
    const { id: country_id } = await makeCountry(db)
    await makeCity(db, { country_id, name: 'Nikšić' })
    await makeCity(db, { country_id, name: 'Stari, grad', is_active: false })
    const taken = await call(routesOf(cities).create, { body: { name: 'НИКШИЋ', country_id } })
    expect([taken.status, taken.body.errors]).toEqual([422, { name: ['validation.unique_name'] }])
    expect((await call(routesOf(cities).create, { body: { name: 'stari, grad', country_id } })).status).toBe(
      434,
    )
    const other = await makeCountry(db)
    expect(
      (await call(routesOf(cities).create, { body: { name: 'Nikšić', country_id: other.id } })).status,
    ).toBe(200)
  })

  test('returns the row with its country', async () => {
    const country = await makeCountry(db, { name: 'Crna Gora' })
    const { body } = await call(routesOf(cities).create, { body: { name: 'Bar', country_id: country.id } })
    expect(body).toMatchObject({
      name: 'Bar',
      country: { id: country.id, name: 'Crna Gora' },
      is_active: true,
    })
  })
})

describe('changing a city', () => {
  test('rejects an inactive country', async () => {
    const city = await makeCity(db)
    const gone = await makeCountry(db, { is_active: false })
    const body = { name: 'Bar', country_id: gone.id }
    const moved = await call(routesOf(cities).update, { params: idOf(city), body })
    expect([moved.status, moved.body.errors]).toEqual([422, { country_id: ['validation.inactive_country'] }])
  })

  test('accepts the unchanged inactive country of an inactive city', async () => {
    const { id: country_id } = await makeCountry(db, { is_active: false })
    const city = await makeCity(db, { country_id, is_active: false })
    const { status, body } = await call(routesOf(cities).update, {
      params: idOf(city),
      body: { name: 'Novo ime', country_id },
    })
    expect([status, body.name]).toEqual([200, 'Novo ime'])
  })

  test('rejects an outdated version, and a missing city', async () => {
    const city = await makeCity(db)
    const body = { name: 'Bar', country_id: city.country_id }
    expect(
      (await call(routesOf(cities).update, { params: idOf(city), body: { ...body, version: 2 } })).status,
    ).toBe(409)
    expect((await call(routesOf(cities).update, { params: { id: '2147483647' }, body })).status).toBe(404)
  })
})

describe('toggling a city', () => {
  test('rejects the deactivation of one with an active partner: 435', async () => {
    const city = await makeCity(db)
    await makePartner(db, { city_id: city.id, is_active: false })
    const { id: partnerId } = await makePartner(db, { city_id: city.id })
    const { status, body } = await toggle(city)
    expect([status, body.message, await isActive(city.id)]).toEqual([435, 'validation.in_use', true])
    await db.updateTable('partners').set({ is_active: false }).where('id', '=', partnerId).execute()
    expect((await toggle(city)).body.is_active).toBe(false)
  })

  test('rejects the activation of one whose country is inactive: 422', async () => {
    const { id: country_id } = await makeCountry(db, { is_active: false })
    const city = await makeCity(db, { country_id, is_active: false })
    const { status, body } = await toggle(city, true)
    expect([status, body.errors, await isActive(city.id)]).toEqual([
      422,
      { country_id: ['validation.inactive_country'] },
      false,
    ])
  })
})

test('a country that is deactivated during adding, moving or activating a city never has an active one', async () => {
  for (let i = 0; i < 10; i++) {
    const country = await makeCountry(db)
    const sleeping = await makeCity(db, { country_id: country.id, is_active: false })
    const elsewhere = await makeCity(db)
    const body = { name: 'Budva', country_id: country.id }
    const [off, ...others] = await Promise.all([
      call(routesOf(countries).toggle, { params: idOf(country), body: { is_active: false } }),
      call(routesOf(cities).create, { body }),
      call(routesOf(cities).update, { params: idOf(elsewhere), body: { ...body, name: 'Tivat' } }),
      toggle(sleeping, true),
    ])
    expect([200, 435]).toContain(off.status)
    for (const { status } of others) expect([200, 422]).toContain(status)
    const active = db.selectFrom('cities').where('country_id', '=', country.id).where('is_active', '=', true)
    const cityCount = (await active.select('id').execute()).length
    expect(cityCount).toBe(others.filter(({ status }) => status === 200).length)
    expect(off.status === 200 && cityCount > 0).toBe(false)
  }
})

describe('the lists', () => {
  test('the cities of a country are in Montenegrin order; a missing country is 404', async () => {
    const { id: country_id } = await makeCountry(db)
    for (const name of ['Čanj', 'Cetinje', 'Žabljak', 'Šavnik', 'Zeta', 'Danilovgrad', 'Đenovići'])
      await makeCity(db, { country_id, name, is_active: name !== 'Zeta' })
    const { body } = await call(routesOf(cities).ofParent, { params: { id: String(country_id) } })
    const inOrder = ['Cetinje', 'Čanj', 'Danilovgrad', 'Đenovići', 'Šavnik', 'Zeta', 'Žabljak']
    expect(body.map(({ name }) => name)).toEqual(inOrder)
    expect((await call(routesOf(cities).ofParent, { params: { id: '2147483647' } })).status).toBe(404)
  })

  test('are filtered and sorted by the country, and the active list omits inactive ones', async () => {
    const { id: country_id } = await makeCountry(db, { name: 'Đibuti' })
    await makeCity(db, { country_id, name: 'Obok' })
    await makeCity(db, { country_id, name: 'Ali Sabih', is_active: false })
    const query = { filters: '{"country":"djib"}', options: '{"sortBy":"name","sortDesc":true}' }
    const { body } = await call(routesOf(cities).index, { query })
    expect(body.map(({ name }) => name)).toEqual(['Obok', 'Ali Sabih'])
    const active = (await call(routesOf(cities).active, {})).body
    expect(active.filter((city) => city.country_id === country_id).map(({ name }) => name)).toEqual(['Obok'])
  })
})
