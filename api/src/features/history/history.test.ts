import { history } from '@kontor/contract/history'
import { type HistoryTable, historyTableNames, historyTables } from '@kontor/contract/history/tables'
import { keyed } from '@kontor/contract/lib/lists/keys'
import { routesOf } from '@kontor/contract/lib/resources/routes'
import { figureNames, partners } from '@kontor/contract/partners'
import { products } from '@kontor/contract/products'
import { categories } from '@kontor/contract/resources/categories'
import { cities } from '@kontor/contract/resources/cities'
import { countries } from '@kontor/contract/resources/countries'
import { storeContacts, stores } from '@kontor/contract/stores'
import { users } from '@kontor/contract/users'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { idOf, startApp } from '../../../test/app.ts'
import {
  makeCategory,
  makeCity,
  makeCountry,
  makePicture,
  makeProduct,
  makeStore,
  makeStoreContact,
  makeUser,
} from '../../../test/make.ts'
import { makeCampaign } from '../../../test/make-campaign.ts'
import { asUser } from '../../lib/database/current-user.ts'
import { inTransaction } from '../../lib/database/transaction.ts'

const { db, call, inject, staff, staffUser } = await startApp()

const me = { id: staffUser.id, name: staffUser.name }
let since = 0
beforeEach(async () => {
  const { rows } = await sql<{ last: number }>`SELECT coalesce(max(id), 0) AS last FROM history`.execute(db)
  since = rows[0]?.last ?? 0
})
const entries = () => db.selectFrom('history').selectAll().where('id', '>', since).orderBy('id').execute()
const entriesOf = async (table: HistoryTable) => (await entries()).filter((one) => one.table_name === table)
async function ofRecord(table: HistoryTable, id: number) {
  const { status, body } = await call(history.ofRecord, { params: { table, id: String(id) }, query: {} })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

describe('entries are immutable', () => {
  test('the database rejects changing, deleting or truncating entries, for any user', async () => {
    await makeCountry(db)
    const before = await db.selectFrom('history').selectAll().execute()
    for (const attack of [
      sql`UPDATE history SET changes = '{}'`,
      sql`UPDATE history SET user_id = 1 WHERE id = ${since + 1}`,
      sql`DELETE FROM history`,
      sql`DELETE FROM history WHERE id < 0`,
      sql`TRUNCATE history`,
      sql`TRUNCATE history CASCADE`,
    ])
      await expect(attack.execute(db)).rejects.toThrow('never rewritten')
    expect(await db.selectFrom('history').selectAll().execute()).toEqual(before)
  })

  test('a committed entry is immutable within a later transaction too', async () => {
    await makeCountry(db)
    await expect(
      inTransaction(db, async (tx) => {
        await makeCountry(tx)
        await sql`UPDATE history SET changes = '{}'`.execute(tx)
      }),
    ).rejects.toThrow('never rewritten')
  })

  test('an unaudited table is rejected; an entry that is no import has no rows', async () => {
    const params = { table: 'sessions', id: '1' } as unknown as { table: 'users'; id: string }
    expect((await call(history.ofRecord, { params, query: {} })).status).toBe(422)
    const { id } = await makeCountry(db)
    const own = (await entriesOf('countries')).find(({ record_id }) => record_id === id)
    const opened = await call(history.rows, { params: { id: String(own?.id) }, query: {} })
    expect(opened.body).toEqual({ result: [], total_rows: 0, bulk_id: null })
  })
})

describe('entries', () => {
  test('are not written for rolled back, rejected or empty changes', async () => {
    const country = await makeCountry(db)
    const before = (await entries()).length
    const taken = { name: country.name, post_code: '' }
    expect((await call(routesOf(countries).create, { body: taken })).status).toBe(422)
    const stale = { ...taken, name: 'Drugo ime', version: 99 }
    expect(
      (await call(routesOf(countries).update, { params: { id: String(country.id) }, body: stale })).status,
    ).toBe(409)
    const same = await call(routesOf(countries).update, { params: { id: String(country.id) }, body: taken })
    expect([same.status, same.body.version]).toEqual([200, 1])
    await expect(
      inTransaction(db, async (tx) => {
        await makeCountry(tx)
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await entries()).toHaveLength(before)
  })

  test('are one for each change with user, action, old and new values', async () => {
    const { body } = await call(products.create, {
      form: { erp_code: 'H-1', name: 'Kočnica', price: '10', quantity: '1' },
      files: { image: await makePicture() },
    })
    const params = { id: String(body.id) }
    const form = { erp_code: 'H-1', name: 'Kočnica', price: '12,5', quantity: '1' }
    await call(products.update, { params, form, files: { image: undefined } })
    await call(products.toggle, { params, body: null })
    const entries = await ofRecord('products', body.id)
    expect(entries.total_rows).toBe(3)
    expect(entries.result.map(({ person }) => person)).toEqual([me, me, me])
    expect(entries.result.map(({ action, values }) => [action, values])).toMatchObject([
      ['update', [{ column: 'is_active', before: true, after: false }]],
      ['update', [{ column: 'price', before: 10, after: 12.5 }]],
      ['create', expect.arrayContaining([{ column: 'name', before: null, after: 'Kočnica' }])],
    ])
  })

  test('of every feature are attributed to the user, one for each record', async () => {
    const country = await makeCountry(db)
    const city = await makeCity(db)
    const category = await makeCategory(db)
    const store = await makeStore(db)
    const contact = await makeStoreContact(db)
    const user = await makeUser(db)
    const place = { address: 'Ulica 1', city_id: city.id, latitude: '42', longitude: '19' }
    const name = 'Sasvim novo'
    const calls: [HistoryTable, () => Promise<{ status: number }>][] = [
      ['countries', () => call(routesOf(countries).create, { body: { name, post_code: '1' } })],
      [
        'countries',
        () =>
          call(routesOf(countries).update, { params: idOf(country), body: { name: 'N1', post_code: '' } }),
      ],
      ['countries', () => call(routesOf(countries).toggle, { params: idOf(country), body: null })],
      ['cities', () => call(routesOf(cities).create, { body: { name, country_id: city.country_id } })],
      [
        'cities',
        () =>
          call(routesOf(cities).update, {
            params: idOf(city),
            body: { name: 'N2', country_id: city.country_id },
          }),
      ],
      ['categories', () => call(routesOf(categories).create, { body: { name } })],
      [
        'categories',
        () => call(routesOf(categories).update, { params: idOf(category), body: { name: 'N3' } }),
      ],
      ['stores', () => call(stores.create, { body: { name, ...place } })],
      ['stores', () => call(stores.update, { params: idOf(store), body: { name: 'N4', ...place } })],
      ['stores', () => call(stores.toggle, { params: idOf(store), body: null })],
      ['store_contacts', () => call(storeContacts.create, { body: { store_id: store.id, phone: '020 1' } })],
      [
        'store_contacts',
        () => call(storeContacts.update, { params: idOf(contact), body: { phone: '020 2' } }),
      ],
      ['store_contacts', () => call(storeContacts.activateDeactivate, { params: idOf(contact), body: null })],
      ['users', () => call(users.create, { body: { name, username: 'sasvim.nov', password: 'lozinka' } })],
      [
        'users',
        () => call(users.update, { params: idOf(user), body: { name: 'N5', username: user.username } }),
      ],
      ['users', () => call(users.toggle, { params: idOf(user), body: null })],
      ['cities', () => call(routesOf(cities).toggle, { params: idOf(city), body: null })],
      ['categories', () => call(routesOf(categories).toggle, { params: idOf(category), body: null })],
    ]
    for (const [table, make] of calls) {
      const before = (await entries()).length
      const { status } = await make()
      const added = (await entries()).slice(before)
      const addedEntries = added.map((one) => [one.table_name, one.user_id])
      // A city with stores cannot be deactivated, and writes no entry.
      expect(addedEntries, `${table} ${status}`).toEqual(status === 200 ? [[table, me.id]] : [])
    }
  })

  test('of a partner include its categories; its user has an entry of its own', async () => {
    const first = await makeCategory(db)
    const second = await makeCategory(db)
    const third = await makeCategory(db)
    const city = await makeCity(db)
    const figures = keyed(figureNames, () => '0')
    const body = { ...figures, name: 'Servis', city_id: city.id, categories: [first.id, second.id] }
    const from = (await entries()).length
    await call(partners.create, { body: { ...body, id: 777, password: 'lozinka', debt: '5%' } })
    expect((await entries()).slice(from).map(({ table_name }) => table_name)).toEqual(['partners', 'users'])
    const changed = { ...body, categories: [second.id, third.id], debt: '7%' }
    await call(partners.update, { params: { id: '777' }, body: changed })
    const { result, total_rows } = await ofRecord('partners', 777)
    expect(total_rows).toBe(2)
    expect(result[1]?.values).toContainEqual({
      column: 'categories',
      before: [],
      after: [first.name, second.name],
    })
    expect(result[0]?.values).toEqual([
      { column: 'categories', before: [first.name, second.name], after: [second.name, third.name] },
      { column: 'debt', before: '5%', after: '7%' },
    ])
    await call(partners.update, { params: { id: '777' }, body: { ...changed, categories: [first.id] } })
    const after = (await ofRecord('partners', 777)).result
    expect(after[0]?.values).toEqual([
      { column: 'categories', before: [second.name, third.name], after: [first.name] },
    ])
  })

  test('never contain a password or its hash, only that it changed', async () => {
    const { id } = await makeUser(db, { username: 'tajna' })
    const body = { name: 'Tajna', username: 'tajna', password: 'nova-lozinka' }
    await call(users.update, { params: { id: String(id) }, body })
    const { result } = await ofRecord('users', id)
    expect(result[0]?.values).toContainEqual({ column: 'password', before: '•••', after: '•••' })
    const { rows } = await sql<{
      all: string
    }>`SELECT string_agg(t::text, '|') AS all FROM history t`.execute(db)
    expect(rows[0]?.all).not.toMatch(/argon2|nova-lozinka|lozinka/)
    const hashes = await db.selectFrom('users').select('password_hash').execute()
    expect(hashes.filter(({ password_hash }) => rows[0]?.all.includes(password_hash))).toEqual([])
  })

  test('of fifty toggles at once are fifty, each beginning where the previous one ended', async () => {
    const product = await makeProduct(db)
    const params = { id: String(product.id) }
    const toggled = Array.from({ length: 50 }, () => call(products.toggle, { params, body: null }))
    // the others were rejected as too busy
    const done = (await Promise.all(toggled)).filter(({ status }) => status === 200)
    const own = (await entriesOf('products')).filter(
      ({ record_id, action }) => record_id === product.id && action === 'update',
    )
    expect(own.map(({ changes }) => changes.is_active)).toEqual(
      done.map((_, i) => [i % 2 === 0, i % 2 === 1]),
    )
  })

  test('of a deleted or renamed record have its former name', async () => {
    const country = await makeCountry(db, { name: 'Stara zemlja' })
    await db.updateTable('countries').set({ name: 'Nova zemlja' }).where('id', '=', country.id).execute()
    await db.deleteFrom('countries').where('id', '=', country.id).execute()
    const { result } = await ofRecord('countries', country.id)
    expect(result.map(({ action, record }) => [action, record])).toEqual([
      ['delete', 'Nova zemlja'],
      ['update', 'Nova zemlja'],
      ['create', 'Stara zemlja'],
    ])
  })
})

describe('the user of an entry', () => {
  test('is recorded for every single statement', async () => {
    await asUser(me, async () => {
      await sql`INSERT INTO countries (name) VALUES ('Sirova')`.execute(db)
      await sql`WITH changed AS (UPDATE countries SET name = 'Sirova 2' WHERE name = 'Sirova' RETURNING id)
        SELECT id FROM changed`.execute(db)
      await db.deleteFrom('countries').where('name', '=', 'Sirova 2').execute()
      await expect(sql`INSERT INTO countries (name) VALUES (NULL)`.execute(db)).rejects.toThrow('null value')
    })
    await makeCountry(db)
    const actions = (await entriesOf('countries')).map(({ action, user_id }) => [action, user_id])
    expect(actions).toEqual([
      ['create', me.id],
      ['update', me.id],
      ['delete', me.id],
      ['create', null],
    ])
  })

  test('is right for simultaneous requests', async () => {
    const other = await makeUser(db, { username: 'drugi' })
    const make = (user: { id: number }, i: number) =>
      asUser(user, () => makeCategory(db, { name: `${user.id} radi ${i}` }))
    await Promise.all(Array.from({ length: 20 }, (_, i) => make(i % 2 ? me : other, i)))
    const entries = (await entriesOf('categories')).filter(({ record_name }) => record_name?.includes('radi'))
    expect(entries).toHaveLength(20)
    expect(entries.filter(({ record_name, user_id }) => !record_name?.startsWith(`${user_id} `))).toEqual([])
  })
})

describe('the log', () => {
  test('is paged, latest first, and filtered by user, table, record and day', async () => {
    const product = await makeProduct(db, { name: 'Jedinstvena svjećica' })
    await call(products.toggle, { params: { id: String(product.id) }, body: null })
    const today = new Intl.DateTimeFormat('sr-Latn-ME', { timeZone: 'Europe/Podgorica' }).format(new Date())
    const found = async (filters: object) => {
      const { body } = await call(history.index, { body: { filters } })
      expect(body.result.length).toBe(Math.min(body.total_rows, 20))
      return body
    }
    const own = { record: 'svjecica' }
    expect(await found(own)).toMatchObject({
      total_rows: 2,
      result: [
        { record: 'Jedinstvena svjećica', action: 'update', person: me },
        { action: 'create', person: null },
      ],
    })
    const narrowed = [{ person: me.name }, { action: 'update' }]
    for (const filters of narrowed) expect((await found({ ...own, ...filters })).total_rows).toBe(1)
    const productFilters = [{ table: 'products' }, { record_id: String(product.id) }, { at: today }]
    for (const filters of productFilters) expect((await found({ ...own, ...filters })).total_rows).toBe(2)
    const none = [{ table: 'store_contacts' }, { action: 'undo' }, { at: '1.1.2020' }, { person: 'niko' }]
    for (const filters of none) expect((await found({ ...own, ...filters })).total_rows).toBe(0)
  })

  test('is filtered by exactly the chosen kind and action', async () => {
    const product = await makeProduct(db, { name: 'Jedinstvena svjećica' })
    await makeCampaign(db, { products: [product] })
    const filtered = async (filters: object) => (await call(history.index, { body: { filters } })).body.result
    const ofProducts = await filtered({ record: 'jedinstvena', table: 'products' })
    expect(new Set(ofProducts.map(({ table }) => table))).toEqual(new Set(['products']))
    expect((await filtered({ record: 'jedinstvena' })).length).toBeGreaterThan(ofProducts.length)
    const wrong = await call(history.index, { body: { filters: { action: 'und' } } })
    expect(wrong.body.errors).toEqual({ 'filters.action': ['validation.filter_choice'] })
  })

  test('has an exact total after every change', async () => {
    const total = async () => (await call(history.index, { body: {} })).body.total_rows
    const before = await total()
    await makeStoreContact(db) // with a store, a city and a country
    expect(await total()).toBe(before + 4)
  })

  test('is exported with labels', async () => {
    const headers = { authorization: `Bearer ${staff}` }
    for (const format of ['pdf', 'xlsx']) {
      const payload = { report_data: { name: 'Istorija', format } }
      const { status } = await inject({ method: 'POST', url: '/api/history/index', headers, payload })
      expect(status).toBe(200)
    }
  })
})

test('every audited table has labels for itself and its columns, and a trigger with all columns', async () => {
  const { rows } = await sql<{ name: string; columns: string[]; source: string }>`
    SELECT tgrelid::regclass::text AS name, prosrc AS source, (SELECT array_agg(attname::text) FROM pg_attribute
      WHERE attrelid = tgrelid AND attnum > 0 AND NOT attisdropped) AS columns
    FROM pg_trigger JOIN pg_proc ON pg_proc.oid = tgfoid WHERE tgname = 'audit_table' ORDER BY 1`.execute(db)
  expect(rows.map(({ name }) => name)).toEqual([...historyTableNames].sort())
  const skipped =
    /^(id|version|created_at|updated_at|ancestors|delivered_at|quantity_set_at|previous_quantity_set_at)$|_(folded|percent|version)$/
  for (const { name, columns, source } of rows) {
    const audited = columns.filter((column) => !skipped.test(column))
    const { fields } = historyTables[name as HistoryTable]
    const wordless = audited.filter((column) => !(column.replace(/_hash$/, '') in fields))
    expect(wordless, `columns of ${name} without a label in contract/src/history/tables.ts`).toEqual([])
    if (name === 'roles') continue // records the difference of its two lists
    const unseen = audited.filter(
      (column) => !new RegExp(`(OLD|before)\\."?${column}"? IS DISTINCT`).test(source),
    )
    expect(unseen, `columns of ${name} that need CALL audit_table() once more`).toEqual([])
  }
})

test('every table of versioned records is audited', async () => {
  const { rows } = await sql<{ name: string }>`SELECT tgrelid::regclass::text AS name FROM pg_trigger
    WHERE tgname = 'increment_version' AND tgrelid NOT IN (SELECT tgrelid FROM pg_trigger WHERE tgname = 'audit_table')
  `.execute(db)
  expect(rows, 'tables that need CALL audit_table() in their migration').toEqual([])
})
