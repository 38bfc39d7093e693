import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { history } from '@kontor/contract/history'
import { home } from '@kontor/contract/home'
import type { Role } from '@kontor/contract/lib/http/about'
import { events } from '@kontor/contract/lib/http/events'
import type { RequestInput } from '@kontor/contract/lib/http/route'
import { syncOf } from '@kontor/contract/lib/imports/source'
import { partners } from '@kontor/contract/partners'
import { defaultPermissions } from '@kontor/contract/permissions'
import { products } from '@kontor/contract/products'
import { session } from '@kontor/contract/session'
import { users } from '@kontor/contract/users'
import { apiKeys, curlLines, PRICE_LIST, PRODUCT_LINES } from '@kontor/contract/users/keys'
import { rolePermissions } from '@kontor/contract/users/roles'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { idOf, listen, startApp } from '../../../../test/app.ts'
import { makeProduct, makeUser, PASSWORD } from '../../../../test/make.ts'
import { makeBook } from '../../../../test/odd-files.ts'
import { readRows } from '../../../../test/sheets.ts'

const { app, db, call, inject, tokenOf, signIn, staff, staffUser } = await startApp()

let made = 0
const create = (body: Partial<RequestInput<typeof apiKeys.create>['body']> = {}, as = staff) => {
  made += 1
  return call(apiKeys.create, { body: { name: `ERP ${made}`, role: 'user_engineer', ...body } }, as)
}
async function makeKey(body: Partial<RequestInput<typeof apiKeys.create>['body']> = {}) {
  const answer = await create(body)
  expect(answer.status).toBe(200)
  return answer.body
}
const revoke = (key: { id: number }, as = staff) => call(apiKeys.revoke, { params: idOf(key) }, as)
const listed = async (filters = {}) => (await call(apiKeys.index, { body: { filters } })).body.result
const see = (token: string) => call(products.index, { body: {} }, token)
const statusOf = async (token: string) => (await see(token)).status
async function setRights(role: Role, rights: readonly string[]) {
  const version = (await call(rolePermissions.index, {})).body.find((one) => one.role === role)?.version ?? 0
  const { status } = await call(rolePermissions.update, {
    params: { role },
    body: { rights: [...rights] as never, version },
  })
  expect(status).toBe(200)
}
const priceList = (rows: unknown[][]) =>
  Buffer.from(makeBook([['Šifra', 'Naziv', 'Cijena', 'Količina'], ...rows]))
/** A user with the permission to administer users and these permissions. */
async function administrator(rights: readonly string[]) {
  await setRights('user_manager', ['users.see', 'users.administer', ...rights])
  return tokenOf({ role: 'user_manager' })
}

afterEach(() => db.deleteFrom('roles').execute())

describe('a token is rejected', () => {
  test('when it is unknown, incomplete, or has additional characters', async () => {
    const { token } = await makeKey()
    expect(await statusOf(token)).toBe(200)
    const wrong = [
      `kontor_${'a'.repeat(43)}`,
      token.slice(0, -1),
      `${token}a`,
      token.slice('kontor_'.length),
      token.replace('kontor_', 'Kontor_'),
      'kontor_',
    ]
    for (const other of wrong) expect(await statusOf(other), other).toBe(401)
  })

  test('from the first request after its revocation, permanently', async () => {
    const key = await makeKey()
    expect(await statusOf(key.token)).toBe(200)
    expect((await revoke(key)).body).toMatchObject({ id: key.id, is_active: false })
    expect(await statusOf(key.token)).toBe(401)
    expect((await revoke(key)).status).toBe(200)
    expect(await statusOf(key.token)).toBe(401)
    const user = { params: idOf(key), body: { is_active: true } }
    expect((await call(users.toggle, user)).status).toBe(404)
  })

  test('of a call that waited behind others of its key while that was revoked', async () => {
    const { id, token } = await makeKey()
    const { answers } = await db.transaction().execute(async (tx) => {
      await sql`LOCK TABLE products IN ACCESS EXCLUSIVE MODE`.execute(tx)
      // Two are handled, fifty wait: when one more is refused the others have been authenticated.
      const answers = Array.from({ length: 53 }, () => statusOf(token))
      expect(await Promise.race(answers)).toBe(429)
      await revoke({ id })
      return { answers }
    })
    expect((await Promise.all(answers)).sort()).toEqual([200, 200, ...Array(50).fill(401), 429])
  })

  test('after its last day, by the office’s clock', async () => {
    const key = await makeKey({ ends_on: '2099-12-31' })
    const end = (days: number) =>
      db
        .updateTable('api_keys')
        .set({ ends_on: sql<string>`office_day() + ${days}::int` })
        .where('id', '=', key.id)
        .execute()
    await end(0)
    expect(await statusOf(key.token)).toBe(200)
    await end(-1)
    expect(await statusOf(key.token)).toBe(401)
    expect((await listed({ name: key.name }))[0]).toMatchObject({ has_ended: true, is_active: true })
  })
})

