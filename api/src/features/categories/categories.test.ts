import { routesOf } from '@kontor/contract/lib/resources/routes'
import { categories } from '@kontor/contract/resources/categories'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { makeCategory, makePartner } from '../../../test/make.ts'

const { db, call } = await startApp()

const idOf = ({ id }: { id: number }) => ({ id: String(id) })

describe('adding a category', () => {
  test('rejects a name of one visible character', async () => {
    const { status, body } = await call(routesOf(categories).create, { body: { name: ' \u200bX ' } })
    expect([status, body.errors]).toEqual([422, { name: ['validation.category_name'] }])
  })

  test('rejects a duplicate name in any case, diacritics or script: 422, or 434 for an inactive duplicate', async () => {
    await makeCategory(db, { name: 'Đubriva' })
    await makeCategory(db, { name: 'Ulja', is_active: false })
    const taken = await call(routesOf(categories).create, { body: { name: 'DJUBRIVA' } })
    expect([taken.status, taken.body.errors]).toEqual([422, { name: ['validation.unique_name'] }])
    expect((await call(routesOf(categories).create, { body: { name: 'уља' } })).status).toBe(434)
  })

  test('twice at the same moment adds one', async () => {
    const answers = await Promise.all(
      [1, 2].map(() => call(routesOf(categories).create, { body: { name: 'Alati' } })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  })
})

describe('changing a category', () => {
  test('rejects the name of another: 422, also of an inactive one', async () => {
    await makeCategory(db, { name: 'Akumulatori', is_active: false })
    const category = await makeCategory(db)
    const { status } = await call(routesOf(categories).update, {
      params: idOf(category),
      body: { name: 'akumulatori' },
    })
    expect(status).toBe(422)
  })

  test('rejects an outdated version; the case of its own name may change', async () => {
    const category = await makeCategory(db, { name: 'gume' })
    const params = idOf(category)
    expect(
      (await call(routesOf(categories).update, { params, body: { name: 'Gume', version: 1 } })).body.name,
    ).toBe('Gume')
    const late = await call(routesOf(categories).update, { params, body: { name: 'GUME', version: 1 } })
    expect([late.status, late.body.current]).toMatchObject([409, { name: 'Gume', version: 2 }])
  })
})

describe('toggling a category', () => {
  test('rejects the deactivation of one with an active partner: 435; inactive partners do not count', async () => {
    const category = await makeCategory(db)
    const { id: partner_id } = await makePartner(db)
    await db.insertInto('partner_categories').values({ partner_id, category_id: category.id }).execute()
    const toggle = () => call(routesOf(categories).toggle, { params: idOf(category), body: null })
    const { status, body } = await toggle()
    expect([status, body.message]).toEqual([435, 'validation.in_use'])
    expect((await call(routesOf(categories).one, { params: idOf(category) })).body.is_active).toBe(true)
    await db.updateTable('partners').set({ is_active: false }).where('id', '=', partner_id).execute()
    expect((await toggle()).body.is_active).toBe(false)
    expect((await toggle()).body.is_active).toBe(true)
  })
})

test('the list is filtered, sorted and returned whole, active ones separately', async () => {
  await makeCategory(db, { name: 'Šrafovi' })
  await makeCategory(db, { name: 'Šrafciger', is_active: false })
  const query = { filters: '{"search":"sraf"}', options: '{"sortBy":["name"],"sortDesc":[true]}' }
  const names = (list: { name: string }[]) =>
    list.map(({ name }) => name).filter((name) => name.startsWith('Šraf'))
  expect(names((await call(routesOf(categories).index, { query })).body)).toEqual(['Šrafovi', 'Šrafciger'])
  expect(names((await call(routesOf(categories).active, {})).body)).toEqual(['Šrafovi'])
  expect((await call(routesOf(categories).index, { query: { filters: '{"password":"a"}' } })).status).toBe(
    422,
  )
})
