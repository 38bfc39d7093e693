// Permissions of the staff: every route with every role, and what lists, files, the history, the home page and streams
// contain for users without some permissions.
import { history } from '@kontor/contract/history'
import { home } from '@kontor/contract/home'
import type { Role } from '@kontor/contract/lib/http/about'
import { roles } from '@kontor/contract/lib/http/about'
import { acceptedPermissions, can, exportPermission } from '@kontor/contract/lib/http/permissions'
import type { Route } from '@kontor/contract/lib/http/route'
import { routesOf } from '@kontor/contract/lib/resources/routes'
import { figureNames, partners } from '@kontor/contract/partners'
import {
  allPermissions,
  apiKeyPermissions,
  defaultPermissions,
  permissionAreas,
} from '@kontor/contract/permissions'
import { cities } from '@kontor/contract/resources/cities'
import { sliders } from '@kontor/contract/sliders'
import { users } from '@kontor/contract/users'
import { apiKeys } from '@kontor/contract/users/keys'
import { rolePermissions } from '@kontor/contract/users/roles'
import { webhooks } from '@kontor/contract/webhooks'
import { afterEach, describe, expect, test } from 'vitest'
import { listen, startApp } from './app.ts'
import { contractRoutes, pathsOf } from './contract-routes.ts'
import { firstOfRule } from './distinct.ts'
import { changeRole, makeCategory, makeCity, makePartner, makeProduct, makeSlider, makeUser } from './make.ts'
import { sheetFile } from './odd-files.ts'
import { sampleOf } from './samples.ts'
import { readRows } from './sheets.ts'
import { openStream } from './streams.ts'

const { app, db, call, inject, makeSignedIn, signIn, staff } = await startApp()
const staffRoutes = (await contractRoutes()).filter(({ route }) => route.audience === 'staff')

/** A user of a role with exactly these permissions. */
async function someone(rights: readonly string[], role: Role = 'user_manager') {
  await setRights(rights, role)
  return makeSignedIn({ role })
}
async function setRights(rights: readonly string[], role: Role = 'user_manager') {
  const defaults = defaultPermissions(role)
  await changeRole(db, role, {
    granted: allPermissions.filter((right) => rights.includes(right) && !defaults.includes(right)),
    revoked: defaults.filter((right) => !rights.includes(right)),
  })
}
const without = (...permissionAreas: string[]) =>
  allPermissions.filter((right) => !permissionAreas.includes(right.replace(/\.\w+$/, '')))
/** A hash that is the same on every machine and differs for neighbouring seeds. */
const tossed = (seed: number) =>
  allPermissions.filter(
    (right) => [...right].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 9973, seed) % 2,
  )

const seen = (rights: readonly string[]) =>
  rights.filter((right) => rights.includes(right.replace(/\.\w+$/, '.see')))

afterEach(() => db.deleteFrom('roles').execute())

/**
 * One staff route for each distinct permission, by its first path. Other tests show that the guard precedes every route
 * on every path; `npm run test:exhaustive` tries all routes here.
 */
const distinctRoutes = () => {
  const isFirst = firstOfRule()
  return staffRoutes.filter(({ route }) =>
    isFirst(JSON.stringify(route.permission), route.method === 'GET', route.response === 'events'),
  )
}

/** Whether the guard passes a request with invalid input, which no handler executes. */
async function passes(route: Route, path: string, token: string) {
  if (route.response === 'events') return true // open to all staff; events are filtered by permission
  const { status, body } = await nonsense(route, path, token)
  return !(status === 403 && body.message === 'error.forbidden_right')
}

function nonsense(route: Route, path: string, token: string) {
  const url = path.replace(/:\w+/g, '2000000000')
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const payload = route.method === 'GET' ? {} : { payload: '{"nonsense":true}' }
  return inject({ method: route.method, url, headers, ...payload })
}

