import { routesOf } from '@kontor/contract/lib/resources/routes'
import { cities } from '@kontor/contract/resources/cities'
import { stores } from '@kontor/contract/stores'
import { describe, expect, test } from 'vitest'
import { idOf, startApp } from '../../../test/app.ts'
import { makeCity, makeStore, UNKNOWN_ID } from '../../../test/make.ts'

const { db, call } = await startApp()

const fieldsIn = (city_id: number) => ({
  name: 'Auto gume Bar',
  address: 'Bulevar revolucije 4',
  city_id,
  latitude: '42.093512',
  longitude: '19.0965',
})
const stored = (id: number) =>
  db.selectFrom('stores').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('adding a store', () => {
  test('rejects all invalid fields at once', async () => {
    const body = { name: ' a', address: '\u200bx', city_id: 0, latitude: '91', longitude: '' }
    const { status, body: answer } = await call(stores.create, { body })
    expect([status, answer.errors]).toEqual([
      422,
      {
        name: ['validation.store_name'],
        address: ['validation.store_address'],
        city_id: ['validation.id'],
        latitude: ['validation.latitude'],
        longitude: ['validation.field'],
      },
    ])
  })

  test('reports a missing city', async () => {
    const body = { name: 'Bar', address: 'Ulica 1', latitude: '42', longitude: '19' }
    for (const city of [{}, { city_id: null }]) {
      const answer = await call(stores.create, { body: { ...body, ...city } as never })
      expect(answer.body.errors).toMatchObject({ city_id: ['validation.field'] })
    }
  })

  test.each(['91', '-90.000001', '42.1234567', '42° 26′'])('rejects %j as a latitude', async (latitude) => {
    const { id } = await makeCity(db)
    const { status, body } = await call(stores.create, { body: { ...fieldsIn(id), latitude } })
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['latitude']])
  })

  test('rejects a longitude beyond 180 degrees and accepts the limits, with comma or point', async () => {
    const { id } = await makeCity(db)
    for (const longitude of ['180.000001', '-181']) {
      const { body } = await call(stores.create, { body: { ...fieldsIn(id), longitude } })
      expect(body.errors).toEqual({ longitude: ['validation.longitude'] })
    }
    const edges = { ...fieldsIn(id), latitude: '-90', longitude: '180' }
    expect((await call(stores.create, { body: edges })).status).toBe(200)
    const typed = { ...fieldsIn(id), latitude: '42,093512', longitude: -0 }
    const { body } = await call(stores.create, { body: typed })
    expect([body.latitude, Number(body.longitude)]).toEqual(['42.093512', 0])
  })

  test('rejects a missing or inactive city', async () => {
    const missing = await call(stores.create, { body: fieldsIn(UNKNOWN_ID) })
    expect([missing.status, missing.body.errors]).toEqual([422, { city_id: ['validation.not_found'] }])
    const { id } = await makeCity(db, { is_active: false })
    const inactive = await call(stores.create, { body: fieldsIn(id) })
    expect([inactive.status, inactive.body.errors]).toEqual([422, { city_id: ['validation.inactive_city'] }])
  })

  test('returns the row with its city', async () => {
    const city = await makeCity(db, { name: 'Bar' })
    const { body } = await call(stores.create, { body: fieldsIn(city.id) })
    expect(body).toMatchObject({ ...fieldsIn(city.id), longitude: '19.096500', is_active: true })
    expect(body.city).toEqual({ id: city.id, name: 'Bar' })
  })
})

describe('changing a store', () => {
  test('rejects a new inactive city, and accepts an unchanged one', async () => {
    const gone = await makeCity(db, { is_active: false })
    const store = await makeStore(db)
    const moved = await call(stores.update, { params: idOf(store), body: fieldsIn(gone.id) })
    expect([moved.status, moved.body.errors]).toEqual([422, { city_id: ['validation.inactive_city'] }])
    const there = await makeStore(db, { city_id: gone.id, is_active: false })
    expect((await call(stores.update, { params: idOf(there), body: fieldsIn(gone.id) })).status).toBe(200)
  })

  test('reads the id from the path or from the body', async () => {
    const store = await makeStore(db)
    await call(stores.update, { params: idOf(store), body: { ...fieldsIn(store.city_id), name: 'Prvo' } })
    expect((await stored(store.id)).name).toBe('Prvo')
    const body = { ...fieldsIn(store.city_id), id: store.id, name: 'Drugo' }
    expect((await call(stores.updateByBody, { body })).body.name).toBe('Drugo')
    expect((await call(stores.updateByBody, { body: { ...body, id: UNKNOWN_ID } })).status).toBe(404)
  })
})