describe('a key is not a user:', () => {
  test('its name cannot sign in, and no username is confusable with it', async () => {
    const { id, name } = await makeKey()
    const { username } = await db
      .selectFrom('users')
      .select('username')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    for (const attempted of [username, name, `${name} (API)`, username.toLowerCase()])
      for (const password of ['-', PASSWORD]) {
        const body = { username: attempted, password }
        const answer = await call(session.login, { body }, null)
        expect([answer.status, answer.body.message]).toEqual([422, 'login_error'])
      }
    // The internal username of a key is still available.
    const body = { name: 'Neko', username, password: PASSWORD, confirmPassword: PASSWORD }
    expect((await call(users.create, { body })).status).toBe(200)
  })

  test('it is in no list or count of users, and cannot be edited as one', async () => {
    const counts = async () => [
      (await call(users.index, { body: {} })).body.total_rows,
      (await call(home.figures, {})).body.users,
      (await call(rolePermissions.index, {})).body.map((role) => role.users.length),
    ]
    const before = await counts()
    const { id, name } = await makeKey({ role: 'user_admin' })
    expect(await counts()).toEqual(before)
    expect((await call(users.index, { body: { filters: { search: name } } })).body.result).toEqual([])
    const body = { name: 'Preuzet', username: 'preuzet', password: PASSWORD }
    expect((await call(users.update, { params: { id: String(id) }, body } as never)).status).toBe(404)
    expect((await call(users.toggle, { params: { id: String(id) }, body: null })).status).toBe(404)
  })

  test('it does not count as the last Direktor', async () => {
    await makeKey({ role: 'user_admin' })
    const off = { params: idOf(staffUser), body: { is_active: false } }
    const { status, body } = await call(users.toggle, off)
    expect([status, body.message]).toEqual([422, 'validation.last_admin'])
  })

  test("routes of the user's account, and of users, permissions and keys, are closed to it, also with the role of a Direktor", async () => {
    const { token } = await makeKey({ role: 'user_admin' })
    const own = [
      call(session.me, {}, token),
      call(session.sessions, {}, token),
      call(session.endOtherSessions, {}, token),
      call(session.logout, {}, token),
      call(session.updateMe, { body: { name: 'Ja', username: 'ja', password: 'nova' } }, token),
      call(home.figures, {}, token),
      inject({ method: 'GET', url: events.staff.path, headers: { authorization: `Bearer ${token}` } }),
      inject({ method: 'GET', url: '/api/app/me', headers: { authorization: `Bearer ${token}` } }),
      call(users.index, { body: {} }, token),
      call(users.create, { body: { name: 'Neko', username: 'neko', password: 'lozinka' } } as never, token),
      call(rolePermissions.index, {}, token),
      create({}, token),
      call(apiKeys.index, { body: {} }, token),
      revoke({ id: 1 }, token),
    ]
    for (const [place, { status, body }] of (await Promise.all(own)).entries())
      expect([status, body.message], String(place)).toEqual([403, 'error.not_for_keys'])
    expect(await statusOf(token)).toBe(200)
  })
})