describe('every staff route', () => {
  test('needs existing permissions, and every permission is needed by a route', () => {
    const needed = staffRoutes.flatMap(({ route }) => acceptedPermissions(route.permission ?? 'signed-in'))
    expect(needed.filter((right) => !allPermissions.includes(right))).toEqual([])
    const forFiles = staffRoutes.flatMap(({ route }) =>
      acceptedPermissions(exportPermission(route.permission ?? 'signed-in')),
    )
    const judgedInside = allPermissions.filter((right) => right.startsWith('figures.'))
    const used = new Set([...needed, ...forFiles, ...judgedInside])
    expect(allPermissions.filter((right) => !used.has(right))).toEqual([])
  })

  test('that changes a record needs more than the permission to see it', () => {
    const changing = staffRoutes.filter(({ route }) => route.creates || /PUT|PATCH|DELETE/.test(route.method))
    const seeing = changing.filter(({ route }) =>
      acceptedPermissions(route.permission ?? 'signed-in').some((right) => right.endsWith('.see')),
    )
    expect(seeing.map(({ name }) => name)).toEqual([])
  })

  test("without a permission is one of the user's own account", () => {
    const open = staffRoutes.filter(({ route }) => route.permission === 'signed-in').map(({ name }) => name)
    expect(open.sort()).toEqual([
      'events.staff',
      'home.figures',
      'homeDay.waiting',
      'secondFactor.addPasskey',
      'secondFactor.confirmTotp',
      'secondFactor.removePasskey',
      'secondFactor.removeTotp',
      'secondFactor.renamePasskey',
      'secondFactor.renewCodes',
      'secondFactor.startPasskey',
      'secondFactor.startTotp',
      'secondFactor.state',
      'session.endOtherSessions',
      'session.endSession',
      'session.me',
      'session.sessions',
      'session.updateMe',
      'signIns.own',
      'staffDevices.index',
      'staffDevices.register',
      'staffDevices.remove',
      'staffDevices.webPushKey',
      'views.create',
      'views.index',
      'views.names',
      'views.patch',
      'views.prefer',
      'views.remove',
      'views.totals',
      'views.update',
    ])
  })

  const matrices: [string, Role, readonly string[]][] = [
    ...roles.map(
      (role) => [`${role} by default`, role, defaultPermissions(role)] as [string, Role, readonly string[]],
    ),
    ['nothing at all', 'user_manager', []],
    ['one half', 'user_engineer', tossed(1)],
    ['another half', 'user_financier', tossed(5)],
  ]
  test.each(matrices)('is open to %s by its permission, on every path', async (_, role, rights) => {
    const { token } = role === 'user_admin' ? await admin() : await someone(rights, role)
    const set = new Set(rights)
    const isPlain = rights.length === 0 || role === 'user_admin'
    for (const { name, route } of isPlain ? staffRoutes : distinctRoutes()) {
      const allowed = can(set, route.permission ?? 'signed-in')
      for (const path of pathsOf(route))
        expect(await passes(route, path, token), `${name} ${path}`).toBe(allowed)
    }
  })

  test.each([
    ['as its role', 'user_engineer', null],
    [
      'as a part of the highest one',
      'user_admin',
      seen(tossed(5).filter((one) => apiKeyPermissions.includes(one))),
    ],
    ['as the highest one', 'user_admin', null],
  ] as [string, Role, readonly string[] | null][])(
    'is open to a key %s, except routes of the account and of users',
    async (_, role, chosen) => {
      const rights = chosen && [...chosen]
      const body = { name: `Program ${role} ${rights?.length}`, role, rights: rights as never }
      const { token } = (await call(apiKeys.create, { body })).body
      const set = new Set(
        chosen ?? defaultPermissions(role).filter((right) => apiKeyPermissions.includes(right)),
      )
      for (const { name, route } of chosen || role !== 'user_admin' ? distinctRoutes() : staffRoutes)
        for (const path of pathsOf(route)) {
          const { status, body } = await nonsense(route, path, token)
          const message = status === 403 && body.message
          const closed = !acceptedPermissions(route.permission ?? 'signed-in').some((right) =>
            apiKeyPermissions.includes(right),
          )
          const wanted = closed
            ? 'error.not_for_keys'
            : !can(set, route.permission ?? 'signed-in') && 'error.forbidden_right'
          expect(message, `${name} ${path}`).toBe(wanted)
        }
    },
  )

  test('that lists rejects a file for users without the permission to export', async () => {
    const { token } = await someone(allPermissions.filter((right) => !right.endsWith('.export')))
    const lists = staffRoutes.filter(({ route }) => hasFile(route))
    expect(lists.length).toBeGreaterThan(10)
    for (const { name, route } of lists) {
      const url = route.path.replace(/:\w+/g, '1')
      const file = { name: 'x', format: 'xlsx' }
      const headers = { authorization: `Bearer ${token}` }
      const bodySchema = route.body
        ? {
            method: route.method,
            url,
            headers,
            payload: { ...(sampleOf(route.body) as object), report_data: file },
          }
        : {
            url: `${url}?${new URLSearchParams({ ...queryOf(route), report_data: JSON.stringify(file) })}`,
            headers,
          }
      const { status, body } = await inject(bodySchema)
      expect([status, body.params], name).toEqual([403, expect.objectContaining({ verb: 'export' })])
    }
  })
})

