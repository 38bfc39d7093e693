import { partners } from '@kontor/contract/partners'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { makeCategory, makeCity, makePartner } from '../../../test/make.ts'

const { db, call, partnerUser } = await startApp()

test('A20 no list of partners holds figures, users or passwords', async () => {
  await makePartner(db, { debt: '1234.5' })
  for (const route of [partners.all, partners.active]) {
    const text = (await call(route, {})).bytes.toString()
    expect(text).not.toMatch(/password|hash|username|debt|bonus|1234/)
  }
})

test('one partner is answered as the lists show it, with its city and its categories in order; nobody is 404', async () => {
  const city = await makeCity(db, { name: 'Žabljak' })
  const { id } = await makePartner(db, { name: 'Gume Đurović', city_id: city.id })
  for (const name of ['Šlauferi', 'Čepovi', 'Vijci']) {
    const category = await makeCategory(db, { name })
    await db.insertInto('partner_categories').values({ partner_id: id, category_id: category.id }).execute()
  }
  const { body } = await call(partners.one, { params: { id: String(id) } })
  expect(body).toMatchObject({
    id,
    name: 'Gume Đurović',
    city: 'Žabljak',
    category_names: 'Čepovi, Šlauferi, Vijci',
  })
  expect((await call(partners.all, {})).body.find((partner) => partner.id === id)).toEqual(body)
  expect((await call(partners.one, { params: { id: '2147483647' } })).status).toBe(404)
})

test('all partners come by their number, the active ones without the others', async () => {
  const { id } = await makePartner(db, { is_active: false })
  const all = (await call(partners.all, {})).body.map((partner) => partner.id)
  expect(all).toEqual(all.toSorted((a, b) => a - b))
  expect(all).toContain(id)
  const active = (await call(partners.active, {})).body
  expect(active.map((partner) => partner.id)).toEqual(all.filter((one) => one !== id))
  expect(active.map((partner) => partner.id)).toContain(partnerUser.partner_id)
})
