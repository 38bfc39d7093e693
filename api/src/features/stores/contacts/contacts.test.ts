import { history } from '@kontor/contract/history'
import { storeContacts } from '@kontor/contract/stores'
import { describe, expect, test } from 'vitest'
import { idOf, startApp } from '../../../../test/app.ts'
import { makeStore, makeStoreContact, UNKNOWN_ID } from '../../../../test/make.ts'

const { db, call } = await startApp()

const stored = (id: number) =>
  db.selectFrom('store_contacts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('adding a contact', () => {
  test('rejects a phone of one character and a missing store', async () => {
    const short = await call(storeContacts.create, { body: { store_id: 0, phone: '5' } })
    expect([short.status, short.body.errors]).toEqual([
      422,
      { store_id: ['validation.id'], phone: ['validation.contact_phone'] },
    ])
    const nowhere = await call(storeContacts.create, { body: { store_id: UNKNOWN_ID, phone: '020 123' } })
    expect([nowhere.status, nowhere.body.errors]).toEqual([422, { store_id: ['validation.not_found'] }])
  })

  test('returns the row', async () => {
    const { id: store_id } = await makeStore(db)
    const { body } = await call(storeContacts.create, { body: { store_id, phone: ' +382 20 123 456 ' } })
    expect(body).toMatchObject({ store_id, phone: '+382 20 123 456', is_active: true, version: 1 })
  })
})

describe("another store's contact", () => {
  test('is not changed: 404', async () => {
    const contact = await makeStoreContact(db)
    const other = await makeStore(db)
    const body = { store_id: other.id, phone: '069 111 222' }
    expect((await call(storeContacts.update, { params: idOf(contact), body })).status).toBe(404)
    expect(await stored(contact.id)).toEqual(contact)
  })

  test('is not toggled: 404; its own store may', async () => {
    const contact = await makeStoreContact(db)
    const other = await makeStore(db)
    const params = { ...idOf(other), contact_id: String(contact.id) }
    expect((await call(storeContacts.toggleOfStore, { params, body: null })).status).toBe(404)
    expect(await stored(contact.id)).toEqual(contact)
    const own = { id: String(contact.store_id), contact_id: String(contact.id) }
    expect((await call(storeContacts.toggleOfStore, { params: own, body: null })).body.is_active).toBe(false)
  })
})

describe('changing a contact', () => {
  test('returns 404 for a missing contact', async () => {
    const nobody = { params: { id: String(UNKNOWN_ID) }, body: null }
    expect((await call(storeContacts.activateDeactivate, nobody)).status).toBe(404)
  })

  test('changes its phone, and a toggle its state', async () => {
    const contact = await makeStoreContact(db)
    const body = { phone: '069 111 222', version: 1 }
    expect((await call(storeContacts.update, { params: idOf(contact), body })).body).toMatchObject({
      phone: '069 111 222',
      store_id: contact.store_id,
      version: 2,
    })
    const byBody = await call(storeContacts.updateByBody, { body: { id: contact.id, phone: '069 333' } })
    expect(byBody.body).toMatchObject({ id: contact.id, phone: '069 333', version: 3 })
    const off = await call(storeContacts.activateDeactivate, {
      params: idOf(contact),
      body: { is_active: false },
    })
    expect(off.body.is_active).toBe(false)
    const store = async () =>
      db.selectFrom('stores').select('version').where('id', '=', contact.store_id).executeTakeFirstOrThrow()
    const before = await store()
    await call(storeContacts.activateDeactivate, { params: idOf(contact), body: { is_active: false } })
    expect(await store()).toEqual(before)
  })
})

test('a change of a contact is in the history of its store, and in no other', async () => {
  const contact = await makeStoreContact(db)
  await call(storeContacts.update, { params: idOf(contact), body: { phone: '069 333 444' } })
  const other = await makeStore(db)
  await makeStoreContact(db, { store_id: other.id })
  const historyOf = async (id: number) =>
    (await call(history.ofRecord, { params: { table: 'stores', id: String(id) }, query: {} })).body.result
  const { phone, store_id } = contact
  expect((await historyOf(store_id)).map(({ table, values }) => [table, values])).toContainEqual([
    'store_contacts',
    [{ column: 'phone', before: phone, after: '069 333 444' }],
  ])
  expect(
    (await historyOf(other.id)).filter(({ values }) => JSON.stringify(values).includes('069 333')),
  ).toEqual([])
})

describe('the contacts of a store', () => {
  test('return 404 by path for a missing store', async () => {
    expect((await call(storeContacts.ofStore, { params: { id: String(UNKNOWN_ID) } })).status).toBe(404)
  })

  test('are of this store only, last changed first, by path and by query', async () => {
    const { id: store_id } = await makeStore(db)
    const first = await makeStoreContact(db, { store_id, phone: '020 111' })
    await makeStoreContact(db, { store_id, phone: '020 222' })
    await makeStoreContact(db)
    await call(storeContacts.activateDeactivate, { params: idOf(first), body: null })
    const byPath = (await call(storeContacts.ofStore, { params: { id: String(store_id) } })).body
    expect(byPath.map(({ phone }) => phone)).toEqual(['020 111', '020 222'])
    const byQuery = await call(storeContacts.index, { query: { store_id: String(store_id) } })
    expect(byQuery.body).toEqual(byPath)
    const filters = JSON.stringify({ is_active: 'true' })
    const active = await call(storeContacts.index, { query: { store_id: String(store_id), filters } })
    expect(active.body.map(({ phone }) => phone)).toEqual(['020 222'])
    const all = (await call(storeContacts.index, { query: {} })).body
    expect(all.length).toBeGreaterThan(byPath.length)
  })
})
