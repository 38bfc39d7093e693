import type { Role } from '@kontor/contract/lib/http/about'
import { events } from '@kontor/contract/lib/http/events'
import type { RequestInput } from '@kontor/contract/lib/http/route'
import { defaultViews } from '@kontor/contract/lib/lists/default-views'
import { type views as Calls, MAX_VIEWS, views } from '@kontor/contract/lib/lists/saved-views'
import { officeToday } from '@kontor/contract/lib/text/locales'
import { partnerList, partners } from '@kontor/contract/partners'
import { productList, products } from '@kontor/contract/products'
import { apiKeys } from '@kontor/contract/users/keys'
import { rolePermissions } from '@kontor/contract/users/roles'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { startApp } from './app.ts'
import { makePartner, makeProduct, UNKNOWN_ID } from './make.ts'

const { db, call, tokenOf, signIn, staff, staffUser, partner } = await startApp()

type Sent = RequestInput<typeof Calls.create>['body']
/** All columns of the list. */
const ALL = Object.keys(productList.columns)
const plain = { filters: {}, search: '', sort: null, columns: null, size: null }
const sent = (more: Partial<Sent> = {}): Sent => ({
  list: 'products',
  name: 'Zimske 16"',
  is_shared: false,
  ...plain,
  ...more,
})
const save = (more: object = {}, as = staff) =>
  call(views.create, { body: { ...sent(), ...more } as Sent }, as)
async function makeView(more: Partial<Sent> = {}, as = staff) {
  const { status, body } = await save(more, as)
  expect(status).toBe(200)
  return body
}
const seen = async (list = 'products', as = staff) =>
  (await call(views.index, { query: { list } }, as)).body.views
const totals = async (list = 'products', as = staff) =>
  (await call(views.totals, { query: { list } }, as)).body.totals
const change = (id: number, more: object = {}, as = staff) => {
  const { list: _, ...fields } = sent()
  return call(views.update, { params: { id: String(id) }, body: { ...fields, ...more } }, as)
}
const remove = (id: number, as = staff) => call(views.remove, { params: { id: String(id) } }, as)
const colleague = async (role: Role = 'user_engineer') => tokenOf({ role })
async function setRights(role: Role, rights: readonly string[]) {
  const version = (await call(rolePermissions.index, {})).body.find((one) => one.role === role)?.version ?? 0
  const body = { rights: [...rights] as never, version }
  expect((await call(rolePermissions.update, { params: { role }, body })).status).toBe(200)
}

afterEach(async () => {
  await db.deleteFrom('views').execute()
  await db.deleteFrom('list_preferences').execute()
  await db.deleteFrom('roles').execute()
})