const admin = async () => ({ token: await signIn((await makeUser(db)).username) })
const queryOf = ({ query }: Route) => (query ? (sampleOf(query) as Record<string, string>) : {})
const hasFile = ({ body, query }: Route) =>
  [body, query].some((schema) =>
    JSON.stringify(schema?._zod.def, (_, value) => value as unknown)?.includes('report_data'),
  )

describe('debts, plans and bonuses of partners', () => {
  const rights = without('figures')
  const figures = { debt: '12.500', debt_percent: false, bonus: '5', bonus_percent: true }
  const edit = async (partner: { id: number; name: string }, more: object, token: string) =>
    call(
      partners.update,
      {
        params: { id: String(partner.id) },
        body: { name: partner.name, city_id: city.id, categories: [category.id], ...more } as never,
      },
      token,
    )
  const stored = (id: number) =>
    db
      .selectFrom('partners')
      .select(['debt', 'debt_percent', 'bonus', 'bonus_percent', 'debit_limit', 'out_of_currency'])
      .where('id', '=', id)
      .executeTakeFirst()
  let city: { id: number }
  let category: { id: number }

  test('are nowhere without the permission to see them', async () => {
    const partner = await makePartner(db, figures)
    const { token } = await someone(rights)
    const answers = [
      (await call(partners.index, { body: {} }, token)).body.result[0],
      (await call(partners.one, { params: { id: String(partner.id) } }, token)).body,
      (await call(partners.all, {}, token)).body[0],
    ]
    for (const row of answers) expect(figureNames.filter((name) => name in (row ?? {}))).toEqual([])
    for (const body of [
      { filters: { debt: '1..20' } },
      { options: { sortBy: ['bonus'] } },
      { show_columns: ['debt'] },
      { report_data: { name: 'x', columns: ['name', 'debt'] } },
    ])
      expect(
        (await call(partners.index, { body: body as never }, token)).body.params,
        JSON.stringify(body),
      ).toEqual({ right: 'figures.see', verb: 'see' })
  })

  test('are in no file without the permission to export them', async () => {
    const { token } = await someone(allPermissions.filter((right) => right !== 'figures.export'))
    const columns = { name: 'x', format: 'xlsx' as const }
    expect((await call(partners.index, { body: { report_data: columns } }, token)).status).toBe(200)
    const response = await call(
      partners.index,
      { body: { report_data: { ...columns, columns: ['debt'] } } },
      token,
    )
    expect(response.body.params).toMatchObject({ right: 'figures.export' })
  })

  test('are not changed when a user without permission saves other fields', async () => {
    city = await makeCity(db)
    category = await makeCategory(db)
    // The last two fields may be omitted by users who may change them, and then are 0.
    const partner = await makePartner(db, { ...figures, debit_limit: '40', out_of_currency: '7' })
    const { token } = await someone(rights)
    expect((await edit(partner, {}, token)).status).toBe(200)
    for (const name of ['debitLimit', 'outOfCurrency'])
      for (const nothing of [undefined, '', null])
        expect([name, nothing, (await edit(partner, { [name]: nothing }, token)).status]).toEqual([
          name,
          nothing,
          nothing === undefined ? 200 : 403,
        ])
    // If an unchanged value were accepted and another rejected, values could be guessed.
    expect((await edit(partner, { debt: '12,5' }, token)).status).toBe(403)
    await setRights([...rights, 'figures.see'])
    expect((await edit(partner, { debt: '12,5', bonus: '5%' }, token)).status).toBe(200)
    for (const more of [{ debt: '12,6' }, { bonus: '5' }, { payment: '1' }])
      expect((await edit(partner, more, token)).body.params).toMatchObject({ right: 'figures.change' })
    expect(await stored(partner.id)).toMatchObject({
      debt: '12.500',
      bonus: '5.000',
      bonus_percent: true,
      debit_limit: '40.000',
      out_of_currency: '7.000',
    })
    const fresh = {
      id: 77_001,
      name: 'Novi',
      password: 'lozinka',
      city_id: city.id,
      categories: [category.id],
    }
    expect((await call(partners.create, { body: { ...fresh, debt: '1' } as never }, token)).status).toBe(403)
    expect((await call(partners.create, { body: fresh as never }, token)).status).toBe(200)
  })

  test('are imported with permission, and omitted in the sheet of other users', async () => {
    const partner = await makePartner(db, figures)
    const { token } = await someone(rights)
    const rows = [
      ['Šifra', 'Naziv', 'Dug'],
      [partner.id, 'Preimenovan', 99],
    ]
    const files = { file: sheetFile(rows, 'x.xlsx') }
    expect((await call(partners.import, { form: {}, files }, token)).body.params).toMatchObject({
      right: 'figures.import',
    })
    const done = await call(partners.import, { form: { is_update_financial: 'false' }, files }, token)
    expect([done.status, done.body.unknown_columns]).toEqual([200, ['Dug']])
    expect(await stored(partner.id)).toMatchObject({ debt: '12.500' })
  })
})

