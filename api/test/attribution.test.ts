import type { Route } from '@kontor/contract/lib/http/route'
import { expect, test } from 'vitest'
import { requestOf, startApp } from './app.ts'
import { contractRoutes } from './contract-routes.ts'
import {
  makeCategory,
  makeCity,
  makeCountry,
  makePartner,
  makePicture,
  makeProduct,
  makeStore,
  makeStoreContact,
  makeUser,
} from './make.ts'
import { sampleOf } from './samples.ts'

// Generated from the contract, so that every new route that changes something is tested.

const { db, inject, signIn, staff } = await startApp()
let count = 0

test('every route records its caller as the user of all changes', async () => {
  const city = await makeCity(db)
  const country = await makeCountry(db)
  const category = await makeCategory(db)
  const product = await makeProduct(db)
  const store = await makeStore(db)
  const contact = await makeStoreContact(db)
  const partner = await makePartner(db)
  await makeUser(db, { partner_id: partner.id, username: 'proba-partner' })
  const asPartner = await signIn('proba-partner')
  const records: Record<string, { id: number }> = { countries: country, cities: city, categories: category }
  Object.assign(records, { products: product, stores: store, storeContacts: contact, partners: partner })
  Object.assign(records, { users: await makeUser(db) })
  const known = {
    city_id: city.id,
    country_id: country.id,
    product_id: product.id,
    store_id: store.id,
    name: 'Proba',
    username: 'proba',
    categories: [category.id],
    partner_id: null,
  }

  async function change(name: string, route: Route) {
    const id = records[name.split('.')[0] ?? '']?.id ?? 1
    count += 1
    const fresh = {
      name: `Proba ${count}`,
      username: `proba${count}`,
      erp_code: `P-${count}`,
      id: route.path.includes(':id') ? id : id + 70_000,
    }
    const input = { ...known, ...fresh, ...(route.form ? { categories: `[${category.id}]` } : {}) }
    const filled = (sample: unknown) =>
      Object.fromEntries(
        Object.entries(sample ?? {}).map(([key, value]) => [
          key,
          key in input ? Reflect.get(input, key) : value,
        ]),
      )
    const request = await requestOf(
      route,
      {
        params: { id, contact_id: contact.id },
        ...(route.body ? { body: filled(sampleOf(route.body)) } : {}),
        ...(route.form ? { form: filled(sampleOf(route.form)) } : {}),
        ...(route.files ? { files: { image: await makePicture() } } : {}),
      },
      route.audience === 'partner' ? asPartner : staff,
    )
    const { status } = await inject({
      ...request,
      headers: { ...request.headers, 'idempotency-key': `proba-${count}` },
    })
    expect(status, name).toBeLessThan(500)
    return status
  }

  const before = await db.selectFrom('history').select('id').execute()
  const seen = new Set<string>()
  for (const { name, route } of await contractRoutes()) {
    if (route.method === 'GET' || route.audience === 'public' || /logout|sessions/.test(route.path)) continue
    if ((await change(name, route)) === 200) seen.add(name)
    // A deactivated record is reactivated, so that later calls can refer to it.
    if (name.endsWith('.toggle')) await change(name, route)
  }
  const added = (await db.selectFrom('history').selectAll().orderBy('id').execute()).slice(before.length)
  expect(added.filter(({ user_id }) => user_id === null)).toEqual([])
  expect(new Set(added.map(({ table_name }) => table_name)).size).toBeGreaterThan(7)
  for (const call of ['create', 'update', 'toggle']) expect(seen).toContain(`products.${call}`)
})
