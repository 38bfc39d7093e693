import { routesOf } from '@kontor/contract/lib/resources/routes'
import { cities } from '@kontor/contract/resources/cities'
import { countries } from '@kontor/contract/resources/countries'
import { describe, expect, test } from 'vitest'
import { idOf, startApp } from '../../../test/app.ts'
import { makeCity, makeCountry, makePartner, UNKNOWN_ID } from '../../../test/make.ts'

const { db, call } = await startApp()

const toggle = (city: { id: number }, is_active?: boolean) =>
  call(routesOf(cities).toggle, { params: idOf(city), body: is_active === undefined ? null : { is_active } })
const isActive = async (id: number) =>
  (await db.selectFrom('cities').select('is_active').where('id', '=', id).executeTakeFirstOrThrow()).is_active

test('a city moves to no inactive country, and is changed in the inactive one that it has', async () => {
  const gone = await makeCountry(db, { is_active: false })
  const change = (city: { id: number }) =>
    call(routesOf(cities).update, { params: idOf(city), body: { name: 'Bar', country_id: gone.id } })
  const moved = await change(await makeCity(db))
  expect([moved.status, moved.body.errors]).toEqual([422, { country_id: ['validation.inactive_country'] }])
  const { status, body } = await change(await makeCity(db, { country_id: gone.id, is_active: false }))
  expect([status, body.name]).toEqual([200, 'Bar'])
})

test('a name is taken within its country only, whatever its case and script', async () => {
  const { country_id } = await makeCity(db, { name: 'Nikšić' })
  const add = (id: number) => call(routesOf(cities).create, { body: { name: 'НИКШИЋ', country_id: id } })
  expect((await add(country_id)).body.errors).toEqual({ name: ['validation.unique_name'] })
  expect((await add((await makeCountry(db)).id)).status).toBe(200)
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

test('the cities of a country are in Montenegrin order', async () => {
  const { id: country_id } = await makeCountry(db)
  for (const name of ['Čanj', 'Cetinje', 'Žabljak', 'Šavnik', 'Zeta', 'Danilovgrad', 'Đenovići'])
    await makeCity(db, { country_id, name, is_active: name !== 'Zeta' })
  const { body } = await call(routesOf(cities).ofParent, { params: { id: String(country_id) } })
  const inOrder = ['Cetinje', 'Čanj', 'Danilovgrad', 'Đenovići', 'Šavnik', 'Zeta', 'Žabljak']
  expect(body.map(({ name }) => name)).toEqual(inOrder)
  expect((await call(routesOf(cities).ofParent, { params: { id: String(UNKNOWN_ID) } })).status).toBe(404)
})
