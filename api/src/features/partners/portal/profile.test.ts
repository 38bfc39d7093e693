import { figureNames } from '@kontor/contract/partners'
import { portalPartners } from '@kontor/contract/partners/portal'
import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { makeCategory, makeCity, makePartner } from '../../../../test/make.ts'

const { db, call, makeCustomer } = await startApp()

test('a partner reads only its own data and debts', async () => {
  const city = await makeCity(db)
  const category = await makeCategory(db)
  const { partner: own, token } = await makeCustomer({
    name: 'Autogume Ćetković',
    phone: '+382 67 111 222',
    city_id: city.id,
    debt: '1234.500',
    bonus: '5',
    bonus_percent: true,
    category_ids: [category.id],
  })
  const other = await makePartner(db, { debt: '9' })
  const { status, body } = await call(portalPartners.profile, {}, token)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    id: own.id,
    name: 'Autogume Ćetković',
    phone: '+382 67 111 222',
    haynes_pro_username: null,
    city: { id: city.id, name: city.name },
    categories: [{ id: category.id, name: category.name }],
    debt: '1234.500',
    bonus: '5%',
    payment: '0.000',
  })
  expect(Object.keys(body)).toEqual(expect.arrayContaining([...figureNames]))
  expect(Object.keys(body)).not.toContain('version')
  const { figures_at } = body
  await db.updateTable('partners').set({ phone: '+382 67 333 444' }).where('id', '=', own.id).execute()
  const later = (await call(portalPartners.profile, {}, token)).body
  expect([later.phone, later.figures_at]).toEqual(['+382 67 333 444', figures_at])
  await db.updateTable('partners').set({ debt: '1200' }).where('id', '=', own.id).execute()
  const paid = (await call(portalPartners.profile, {}, token)).body
  expect(Date.parse(paid.figures_at)).toBeGreaterThan(Date.parse(figures_at))
  const otherProfile = { ...portalPartners.profile, path: `/api/app/profile/${other.id}` } as const
  expect((await call(otherProfile, {}, token)).status).toBe(404)
})