describe('a view is rejected', () => {
  test('for callers who are not staff', async () => {
    for (const as of [null, partner]) {
      expect([401, 403]).toContain((await call(views.index, { query: { list: 'products' } }, as)).status)
      expect([401, 403]).toContain((await call(views.create, { body: sent() }, as)).status)
      expect([401, 403]).toContain((await call(views.totals, { query: { list: 'products' } }, as)).status)
    }
    expect(await db.selectFrom('views').selectAll().execute()).toEqual([])
  })

  test('of a list that does not exist, or that the user may not see', async () => {
    for (const list of [
      'proizvodi',
      'constructor',
      '__proto__',
      '../users',
      'home',
      ':inside',
      'x'.repeat(100),
    ]) {
      expect((await save({ list })).status, list).toBe(404)
      expect((await call(views.index, { query: { list } })).status, list).toBe(404)
      expect((await call(views.totals, { query: { list } })).status, list).toBe(404)
      expect((await call(views.prefer, { body: { list, columns: null, size: null } })).status, list).toBe(404)
    }
    const as = await colleague()
    for (const { status, body } of [
      await save({ list: 'users' }, as),
      await call(views.index, { query: { list: 'users' } }, as),
      await call(views.totals, { query: { list: 'users' } }, as),
      await call(views.prefer, { body: { list: 'users', columns: null, size: null } }, as),
    ])
      expect([status, body.message]).toEqual([403, 'error.forbidden_right'])
  })

  test.each([
    ['a filter of no column', { filters: { password: 'x' } }, 'filters.password'],
    ['a filter of another list', { filters: { debt: '>0' } }, 'filters.debt'],
    ['a filter that cannot be read', { filters: { price: 'abc' } }, 'filters.price'],
    ['a day that is none', { filters: { updated_at: 'tomorrow' } }, 'filters.updated_at'],
    ['a filter called constructor', { filters: { constructor: 'x' } }, 'filters.constructor'],
    ['a filter with a zero byte', { filters: { name: 'a\0b' } }, 'filters.name'],
    ['half a character', { search: '\ud800' }, 'search'],
    ['a filter of a book', { filters: { name: 'x'.repeat(201) } }, 'filters.name'],
    ['a number as a filter', { filters: { price: 5 } }, 'filters.price'],
    ['a search of a book', { search: 'x'.repeat(201) }, 'search'],
    ['an order by no column', { sort: { by: 'password', desc: false } }, 'options.sortBy'],
    ['an order by SQL', { sort: { by: '(select pg_sleep(5))', desc: false } }, 'sort.by'],
    ['columns that are none', { columns: { order: ['name'], hidden: ['secret'] } }, 'columns.hidden'],
    ['columns of a class', { columns: { order: ['toString'], hidden: [] } }, 'columns.order'],
    ['a thousand columns', { columns: { order: Array(1000).fill('name'), hidden: [] } }, 'columns.order'],
    ['a column twice', { columns: { order: ['name', 'price', 'name'], hidden: [] } }, 'columns.order'],
    ['a column hidden twice', { columns: { order: [], hidden: ['price', 'price'] } }, 'columns.hidden'],
    ['all columns hidden', { columns: { order: ['name'], hidden: ALL } }, 'columns.hidden'],
    ['a size that the list does not offer', { size: 25 }, 'size'],
    ['a size that is the reader’s own height', { size: 0 }, 'size'],
    ['a size without end', { size: 1e9 }, 'size'],
    ['no name', { name: '  ' }, 'name'],
    ['a name that is too long', { name: 'x'.repeat(61) }, 'name'],
    ['a name that cannot be shown', { name: 'a\u202eb' }, 'name'],
    ['neither shared nor not', { is_shared: 'da' }, 'is_shared'],
    ['somebody else as its owner', { user_id: 1 }, 'user_id'],
  ])('with %s', async (_, more, field) => {
    const { status, body } = await save(more)
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]])
    expect(await seen()).toEqual([])
    const { id, version } = await makeView()
    expect((await change(id, more)).status).toBe(422)
    expect(await seen()).toMatchObject([{ id, version, ...plain }])
  })

  test('with a name that the user has in this list already, in any spelling', async () => {
    const { id } = await makeView({ name: 'Đačke šine' })
    const twice = await save({ name: 'đačke  ŠINE'.replace('  ', ' ') })
    expect([twice.status, twice.body.errors]).toEqual([422, { name: ['validation.view_name_taken'] }])
    const other = await makeView({ name: 'Druge' })
    expect((await change(other.id, { name: 'Đačke šine' })).status).toBe(422)
    await makeView({ name: 'Đačke šine', list: 'partners' })
    await makeView({ name: 'Đačke šine' }, await colleague())
    expect((await change(id, { name: 'ĐAČKE ŠINE' })).status).toBe(200)
  })

  test('beyond the limit of a list, also for simultaneous requests', async () => {
    await db
      .insertInto('views')
      .values(
        Array.from({ length: MAX_VIEWS - 1 }, (_, i) => ({
          list: 'products',
          user_id: staffUser.id,
          name: `Prikaz ${i}`,
          is_shared: false,
          state: JSON.stringify(plain),
        })),
      )
      .execute()
    const answers = await Promise.all(['a', 'b', 'c'].map((name) => save({ name })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422])
    const refused = answers.find(({ status }) => status === 422)
    expect([refused?.body.message, refused?.body.params]).toEqual(['views.too_many', { max: MAX_VIEWS }])
    expect((await save({ list: 'partners' })).status).toBe(200)
  })

  test('for others unless it is shared: 404', async () => {
    const { id } = await makeView()
    const as = await colleague()
    expect(await seen('products', as)).toEqual([])
    expect(Object.keys(await totals('products', as))).not.toContain(String(id))
    expect((await change(id, {}, as)).status).toBe(404)
    expect((await remove(id, as)).status).toBe(404)
    expect(await seen()).toHaveLength(1)
  })

  test('for changes by others when it is shared, unless they administer users', async () => {
    const owner = await colleague()
    const { id } = await makeView({ is_shared: true }, owner)
    const as = await colleague()
    for (const { status, body } of [await change(id, { name: 'Moj' }, as), await remove(id, as)])
      expect([status, body.message]).toEqual([403, 'views.not_own'])
    expect(await seen('products', as)).toMatchObject([{ id, is_own: false, may_change: false }])
    expect(await seen()).toMatchObject([{ id, is_own: false, may_change: true }])
    expect((await change(id, { name: 'Uređen', is_shared: true })).body).toMatchObject({ is_own: false })
    expect(await seen('products', owner)).toMatchObject([{ name: 'Uređen', is_own: true }])
    expect((await remove(id)).status).toBe(200)
    expect(await seen('products', owner)).toEqual([])
  })

  test('with an outdated version', async () => {
    const { id, version } = await makeView()
    expect((await change(id, { name: 'Prvi', version })).status).toBe(200)
    const { status, body } = await change(id, { name: 'Drugi', version })
    expect([status, body.current]).toMatchObject([409, { name: 'Prvi', version: version + 1 }])
    expect((await change(id, { name: 'Drugi' })).status).toBe(200)
    expect((await change(UNKNOWN_ID)).status).toBe(404)
  })
})

