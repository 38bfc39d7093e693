import { storeContacts, stores } from '@kontor/contract/stores'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { makeCity, makeStore, makeStoreContact } from '../../../test/make.ts'
import { sheetFile } from '../../../test/odd-files.ts'
import { readRows } from '../../../test/sheets.ts'

const { db, call, tokenOf } = await startApp()
const HEADER = ['Naziv', 'Adresa', 'Grad', 'Geografska širina', 'Geografska dužina', 'Telefoni', 'Aktivna']
const bar = await makeCity(db, { name: 'Bar' })
await makeCity(db, { name: 'Budva', is_active: false })

const send = (rows: unknown[][], header: readonly unknown[] = HEADER) =>
  call(stores.import, {
    form: {},
    files: { file: sheetFile([[...header], ...rows], 'prodavnice.xlsx') },
  })
const storedRows = async () => ({
  stores: await db
    .selectFrom('stores')
    .select(['id', 'name', 'address', 'city_id', 'latitude', 'longitude', 'is_active'])
    .orderBy('id')
    .execute(),
  phones: await db
    .selectFrom('store_contacts')
    .select(['store_id', 'phone', 'is_active'])
    .where('is_active', '=', true)
    .orderBy('id')
    .execute(),
})
const undo = async () => {
  const { last } = (await call(stores.importStatus, {})).body
  return call(stores.undoImport, { body: { id: last?.id ?? 0 } })
}

test('invalid cells of stores are reported by cell, and nothing is changed', async () => {
  const before = await storedRows()
  const { status, body } = await send([
    ['Sjever', 'Ulica 1', 'Nigdje', 42.441234, 19.262345, '', ''],
    ['Jug', '', 'Bar', 142, 'istok', '', ''],
    ['Zapad', 'Ulica 2', 'Budva', 42.1, 19.1, '1', 'možda'],
  ])
  expect([status, body.errors]).toEqual([
    422,
    {
      C2: ['import.unknown_name'],
      B3: ['validation.field'],
      D3: ['validation.latitude'],
      E3: ['validation.not_a_number'],
      C4: ['validation.inactive_city'],
      F4: ['validation.contact_phone'],
      G4: ['excel.yes_or_no'],
    },
  ])
  const missing = await send([
    ['Jug', '', 'Bar', 42, 19, '1', ''],
    ['Zapad', 'Ulica 2', 'Budva', 42.1, 19.1, '', ''],
  ])
  expect(missing.body.errors).toEqual({
    B2: ['validation.field'],
    F2: ['validation.contact_phone'],
    C3: ['validation.inactive_city'],
  })
  expect(await storedRows()).toEqual(before)
})

test('stores are added with their phone numbers, changed, and restored', async () => {
  const store = await makeStore(db, { name: 'Centar', city_id: bar.id })
  await call(storeContacts.create, { body: { store_id: store.id, phone: '030 111 111' } })
  const before = await storedRows()
  const rows = await readRows((await call(stores.excel, {})).bytes)
  expect(rows[0]).toEqual(['ID', ...HEADER])
  const same = await send(rows.slice(1), rows[0])
  expect(same.body.counts).toEqual({ create: 0, update: 0, same: rows.length - 1, problems: 0 })
  const { status, body } = await send([
    ['Luka', 'Obala 1', 'bar', 42.093456, 19.100001, '030 222 222; 030 333 333', ''],
    ['Centar', '', 'Bar', '', '', '030 444 444', 'ne'],
  ])
  expect([status, body.counts]).toEqual([200, { create: 1, update: 1, same: 0, problems: 0 }])
  const after = await storedRows()
  expect(after.stores.at(-1)).toMatchObject({ name: 'Luka', latitude: '42.093456', is_active: true })
  expect(after.phones.map(({ phone }) => phone).sort()).toEqual(['030 222 222', '030 333 333', '030 444 444'])
  expect((await undo()).body).toMatchObject({ created: 1, updated: 1, kept: 0 })
  expect(await storedRows()).toEqual(before)
})

test('an undo spares the stores whose phone numbers were changed since, and says by whom', async () => {
  const [changed, untouched] = [
    await makeStore(db, { city_id: bar.id }),
    await makeStore(db, { city_id: bar.id }),
  ]
  const added = [changed.name, untouched.name].map((name) => [name, 'Obala 5', 'Bar', '', ''])
  expect((await send([...added, ['Nova', 'Obala 6', 'Bar', 42, 19]], HEADER.slice(0, 5))).status).toBe(200)
  const nova = (await storedRows()).stores.at(-1)
  const marko = await tokenOf({ name: 'Marko' })
  for (const store_id of [changed.id, nova?.id ?? 0])
    await call(storeContacts.create, { body: { store_id, phone: '069 222 222' } }, marko)
  const { last } = (await call(stores.importStatus, {})).body
  const rows = [
    { name: changed.name, by: 'Marko' },
    { name: 'Nova', by: 'Marko' },
  ]
  expect(last).toMatchObject({ undoable: false, changed: { count: 2, others: 1, rows } })
  const body = { id: last?.id ?? 0, leave_changed: true }
  expect((await call(stores.undoImport, { body })).body).toMatchObject({ updated: 1, changed: 2 })
  const { stores: after, phones } = await storedRows()
  expect(after.find(({ id }) => id === untouched.id)?.address).toBe(untouched.address)
  const kept = phones.filter(({ phone }) => phone === '069 222 222').map(({ store_id }) => store_id)
  expect(kept).toEqual([changed.id, nova?.id])
})