test('an import of them is undone only with the permission to import them', async () => {
  const partner = await makePartner(db, { debt: '1' })
  const upload = (rows: (string | number)[][]) => ({
    file: sheetFile(rows, 'x.xlsx'),
  })
  const { token } = await someone(without('figures'))
  const undo = async (as: string) => {
    const { body } = await call(partners.importStatus, {})
    return call(partners.undoImport, { body: { id: body.last?.id ?? 0 } }, as)
  }
  const debt = upload([
    ['Šifra', 'Dug'],
    [partner.id, 99],
  ])
  await call(partners.import, { form: { is_update_financial: 'true' }, files: debt })
  expect((await undo(token)).body.params).toMatchObject({ right: 'figures.import' })
  expect((await undo(staff)).status).toBe(200)
  const name = upload([
    ['Šifra', 'Naziv'],
    [partner.id, 'Drugi naziv'],
  ])
  await call(partners.import, { form: { is_update_financial: 'false' }, files: name }, token)
  expect((await undo(token)).status).toBe(200)
  // A new partner's debt is 0, but this file had none.
  const category = await makeCategory(db)
  const city = await makeCity(db)
  const fresh = upload([
    ['Šifra', 'Naziv', 'Kategorije', 'Grad'],
    [77_002, 'Novi', category.name, city.name],
  ])
  const added = await call(partners.import, { form: { is_update_financial: 'false' }, files: fresh }, token)
  expect(added.status).toBe(200)
  expect((await undo(token)).status).toBe(200)
})

test('records that use another are named with permission, and otherwise counted', async () => {
  const city = await makeCity(db)
  await makePartner(db, { name: 'Skriveni', city_id: city.id })
  const off = async (rights: readonly string[]) => {
    const { token } = await someone(rights)
    const params = { id: String(city.id) }
    return (await call(routesOf(cities).toggle, { params, body: { is_active: false } }, token)).body.used_by
  }
  expect(await off(['cities.see', 'cities.change'])).toEqual({ table: 'partners', count: 1, records: [] })
  const seen = await off(['cities.see', 'cities.change', 'partners.see'])
  expect(seen?.records).toMatchObject([{ name: 'Skriveni' }])
})