describe('a saved view', () => {
  test('keeps its whole state, for its owner in any window and for others when it is shared', async () => {
    const all = {
      filters: { name: '205/55', price: '>50' },
      search: 'zima',
      sort: { by: 'price', desc: true },
      size: 50,
      columns: { order: ['name', 'price'], hidden: ['description'] },
    }
    const saved = await makeView({ ...all, is_shared: true })
    expect(saved).toMatchObject({ ...all, name: 'Zimske 16"', owner: staffUser.name, version: 1 })
    expect(await seen('products', await colleague())).toMatchObject([{ ...all, owner: staffUser.name }])
    expect(await seen('partners')).toEqual([])
  })

  test('drops empty filters', async () => {
    expect(await makeView({ filters: { name: ' ', price: '5' } })).toMatchObject({ filters: { price: '5' } })
  })

  test('with a column that no longer exists is returned, and counted without it', async () => {
    await makeProduct(db)
    const { id } = await makeView({ filters: { quantity: '>=0' } })
    const old = JSON.stringify({ filters: { gone: 'x', quantity: '>=0' } })
    await sql`UPDATE views SET state = ${old}::jsonb WHERE id = ${id}`.execute(db)
    expect(await seen()).toMatchObject([{ id, search: '', sort: null, columns: null, size: null }])
    const counted = await totals()
    expect(counted[String(id)]).toBe(counted[''])
  })

  test('is published to the owner’s other windows, and to all who see the list when it is shared', async () => {
    const publishedEvents = () =>
      db
        .selectFrom('events')
        .select(['user_id', 'permission', 'data'])
        .where('type', '=', 'views')
        .orderBy('id')
        .execute()
    await db.deleteFrom('events').execute()
    const { id } = await makeView()
    const own = { user_id: staffUser.id, permission: null, data: { list: 'products' } }
    const others = { user_id: null, permission: 'products.see', data: { list: 'products' } }
    expect(await publishedEvents()).toEqual([own])
    await change(id, { is_shared: true })
    await change(id, { is_shared: false })
    await remove(id)
    expect(await publishedEvents()).toEqual([own, own, others, own, others, own])
    expect(events.staff.permission).toBe('signed-in')
  })
})