test('a contact that repeats a number stays inactive, whatever a file changes', async () => {
  const { id: store_id, name } = await makeStore(db, { city_id: bar.id })
  for (const is_active of [true, false])
    await makeStoreContact(db, { store_id, phone: '069 333 333', is_active })
  const columns = ['Naziv', 'Grad', 'Telefoni']
  for (const phones of ['069 333 333', '069 333 333; 069 444 444'])
    expect((await send([[name, 'Bar', phones]], columns)).status).toBe(200)
  const { phones } = await storedRows()
  const own = phones.filter((row) => row.store_id === store_id).map(({ phone }) => phone)
  expect(own).toEqual(['069 333 333', '069 444 444'])
})

test('a phone number without its zeros, and a name without them, are problems', async () => {
  const store = await makeStore(db, { name: '0077', city_id: bar.id })
  for (const phone of ['069 123 456', '+382 68 123 456'])
    await call(storeContacts.create, { body: { store_id: store.id, phone } })
  const before = await storedRows()
  const columns = ['Naziv', 'Grad', 'Telefoni']
  const phones = ['69123456', '69 123 456', 38_268_123_456, '069 123 456; 38268123456', '069 123 456']
  for (const [i, cell] of phones.entries()) {
    const { body } = await send([['0077', 'Bar', cell]], columns)
    expect(body.errors, String(cell)).toEqual(i < 4 ? { C2: ['import.like_number'] } : undefined)
    if (i < 4) expect(await storedRows()).toEqual(before)
  }
  const twice = await send(
    [
      ['0081', 'Bar', ''],
      [81, 'Bar', ''],
    ],
    columns,
  )
  expect(twice.body.errors).toMatchObject({ A3: ['import.duplicate'] })
  for (const name of ['78.0', '+79', '80']) await makeStore(db, { name, city_id: bar.id })
  const lookalikes = [77, 78, 79, '0080'].map((number) => [number, 'Bar', ''])
  const answer = await send(lookalikes, columns)
  expect(Object.entries(answer.body.errors ?? {})).toEqual(
    ['A2', 'A3', 'A4', 'A5'].map((cell) => [cell, ['import.twin']]),
  )
})

test('a phone number with a separator stays one, whatever a file changes', async () => {
  const store = await makeStore(db, { name: 'Lokal', city_id: bar.id })
  const had = ['020 111, lokal 5', '069 1;070 2', 'kod "Mila"']
  for (const phone of had) await call(storeContacts.create, { body: { store_id: store.id, phone } })
  const active = async () =>
    (
      await db
        .selectFrom('store_contacts')
        .select('phone')
        .where('store_id', '=', store.id)
        .where('is_active', '=', true)
        .orderBy('id')
        .execute()
    ).map(({ phone }) => phone)
  expect((await send([['Lokal', 'Bar', 'Nova ulica 5']], ['Naziv', 'Grad', 'Adresa'])).status).toBe(200)
  expect(await active()).toEqual(had)
  await undo()
  expect(await active()).toEqual(had)
  const exported = await call(stores.excel, {})
  const file = new File([new Uint8Array(exported.bytes)], 'prodavnice.xlsx')
  const again = await call(stores.import, { form: { dry_run: 'true' }, files: { file } })
  expect(again.body.counts).toMatchObject({ update: 0, problems: 0 })
  const phones = '020 111, lokal 5; 030 222'
  expect((await send([['Lokal', 'Bar', phones]], ['Naziv', 'Grad', 'Telefoni'])).status).toBe(200)
  expect(await active()).toEqual(['020 111, lokal 5', '030 222'])
})

test('a phone number that contains another, or a sign of replacements, is found without quotes', async () => {
  const store = await makeStore(db, { name: 'Dolar', city_id: bar.id })
  for (const phone of ['1;2', '1;2;3', '020 5, $$']) await makeStoreContact(db, { store_id: store.id, phone })
  const { status } = await send([['Dolar', 'Bar', '1;2;3; 020 5, $$']], ['Naziv', 'Grad', 'Telefoni'])
  expect(status).toBe(200)
  const active = (await storedRows()).phones.filter(({ store_id }) => store_id === store.id)
  expect(active.map(({ phone }) => phone)).toEqual(['1;2;3', '020 5, $$'])
})

test('several blanks in a name count as one: no duplicate is added, and nothing is renamed', async () => {
  const city = await makeCity(db, { name: 'Herceg Novi' })
  for (const name of ['Stara Pijaca', 'Nova  Pijaca']) await makeStore(db, { name, city_id: city.id })
  const before = await storedRows()
  const { body } = await send(
    [
      ['Stara  \u00a0Pijaca', 'Herceg  Novi'],
      ['Nova  Pijaca', 'Herceg Novi'],
    ],
    ['Naziv', 'Grad'],
  )
  expect([body.problems, body.counts]).toMatchObject([[], { create: 0, update: 0, same: 2 }])
  expect(await storedRows()).toEqual(before)
})
