import { routesOf } from '@kontor/contract/lib/resources/routes'
import { categories } from '@kontor/contract/resources/categories'
import { describe, expect, test } from 'vitest'
import { idOf, startApp } from '../../../test/app.ts'
import { makeCategory, makePartner } from '../../../test/make.ts'

const { db, call } = await startApp()

describe('adding a category', () => {
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

  test('accepts its own name in another case', async () => {
    const params = idOf(await makeCategory(db, { name: 'gume' }))
    expect((await call(routesOf(categories).update, { params, body: { name: 'Gume' } })).body.name).toBe(
      'Gume',
    )
  })
})

describe('toggling a category', () => {
  test('rejects the deactivation of one with an active partner: 435; inactive partners do not count', async () => {
    const category = await makeCategory(db)
    const { id: partner_id } = await makePartner(db, { category_ids: [category.id] })
    const toggle = () => call(routesOf(categories).toggle, { params: idOf(category), body: null })
    const { status, body } = await toggle()
    expect([status, body.message]).toEqual([435, 'validation.in_use'])
    expect((await call(routesOf(categories).one, { params: idOf(category) })).body.is_active).toBe(true)
    await db.updateTable('partners').set({ is_active: false }).where('id', '=', partner_id).execute()
    expect((await toggle()).body.is_active).toBe(false)
    expect((await toggle()).body.is_active).toBe(true)
  })
})