describe('the totals of views', () => {
  test('equal those of the list itself, for built-in and saved views, and follow every change', async () => {
    await makeProduct(db, { quantity: 0, name: 'Prazna' })
    await makeProduct(db, { quantity: 5, is_active: false })
    const { id } = await makeView({ search: 'prazn' })
    const requests = {
      ...defaultViews(productList),
      [id]: { filters: { search: 'prazn' } },
      '': { filters: {} },
    }
    const compare = async () => {
      const counted = await totals()
      expect(Object.keys(counted).sort()).toEqual(Object.keys(requests).sort())
      for (const [name, { filters }] of Object.entries(requests)) {
        const { body } = await call(products.index, { body: { filters } })
        expect(counted[name], name).toBe(body.total_rows)
      }
      return counted
    }
    const before = await compare()
    await makeProduct(db, { quantity: 0, name: 'Prazna druga' })
    const after = await compare()
    for (const name of ['', 'out_of_stock', 'changed_today', String(id)])
      expect(after[name], name).toBe(Number(before[name]) + 1)
    expect(after.inactive).toBe(before.inactive)
  })

  test('omit filters by debts without the permission to see them', async () => {
    await makePartner(db, { debt: '10', debit_limit: '5', out_of_currency: '1' })
    const { id } = await makeView({ list: 'partners', filters: { debt: '10' }, is_shared: true })
    await setRights('user_engineer', ['partners.see'])
    const counted = await totals('partners', await colleague())
    expect(counted).toMatchObject({ over_limit: null, overdue: null, inactive: 0, [id]: null })
    expect(await totals('partners')).toMatchObject({ over_limit: 1, overdue: 1, [id]: 1 })
  })

  test('of API keys follow their use, which changes no key', async () => {
    await call(apiKeys.create, { body: { name: 'ERP', role: 'user_engineer' } })
    const { id } = await makeView({ list: 'api_keys', filters: { last_used_at: 'today' } })
    expect(await totals('api_keys')).toMatchObject({ '': 1, [id]: 0 })
    await db.updateTable('api_key_tokens').set({ last_used_at: sql<string>`now()` }).execute()
    expect(await totals('api_keys')).toMatchObject({ '': 1, [id]: 1 })
  })

  test('are null for a list of a record, or an unpaged one', async () => {
    expect(await totals('cities')).toEqual({ '': null, inactive: null })
  })
})

describe('built-in views', () => {
  test('of partners: over the limit, with a debt above an existing limit', async () => {
    const over = await makePartner(db, { debt: '100.001', debit_limit: '100' })
    await makePartner(db, { debt: '100', debit_limit: '100' })
    await makePartner(db, { debt: '100', debit_limit: '0' })
    await makePartner(db, { debt: '100', debit_limit: '5', debit_limit_percent: true })
    await makePartner(db, { debt: '100', debt_percent: true, debit_limit: '5' })
    const ids = async (filters: object) =>
      (await call(partners.index, { body: { filters, options: { itemsPerPage: 100 } } })).body.result.map(
        ({ id }) => id,
      )
    const found = await ids({ over_limit: 'true' })
    expect(found).toContain(over.id)
    const storedViews = await db
      .selectFrom('partners')
      .select('id')
      .whereRef('debt', '>', 'debit_limit')
      .where('debit_limit', '>', '0')
      .where('debt_percent', '=', false)
      .where('debit_limit_percent', '=', false)
      .execute()
    expect(found.sort()).toEqual(storedViews.map(({ id }) => id).sort())
    expect(await ids({ over_limit: 'false' })).not.toContain(over.id)
    expect(
      (await call(partners.index, { body: { filters: { over_limit: 'možda' } as object } })).status,
    ).toBe(422)
    const wrong = { body: { options: { sortBy: ['over_limit'] } } as never }
    expect((await call(partners.index, wrong)).status).toBe(422)
  })

  test('are rejected without the permission to see the fields that they filter by', async () => {
    await setRights('user_engineer', ['partners.see'])
    const as = await colleague()
    for (const name of ['over_limit', 'overdue']) {
      const filters = defaultViews(partnerList)[name]?.filters
      const { status, body } = await call(partners.index, { body: { filters } }, as)
      expect([status, body.message], name).toEqual([403, 'error.forbidden_right'])
    }
  })

  test("today is the office's day, in any time zone of the server", async () => {
    const now = await makeProduct(db)
    const yesterday = await makeProduct(db)
    // The last moment of yesterday in the office.
    await sql`ALTER TABLE products DISABLE TRIGGER USER`.execute(db)
    await sql`UPDATE products SET updated_at = ${officeToday()}::timestamp AT TIME ZONE 'Europe/Podgorica' - interval '1 millisecond'
      WHERE id = ${yesterday.id}`.execute(db)
    await sql`ALTER TABLE products ENABLE TRIGGER USER`.execute(db)
    const body = { filters: { updated_at: 'today' }, options: { itemsPerPage: 100 } } as const
    const ids = (await call(products.index, { body })).body.result.map(({ id }) => id)
    expect(ids).toContain(now.id)
    expect(ids).not.toContain(yesterday.id)
  })
})