test('a slider notifies partners only with the permission to send', async () => {
  const slider = await makeSlider(db)
  const { token } = await someone(['sliders.see', 'sliders.change'])
  const categories = [(await makeCategory(db)).id]
  const body = { name: slider.name, type: 3, categories, dates: ['2099-01-01'], notification_text: 'Akcija' }
  const save = (push_notification: boolean) =>
    call(
      sliders.updateJson,
      { params: { id: String(slider.id) }, body: { ...body, push_notification } as never },
      token,
    )
  expect((await save(true)).body.params).toMatchObject({ right: 'sliders.send' })
  expect((await save(false)).status).toBe(200)
})

test('the home page counts only what the user may see', async () => {
  const { token } = await someone(['products.see', 'customerSupport.see', 'stores.see'])
  expect(Object.keys((await call(home.figures, {}, token)).body).sort()).toEqual([
    'products',
    'stores',
    'support',
  ])
})

test('the history has only what the user may see, and debts only with permission', async () => {
  const partner = await makePartner(db, { name: 'Istorijski', debt: '41' })
  const product = await makeProduct(db)
  const { token } = await someone(['history.see', 'history.export', 'partners.see'])
  const { body } = await call(history.index, { body: {} }, token)
  expect(new Set(body.result.map(({ table }) => table))).toEqual(new Set(['partners']))
  expect(body.total_rows).toBe(
    (await call(history.index, { body: { filters: { table: 'partners' } } })).body.total_rows,
  )
  const own = { table: 'partners' as const, id: String(partner.id) }
  const columns = async () =>
    (await call(history.ofRecord, { params: own, query: {} }, token)).body.result.flatMap(({ values }) =>
      values.map(({ column }) => column),
    )
  expect(await columns()).not.toContain('debt')
  expect(await columns()).toContain('name')
  expect(JSON.stringify(body.result)).not.toContain('debt')
  const other = await call(
    history.ofRecord,
    { params: { table: 'products', id: String(product.id) }, query: {} },
    token,
  )
  expect(other.body.params).toMatchObject({ right: 'products.see' })
  await setRights(['history.see', 'partners.see', 'figures.see'])
  expect(await columns()).toContain('debt')
})

test('a file of the history has only what the user may export', async () => {
  await makePartner(db, { name: 'Izvezeni', debt: '4177' })
  await makeProduct(db, { name: 'Skriveni proizvod' })
  const file = { name: 'x', format: 'xlsx' as const, columns: ['table', 'record', 'values'] as never }
  const rowsFor = async (rights: readonly string[]) => {
    const { token } = await someone(rights)
    const { bytes } = await call(history.index, { body: { report_data: file } }, token)
    return JSON.stringify(await readRows(bytes))
  }
  const seen = ['history.see', 'history.export', 'partners.see', 'figures.see', 'products.see']
  expect(await rowsFor(seen)).not.toContain('Izvezeni')
  const partnersOnly = await rowsFor([...seen, 'partners.export'])
  expect(partnersOnly).toContain('Izvezeni')
  expect(partnersOnly).not.toContain('4.177')
  expect(partnersOnly).not.toContain('Skriveni proizvod')
  expect(await rowsFor([...seen, 'partners.export', 'figures.export'])).toContain('4.177')
})

test('a webhook and its log need the permission to see its data', async () => {
  const events = ['partner.changed', 'cart_item.created'] as const
  const body = { name: 'ERP', url: 'https://erp.invalid/', events: [...events] }
  const { id, version } = (await call(webhooks.create, { body })).body
  const params = { id: String(id) }
  await call(webhooks.setState, { params, body: { state: 'paused' } })
  await makePartner(db, { debt: '4178' })
  const [sent] = (await call(webhooks.deliveries, { params, body: {} })).body.result
  const opened = { params: { id: String(sent?.id) } }
  const see = 'webhooks.see'
  const change = 'webhooks.change'
  const { token } = await someone([see, change, 'partners.see', 'cart.see'])
  const moved = { params, body: { ...body, url: 'https://mine.invalid/', version: version + 1 } }
  const fewer = { ...body, events: ['cart_item.created' as const] }
  const moveFewer = { params, body: { ...moved.body, events: fewer.events } }
  for (const refused of [
    await call(webhooks.create, { body: { ...body, name: 'Moj' } }, token),
    await call(webhooks.update, moved, token),
    await call(webhooks.update, moveFewer, token),
    await call(webhooks.delivery, opened, token),
    await call(webhooks.resend, opened, token),
  ])
    expect(refused.body.params).toMatchObject({ right: 'figures.see' })
  // Pending deliveries go to the new URL, also of events that the webhook is no longer subscribed to.
  await call(webhooks.update, { params, body: { ...fewer, version: version + 1 } })
  const later = { params, body: { ...moveFewer.body, version: version + 2 } }
  expect((await call(webhooks.update, later, token)).body.params).toMatchObject({ right: 'figures.see' })
  const { token: other } = await someone([see, change, 'partners.see', 'figures.see', 'cart.see'])
  expect((await call(webhooks.update, later, other)).status).toBe(200)
  expect((await call(webhooks.delivery, opened, other)).body.type).toBe('partner.changed')
  await call(webhooks.remove, { params })
})

