import { home } from '@kontor/contract/home'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { makeCategory, makeCity, makePartner, makeProduct, makeUser } from '../../../test/make.ts'

const { db, call } = await startApp()

test('the figures count active records, partners also inactive ones, users by their audience', async () => {
  const { body: before } = await call(home.figures, {})
  await makeProduct(db)
  await makeProduct(db, { quantity: 0 })
  await makeProduct(db, { quantity: 0, is_active: false })
  await makePartner(db)
  await makePartner(db, { is_active: false })
  await makePartner(db, { is_active: false })
  await makeUser(db)
  await makeUser(db, { is_active: false })
  await makeUser(db, { partner_id: (await makePartner(db)).id })
  await makeCategory(db, { is_active: false })
  await makeCategory(db)
  await makeCity(db)
  const { body } = await call(home.figures, {})
  expect(body).toEqual({
    products: { active: before.products.active + 2, out_of_stock: before.products.out_of_stock + 1 },
    partners: { active: before.partners.active + 2, inactive: before.partners.inactive + 2 },
    users: { staff: before.users.staff + 1, partners: before.users.partners + 1 },
    categories: before.categories + 1,
    cities: before.cities + 1,
    countries: before.countries + 1,
  })
})