describe('preferences of a list', () => {
  const like = (body: object, as = staff) =>
    call(views.prefer, { body: { list: 'products', columns: null, size: null, ...body } as never }, as)
  const liked = async (as = staff, list = 'products') => {
    const { views: _, ...rest } = (await call(views.index, { query: { list } }, as)).body
    return rest
  }

  test('are rejected when the list lacks the columns or size', async () => {
    for (const wrong of [
      { size: 25 },
      { size: -1 },
      { size: '50' },
      { columns: { order: ['password'], hidden: [] } },
      { columns: { order: ['name'] } },
      { columns: ['name'] },
      { user_id: 1 },
    ])
      expect((await like(wrong)).status, JSON.stringify(wrong)).toBe(422)
    expect(await liked()).toEqual({ columns: null, size: null })
  })

  test('say what is wrong with their columns', async () => {
    const errors = async (columns: object) => (await like({ columns })).body as { errors?: object }
    expect((await errors({ order: ['name', 'name'], hidden: [] })).errors).toEqual({
      'columns.order': ['validation.column_twice'],
    })
    expect((await errors({ order: [], hidden: ['price', 'name', 'price'] })).errors).toEqual({
      'columns.hidden': ['validation.column_twice'],
    })
    expect((await errors({ order: [], hidden: ALL })).errors).toEqual({
      'columns.hidden': ['validation.columns_hidden'],
    })
    expect(await liked()).toEqual({ columns: null, size: null })
    const one = { order: ['name'], hidden: ALL.filter((key) => key !== 'name') }
    expect((await like({ columns: one })).body.columns).toEqual(one)
  })

  test('of filling the height apply to every list without a chosen size', async () => {
    const hidden = { order: ['name'], hidden: [] }
    await call(views.prefer, { body: { list: 'partners', columns: hidden, size: 50 } })
    await call(views.prefer, { body: { list: 'cities', columns: hidden, size: null } })
    expect((await like({ size: 0 })).body).toEqual({ columns: null, size: 0 })
    for (const list of ['products', 'users', 'campaignDetails/partners:inside'])
      expect(await liked(staff, list), list).toEqual({ columns: null, size: 0 })
    expect(await liked(staff, 'cities')).toEqual({ columns: hidden, size: 0 })
    expect(await liked(staff, 'partners')).toEqual({ columns: hidden, size: 50 })
    expect(await liked(await colleague())).toEqual({ columns: null, size: null })
    await like({ size: 20 })
    expect(await liked()).toEqual({ columns: null, size: 20 })
    expect((await liked(staff, 'users')).size).toBe(0)
  })

  test('are stored per user, for any browser', async () => {
    const wanted = { columns: { order: ['price', 'name'], hidden: ['description'] }, size: 50 }
    expect((await like(wanted)).body).toEqual(wanted)
    expect(await liked(await signIn(staffUser.username))).toEqual(wanted)
    expect(await liked(await colleague())).toEqual({ columns: null, size: null })
    expect(await liked(staff, 'partners')).toEqual({ columns: null, size: null })
    await like({ columns: null, size: 20 })
    expect(await liked()).toEqual({ columns: null, size: 20 })
  })

  test('that are omitted stay as another window has stored them', async () => {
    const columns = { order: ['price', 'name'], hidden: ['description'] }
    await like({ columns, size: 50 })
    expect((await call(views.prefer, { body: { list: 'products', size: 20 } })).body).toEqual({
      columns,
      size: 20,
    })
    expect((await call(views.prefer, { body: { list: 'products', columns: null } })).body).toEqual({
      columns: null,
      size: 20,
    })
    expect(await liked()).toEqual({ columns: null, size: 20 })
  })

  test('are answered without columns that the list no longer has', async () => {
    await like({ columns: { order: ['price', 'name'], hidden: [] }, size: 20 })
    const columns = JSON.stringify({ order: ['warranty', 'price'], hidden: ['warranty'] })
    await db.updateTable('list_preferences').set({ columns }).where('list', '=', 'products').execute()
    const { body } = await call(views.prefer, { body: { list: 'products', size: 50 } })
    expect(body).toEqual({ columns: { order: ['price'], hidden: [] }, size: 50 })
  })

  test('inside another screen are stored separately', async () => {
    await like({ list: 'contacts:inside', size: 20 })
    expect(await liked(staff, 'contacts:inside')).toMatchObject({ size: 20 })
    expect(await liked(staff, 'contacts')).toMatchObject({ size: null })
  })
})