test('a file of a webhook log names only the records that the user may export', async () => {
  const body = { name: 'ERP', url: 'https://erp.invalid/', events: ['partner.changed' as const] }
  const { id } = (await call(webhooks.create, { body })).body
  const params = { id: String(id) }
  await call(webhooks.setState, { params, body: { state: 'paused' } })
  await makePartner(db)
  await db
    .updateTable('webhook_events')
    .set({ data: { name: 'Javljeni' } })
    .execute()
  const report_data = { name: 'x', format: 'xlsx' as const }
  const log = async (rights: readonly string[]) => {
    const { token } = await someone([
      ...rights,
      'webhooks.see',
      'webhooks.export',
      'partners.see',
      'figures.see',
    ])
    const file = await call(webhooks.deliveries, { params, body: { report_data } }, token)
    const { body } = await call(webhooks.deliveries, { params, body: {} }, token)
    return [JSON.stringify(await readRows(file.bytes)).includes('Javljeni'), body.result[0]?.record]
  }
  expect(await log([])).toEqual([false, 'Javljeni'])
  expect(await log(['partners.export'])).toEqual([false, 'Javljeni'])
  expect(await log(['partners.export', 'figures.export'])).toEqual([true, 'Javljeni'])
  await call(webhooks.remove, { params })
})

test('a stream follows current permissions, and publishes their changes', async () => {
  const { origin } = await listen(app)
  const { user, token } = await someone(without('sliders'))
  const slider = await makeSlider(db)
  const stream = await openStream(`${origin}/api/events`, token)
  // The witness may see everything and gets events at the same time: when it has received one, the other stream has
  // received it or never will.
  const witness = await openStream(`${origin}/api/events`, staff)
  let activated = 0
  const activate = async () => {
    await call(sliders.setVisibility, { params: { id: String(slider.id) }, body: null })
    activated += 1
    await witness.until(activated)
  }
  const types = () => stream.received.map(({ type }) => type)
  const give = async (rights: readonly string[]) => {
    const { body } = await call(rolePermissions.index, {})
    const version = body[1]?.version ?? 0
    await call(rolePermissions.update, {
      params: { role: 'user_manager' },
      body: { rights: [...rights] as never, version },
    })
  }
  await activate()
  await give([...without('sliders'), 'sliders.see'])
  await activate()
  await stream.until(2)
  expect(types()).toEqual(['rights', 'sliders'])
  await give(without('sliders'))
  await activate()
  await give([...without('sliders'), 'sliders.see'])
  await activate()
  await stream.until(5)
  expect(types()).toEqual(['rights', 'sliders', 'rights', 'rights', 'sliders'])
  // Another role has other permissions as well.
  await call(users.update, {
    params: { id: String(user.id) },
    body: { name: user.name, username: user.username, role: 'user_engineer' },
  })
  await stream.until(6)
  expect(types().at(-1)).toBe('rights')
  await stream.close()
  await witness.close()
})

test('areas have labels in both languages and include the permission to see', () => {
  for (const [name, { label, verbs }] of Object.entries(permissionAreas)) {
    expect([label.cnr, label.en].every(Boolean), name).toBe(true)
    expect(verbs[0], name).toBe('see')
  }
})