describe('the permissions of a key', () => {
  test('are the current ones of its role', async () => {
    const { token } = await makeKey()
    expect(await statusOf(token)).toBe(200)
    await setRights(
      'user_engineer',
      defaultPermissions('user_engineer').filter((right) => !right.startsWith('products.')),
    )
    const refused = await see(token)
    expect([refused.status, refused.body.message, refused.body.params]).toEqual([
      403,
      'error.forbidden_right',
      { right: 'products.see', verb: 'see' },
    ])
    await setRights('user_engineer', defaultPermissions('user_engineer'))
    expect(await statusOf(token)).toBe(200)
  })

  test('are restricted to the chosen ones that the role still has', async () => {
    const { token } = await makeKey({ role: 'user_manager', rights: ['products.see', 'partners.see'] })
    const upload = () =>
      call(products.import, { form: {}, files: { file: new Blob([priceList([])]) } as never }, token)
    const list = () => call(partners.index, { body: {} }, token)
    expect([await statusOf(token), (await list()).status, (await upload()).status]).toEqual([200, 200, 403])
    const file = { name: 'x', format: 'xlsx' as const }
    const asFile = await call(products.index, { body: { report_data: file } }, token)
    expect(asFile.body.params).toMatchObject({ right: 'products.export' })
    await setRights('user_manager', ['products.see', 'products.change', 'cities.see'])
    expect([await statusOf(token), (await list()).status]).toEqual([200, 403])
  })

  test('remain when its creator is deactivated, which the list shows', async () => {
    const maker = await makeUser(db)
    const { body: key } = await create({}, await signIn(maker.username))
    expect((await listed({ name: key.name }))[0]?.created_by).toEqual({
      id: maker.id,
      name: maker.name,
      is_active: true,
    })
    await call(users.toggle, { params: idOf(maker), body: { is_active: false } })
    expect(await statusOf(key.token)).toBe(200)
    expect((await listed({ name: key.name }))[0]?.created_by?.is_active).toBe(false)
  })

  test("allow two requests at a time, while users' requests continue", async () => {
    const { token } = await makeKey()
    const calls = Array.from({ length: 60 }, () => statusOf(token))
    const own = await see(staff)
    expect(own.status).toBe(200)
    const tally = Map.groupBy(await Promise.all(calls), (status) => status)
    expect([tally.get(200)?.length, tally.get(429)?.length]).toEqual([52, 8])
  })
})

describe('adding a key', () => {
  test('is rejected without the permission, and for invalid name, role, permissions and day', async () => {
    const token = await administrator([])
    await setRights('user_manager', ['users.see', 'users.change'])
    expect((await create({}, token)).status).toBe(403)
    const { status, body } = await create({ name: 'x', role: 'boss', rights: [], ends_on: '31.12.' } as never)
    expect([status, body.errors]).toEqual([
      422,
      {
        name: ['validation.key_name'],
        role: ['validation.type'],
        rights: ['validation.key_rights'],
        ends_on: ['validation.day'],
      },
    ])
    const past = await create({ ends_on: '2020-01-01' })
    expect([past.status, past.body.errors]).toEqual([436, { ends_on: ['validation.past_date'] }])
    expect((await create({ rights: ['products.import'] })).body.errors).toEqual({
      rights: ['validation.right_without_see'],
    })
    for (const right of ['users.see', 'products.fly'] as never[])
      expect((await create({ rights: [right] })).status, right).toBe(422)
    expect((await create({ rights: ['customerSupport.see', 'customerSupport.change'] })).body.errors).toEqual(
      { rights: ['validation.right_beyond_role'] },
    )
  })

  test('cannot grant more than the caller has', async () => {
    const token = await administrator(['products.see', 'products.import'])
    const beyond = [
      { role: 'user_engineer' },
      { role: 'user_admin' },
      { role: 'user_admin', rights: ['products.see', 'products.change'] },
    ] as const
    for (const body of beyond) {
      const answer = await create({ ...body, rights: 'rights' in body ? [...body.rights] : null }, token)
      expect([answer.status, answer.body.message]).toEqual([403, 'error.beyond_own_rights'])
    }
    const own = await create({ role: 'user_manager' }, token)
    const part = await create({ role: 'user_admin', rights: ['products.see'] }, token)
    expect([own.status, part.status]).toEqual([200, 200])
  })

  test('is rejected for the name of a valid key, until that is revoked', async () => {
    const key = await makeKey({ name: 'Pantheon' })
    expect((await create({ name: ' PANTHEON ' })).body.errors).toEqual({
      name: ['validation.key_name_taken'],
    })
    await revoke(key)
    expect((await create({ name: 'Pantheon' })).status).toBe(200)
  })

  test('returns its token once and stores only its hash', async () => {
    const { token, ...key } = await makeKey({ rights: ['products.see'], ends_on: '2099-12-31' })
    expect(token).toMatch(/^kontor_[\w-]{43}$/)
    expect(key).toMatchObject({
      role: 'user_engineer',
      rights: ['products.see'],
      prefix: token.slice(0, 11),
      ends_on: '2099-12-31',
      has_ended: false,
      last_used_at: null,
      is_active: true,
    })
    expect(JSON.stringify(await listed())).not.toContain(token)
    const { rows } = await sql<{ text: string }>`SELECT row_to_json(u)::text AS text FROM users u UNION ALL
      SELECT row_to_json(k)::text FROM api_keys k UNION ALL SELECT row_to_json(t)::text FROM api_key_tokens t UNION ALL
      SELECT row_to_json(h)::text FROM history h`.execute(db)
    expect(rows.map(({ text }) => text).join()).not.toContain(token)
  })
})