test('a view and preferences from before an upgrade lose unknown columns, and can be changed', async () => {
  const { id, version } = await makeView()
  const state = {
    filters: { gone: '5', quantity: '0', price: 'mnogo' },
    search: 'alpin',
    sort: { by: 'gone', desc: true },
    size: 7,
    columns: { order: ['gone', 'price'], hidden: ['gone'] },
  }
  await db
    .updateTable('views')
    .set({ state: JSON.stringify(state) as never })
    .where('id', '=', id)
    .execute()
  const [view] = await seen()
  const known = { filters: { quantity: '0' }, search: 'alpin', sort: null, size: null }
  expect(view).toMatchObject({ ...known, columns: { order: ['price'], hidden: [] } })
  expect(view?.dropped).toEqual(['gone', 'price'])
  expect(Object.keys(await totals())).toContain(String(id))
  const { filters, search, sort, columns, size } = view ?? plain
  expect(
    (await change(id, { name: view?.name ?? '', filters, search, sort, columns, size, version })).status,
  ).toBe(200)
  expect((await seen())[0]?.dropped).toEqual([])
  await call(views.prefer, { body: { list: 'products', columns: { order: ['name'], hidden: [] }, size: 50 } })
  await db
    .updateTable('list_preferences')
    .set({ columns: JSON.stringify({ order: ['gone', 'name'], hidden: [] }) as never })
    .execute()
  expect((await call(views.index, { query: { list: 'products' } })).body.columns).toEqual({
    order: ['name'],
    hidden: [],
  })
})

test('a view and preferences that were stored with columns twice and all hidden show columns, and can be changed', async () => {
  const { id } = await makeView()
  const columns = { order: ['price', 'name', 'price'], hidden: [...ALL, ...ALL] }
  await sql`UPDATE views SET state = ${JSON.stringify({ ...plain, columns })}::jsonb WHERE id = ${id}`.execute(
    db,
  )
  const shown = { order: ['price', 'name'], hidden: [] }
  expect(await seen()).toMatchObject([{ id, columns: shown, dropped: [] }])
  const renamed = await call(views.patch, { params: { id: String(id) }, body: { name: 'Novo ime' } })
  expect([renamed.status, renamed.body.columns]).toEqual([200, shown])
  await call(views.prefer, { body: { list: 'products', columns: { order: ['name'], hidden: [] } } })
  const twice = JSON.stringify({ order: ['name'], hidden: ['price', 'price'] })
  await db.updateTable('list_preferences').set({ columns: twice }).execute()
  expect((await call(views.prefer, { body: { list: 'products', size: 50 } })).body).toEqual({
    columns: { order: ['name'], hidden: ['price'] },
    size: 50,
  })
})

test('the plan of a bulk edit is not a list', async () => {
  for (const list of ['products/bulk/plan', 'partners/bulk/plan'])
    expect((await call(views.index, { query: { list } })).status, list).toBe(404)
})

describe('the list of all views', () => {
  const names = async (as = staff) =>
    (await call(views.names, {}, as)).body.map(({ name, list }) => [list, name])

  test('is rejected for partners and without a token', async () => {
    for (const as of [null, partner]) expect([401, 403]).toContain((await call(views.names, {}, as)).status)
  })

  test("has the user's own and shared ones, of lists that the user may see", async () => {
    await makeView({ name: 'Moja' })
    await makeView({ name: 'Naša', is_shared: true })
    await makeView({ name: 'Dužnici', list: 'partners', is_shared: true })
    expect(await names()).toEqual([
      ['partners', 'Dužnici'],
      ['products', 'Moja'],
      ['products', 'Naša'],
    ])
    const other = await colleague()
    expect(await names(other)).toEqual([
      ['partners', 'Dužnici'],
      ['products', 'Naša'],
    ])
    await setRights('user_engineer', ['products.see'])
    expect(await names(other)).toEqual([['products', 'Naša']])
  })
})

test('a list finds a record by its number even where that is no column', async () => {
  const { id } = await makeProduct(db)
  await makeProduct(db)
  const found = async (filters: object) => (await call(products.index, { body: { filters } as never })).body
  expect((await call(products.index, { body: { filters: { id: 'x' } } as never })).status).toBe(422)
  expect((await found({ id: '999999999' })).result).toEqual([])
  expect((await found({ id: String(id) })).result.map((row) => row.id)).toEqual([id])
})