describe('toggling', () => {
  test('rejects the activation of a store whose city is inactive: 422', async () => {
    const { id: city_id } = await makeCity(db, { is_active: false })
    const store = await makeStore(db, { city_id, is_active: false })
    const { status, body } = await call(stores.toggle, { params: idOf(store), body: { is_active: true } })
    expect([status, body.errors]).toEqual([422, { city_id: ['validation.inactive_city'] }])
    expect((await stored(store.id)).is_active).toBe(false)
  })

  test('works by every route, and is repeatable with a state', async () => {
    const store = await makeStore(db)
    const off = await call(stores.activateDeactivate, { params: idOf(store), body: null })
    expect([off.status, off.body.is_active]).toEqual([200, false])
    expect((await call(stores.toggle, { params: idOf(store), body: null })).body.is_active).toBe(true)
    for (const route of [stores.activateDeactivateByBody, stores.activateDeactivateByBodyPost]) {
      expect((await call(route, { body: { id: UNKNOWN_ID } })).status).toBe(404)
      expect((await call(route, { body: { id: store.id, is_active: false } })).body.is_active).toBe(false)
      expect((await call(route, { body: { id: store.id } })).body.is_active).toBe(true)
    }
    const twice = { id: store.id, is_active: true }
    const post = await call(stores.activateDeactivatePost, { params: idOf(store), body: twice })
    expect(post.body.is_active).toBe(true)
    for (let i = 0; i < 2; i++) {
      const body = { is_active: false }
      expect((await call(stores.activateDeactivate, { params: idOf(store), body })).body.is_active).toBe(
        false,
      )
    }
  })

  test('a city with an active store cannot be deactivated: 435', async () => {
    const city = await makeCity(db)
    const store = await makeStore(db, { city_id: city.id })
    const refused = await call(routesOf(cities).toggle, { params: idOf(city), body: null })
    expect([refused.status, refused.body.message]).toEqual([435, 'validation.in_use'])
    await call(stores.toggle, { params: idOf(store), body: null })
    expect((await call(routesOf(cities).toggle, { params: idOf(city), body: null })).body.is_active).toBe(
      false,
    )
  })

  test('a city that is deactivated during the activation of a store never has an active one', async () => {
    for (let i = 0; i < 10; i++) {
      const city = await makeCity(db)
      const [off, added] = await Promise.all([
        call(routesOf(cities).toggle, { params: idOf(city), body: { is_active: false } }),
        call(stores.create, { body: fieldsIn(city.id) }),
      ])
      expect([off.status, added.status]).toEqual(added.status === 200 ? [435, 200] : [200, 422])
    }
  })
})

describe('the list', () => {
  test('is filtered by address and city, and sorted by name in Montenegrin order', async () => {
    const { id: city_id } = await makeCity(db, { name: 'Žabljak' })
    for (const name of ['Šine', 'Čamac', 'Cipele'])
      await makeStore(db, { city_id, name, address: 'Njegoševa 1' })
    const found = async (filters: object) =>
      (await call(stores.index, { query: { filters: JSON.stringify(filters) } })).body.map(({ name }) => name)
    expect(await found({ city: 'zablj', address: 'njegos' })).toEqual(['Cipele', 'Čamac', 'Šine'])
    expect(await found({ search: 'zabljak cam' })).toEqual(['Čamac'])
  })

  test('is exported, and the active list omits closed stores', async () => {
    const store = await makeStore(db, { is_active: false })
    const query = { report_data: JSON.stringify({ name: 'Prodavnice', format: 'xlsx' }) }
    const file = await call(stores.index, { query })
    expect(file.headers['content-type']).toMatch(/spreadsheet/)
    expect((await call(stores.active, {})).body.some(({ id }) => id === store.id)).toBe(false)
  })
})