test('a key with more permissions than the caller can neither be renamed nor revoked', async () => {
  const token = await administrator(['products.see'])
  const rename = (key: { id: number; name: string; version: number }) =>
    call(apiKeys.update, { params: idOf(key), body: { name: `${key.name} x`, version: key.version } }, token)
  const all = await makeKey({ role: 'user_admin' })
  const part = await makeKey({ rights: ['products.see', 'products.import'] })
  for (const key of [all, part])
    for (const { status, body } of [await rename(key), await revoke(key, token)])
      expect([status, body.message]).toEqual([403, 'error.beyond_own_rights'])
  expect([await statusOf(all.token), await statusOf(part.token)]).toEqual([200, 200])
  const within = await makeKey({ rights: ['products.see'] })
  expect([(await rename(within)).status, (await revoke(within, token)).status]).toEqual([200, 200])
})

test('the list is exported, with labels of permissions', async () => {
  const { name } = await makeKey({ rights: ['products.see', 'products.import'] })
  const body = { filters: { name }, report_data: { name: 'Ključevi', format: 'xlsx' as const } }
  const { bytes } = await call(apiKeys.index, { body })
  expect(JSON.stringify(await readRows(bytes))).toContain('Proizvodi – vidi, Proizvodi – uvozi')
})

test("the history has the key's changes with labels, without a user's", async () => {
  const key = await makeKey({ rights: ['products.see'] })
  const body = { name: `${key.name} novi`, version: key.version }
  expect((await call(apiKeys.update, { params: idOf(key), body })).body.name).toBe(body.name)
  const late = await call(apiKeys.update, { params: idOf(key), body })
  expect([late.status, (late.body.current as { name: string }).name]).toEqual([409, body.name])
  await revoke(key)
  const told = await call(history.index, { body: { filters: { record_id: String(key.id) } } })
  const entries = told.body.result.filter(({ table }) => table === 'api_keys' || table === 'users')
  expect(entries.map(({ table, action, person }) => [table, action, person?.id])).toEqual([
    ['api_keys', 'update', staffUser.id],
    ['api_keys', 'update', staffUser.id],
    ['api_keys', 'create', staffUser.id],
  ])
  const values = (place: number) =>
    entries[place]?.values.filter(({ column }) => ['name', 'is_active', 'rights', 'role'].includes(column))
  expect(values(0)).toEqual([{ column: 'is_active', before: true, after: false }])
  expect(values(1)).toEqual([{ column: 'name', before: key.name, after: body.name }])
  expect(values(2)).toContainEqual({ column: 'rights', before: null, after: ['products.see'] })
  const own = { params: { table: 'api_keys', id: String(key.id) }, query: {} } as const
  expect((await call(history.ofRecord, own)).body.total_rows).toBe(3)
})

