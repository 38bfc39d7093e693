import { home } from '@kontor/contract/home'
import type { Reply } from '@kontor/contract/kit/api/route'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import {
  makeCategory,
  makeCity,
  makeDevice,
  makePartner,
  makeProduct,
  makeSlider,
  makeStore,
  makeUser,
} from '../../../test/make.ts'

const { db, call } = await startApp()

test('the figures count active records, partners also inactive ones, users by their audience', async () => {
  const before = (await call(home.figures, {})).body as Required<Reply<typeof home.figures>>
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
  const { id: category_id } = await makeCategory(db)
  const city = await makeCity(db)
  await makeStore(db, { city_id: city.id })
  await makeStore(db, { city_id: city.id, is_active: false })
  const { user_id } = await makeDevice(db)
  const { partner_id } = await db
    .selectFrom('users')
    .select('partner_id')
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  const message = { message_content: 'Poruka', user_id, partner_id: partner_id ?? 0 }
  for (const [type, is_active] of [
    [1, true],
    [3, true],
    [3, false],
  ] as const)
    await db
      .insertInto('customer_support')
      .values({ ...message, type, is_active })
      .execute()
  await makeSlider(db, { category_id })
  await makeSlider(db, { category_id, is_visible: false })
  await makeSlider(db, { category_id, is_active: false })
  const { body } = await call(home.figures, {})
  expect(body).toEqual({
    ...before,
    sliders: { visible: before.sliders.visible + 1, hidden: before.sliders.hidden + 1 },
    products: { active: before.products.active + 2, out_of_stock: before.products.out_of_stock + 1 },
    partners: { active: before.partners.active + 3, inactive: before.partners.inactive + 2 },
    users: { staff: before.users.staff + 1, partners: before.users.partners + 2 },
    notifications: { recent: 0, devices: before.notifications.devices + 1 },
    support: { open: before.support.open + 2, complaints: before.support.complaints + 1 },
    categories: before.categories + 1,
    cities: before.cities + 1,
    countries: before.countries + 1,
    stores: before.stores + 1,
  })
})
