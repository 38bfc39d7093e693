import { portalStores } from '@kontor/contract/stores/portal'
import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { makeCity, makeStore, makeStoreContact } from '../../../../test/make.ts'

const { db, call, partner } = await startApp()

test('partners see the active stores by name, each with its active contacts', async () => {
  const { id: city_id, name } = await makeCity(db)
  const shop = await makeStore(db, { city_id, name: 'Žabljak', address: 'Narodnih heroja 3' })
  await makeStore(db, { city_id, name: 'Bar' })
  await makeStore(db, { city_id, name: 'Zatvorena', is_active: false })
  await makeStoreContact(db, { store_id: shop.id, phone: '+382 52 111' })
  await makeStoreContact(db, { store_id: shop.id, phone: '+382 52 222' })
  await makeStoreContact(db, { store_id: shop.id, phone: '+382 52 333', is_active: false })
  const { status, body } = await call(portalStores.index, {}, partner)
  expect(status).toBe(200)
  expect(body.map(({ name, phones }) => [name, phones])).toEqual([
    ['Bar', []],
    ['Žabljak', ['+382 52 111', '+382 52 222']],
  ])
  expect(body[1]).toMatchObject({
    address: 'Narodnih heroja 3',
    city: { id: city_id, name },
    latitude: '42.440000',
    longitude: '19.260000',
  })
})