describe('the printed commands', () => {
  const run = promisify(execFile)
  /** Exit code of a shell without curl. */
  const NOT_FOUND = 127
  const productLines = '{"erp_code":"LINIJA-1","name":"Filter ulja","price":"7.90","quantity":4}\n'
  /** Sends the request of a curl command. */
  async function fetched(line: string, file: Buffer) {
    const texts = [...line.matchAll(/"([^"]*)"/g)].map(([, text = '']) => text)
    const form = new FormData()
    for (const text of texts.filter((one) => one.includes('=')))
      if (text === `file=@${PRICE_LIST}`) form.append('file', new File([new Uint8Array(file)], PRICE_LIST))
      else form.append('dry_run', text.replace('dry_run=', ''))
    const headers = { authorization: texts[0]?.replace('Authorization: ', '') ?? '' }
    const posts = line.includes(' -F ') && { method: 'POST', body: form }
    if (line.includes(' -T ')) {
      const type = { 'content-type': texts[1]?.replace('Content-Type: ', '') ?? '' }
      const puts = { method: 'PUT', headers: { ...headers, ...type }, body: productLines }
      return (await fetch(texts.at(-1) ?? '', puts)).text()
    }
    return (await fetch(texts.at(-1) ?? '', { headers, ...posts })).text()
  }
  /** Runs the command in a shell, in a folder with the price list. */
  async function pasted(line: string, file: Buffer) {
    const folder = await mkdtemp(join(tmpdir(), 'kontor-curl-'))
    try {
      await writeFile(join(folder, PRICE_LIST), file)
      await writeFile(join(folder, PRODUCT_LINES), productLines)
      const { stdout } = await run('sh', ['-c', `${line} --silent`], { cwd: folder }).catch(
        async (error: { code: unknown }) => {
          if (error.code !== NOT_FOUND) throw error
          return { stdout: await fetched(line, file) }
        },
      )
      return JSON.parse(stdout)
    } finally {
      await rm(folder, { recursive: true })
    }
  }

  test('preview a price list, import it, read partners and sync products, with the key in the history, and a user can undo it', async () => {
    const { origin } = await listen(app)
    const rights = ['products.see', 'products.import', 'partners.see'] as const
    const key = await makeKey({ rights: [...rights] })
    const lines = curlLines(origin, key.token)
    const { id, erp_code } = await makeProduct(db, { price: '10' })
    const file = priceList([[erp_code, 'Ulje 5W30', 12.5, 3]])
    const priceOf = async () => (await call(products.one, { params: { id: String(id) } })).body.price

    expect(await pasted(lines.preview, file)).toMatchObject({ applied: false, counts: { update: 1 } })
    expect(Number(await priceOf())).toBe(10)
    expect(await pasted(lines.import, file)).toMatchObject({ applied: true, counts: { update: 1 } })
    expect(Number(await priceOf())).toBe(12.5)
    expect(await pasted(lines.partners, file)).toBeInstanceOf(Array)
    expect(await pasted(lines.sync, file)).toEqual({ line: 1, key: 'LINIJA-1', result: 'created' })

    const acting = `${key.name} (API)`
    const { body } = await call(history.index, { body: { filters: { person: acting } } })
    expect(body.result.map(({ action, person }) => [action, person])).toEqual([
      ['import', { id: key.id, name: acting }],
      ['import', { id: key.id, name: acting }],
    ])
    for (const file_name of ['cjenovnik.xlsx', syncOf('products')]) {
      const { last } = (await call(products.importStatus, {})).body
      expect(last).toMatchObject({ user: acting, file_name, undoable: true })
      expect((await call(products.undoImport, { body: { id: last?.id ?? 0 } })).status).toBe(200)
    }
    expect(await call(products.index, { body: { filters: { erp_code: 'LINIJA-1' } } })).toMatchObject({
      body: { total_rows: 0 },
    })
    await revoke(key)
    expect(await pasted(lines.import, file)).toMatchObject({ message: 'validation.session' })
  })
})

test('the OpenAPI document describes keys and the routes that accept them', async () => {
  const { body } = await inject<{
    components: { securitySchemes: object }
    paths: Record<string, Record<string, { security?: object[] }>>
  }>({ method: 'GET', url: '/api/openapi.json' })
  expect(body.components.securitySchemes).toHaveProperty('key.description')
  const either = [{ token: [] }, { key: [] }]
  expect(body.paths['/api/products/import']?.post?.security).toEqual(either)
  expect(body.paths['/api/users/index']?.post?.security).toBeUndefined()
  expect(body.paths['/api/sessions']?.get?.security).toBeUndefined()
})
