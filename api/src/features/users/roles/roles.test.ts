import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { history } from '@kontor/contract/history'
import type { Role } from '@kontor/contract/lib/http/about'
import { LEAST_ROLE, roles } from '@kontor/contract/lib/http/about'
import { allPermissions, defaultPermissions } from '@kontor/contract/permissions'
import { products } from '@kontor/contract/products'
import { session } from '@kontor/contract/session'
import { users } from '@kontor/contract/users'
import { rolePermissions } from '@kontor/contract/users/roles'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { listen, startApp } from '../../../../test/app.ts'
import { makePartner, makeProduct, makeUser } from '../../../../test/make.ts'
import { requestText, statusOf } from '../../../../test/socket.ts'
import { ensureDirector } from '../startup.ts'

const { another, app, db, call, makeSignedIn, signIn, staff, staffUser } = await startApp()

const someone = (role: Role) => makeSignedIn({ role })
const roleNow = async (role: Role) => {
  const { body } = await call(rolePermissions.index, {})
  const found = body.find((one) => one.role === role)
  if (!found) throw new Error(role)
  return found
}
/** Sets the permissions of a role. */
async function give(role: Role, rights: readonly string[], as = staff) {
  const { version } = await roleNow(role)
  return call(
    rolePermissions.update,
    { params: { role }, body: { rights: [...rights] as never, version } },
    as,
  )
}
const plus = (role: Role, ...more: string[]) => [...defaultPermissions(role), ...more]
const minus = (role: Role, ...less: string[]) =>
  defaultPermissions(role).filter((right) => !less.includes(right))

const { port } = await listen(app)

/** The response to a request whose body is sent only after something else has happened. */
async function withBodyLate(
  line: string,
  body: object,
  token: string,
  meanwhile: () => Promise<unknown>,
  type = 'application/json',
) {
  const payload = JSON.stringify(body)
  const socket = connect(port, '127.0.0.1')
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': type,
    'content-length': payload.length,
    expect: '100-continue',
  }
  socket.write(requestText(line, headers))
  await once(socket, 'data') // "100 Continue": the server handles the request now
  await meanwhile()
  const received = text(socket)
  socket.write(payload)
  return received
}

beforeEach(() => db.deleteFrom('roles').execute())

describe('the permissions of a role', () => {
  test('are listed with its users, the Direktor first, who has all', async () => {
    const { user } = await someone('user_financier')
    const { body } = await call(rolePermissions.index, {})
    expect(body.map(({ role }) => role)).toEqual(roles)
    expect(body[0]).toMatchObject({ rights: allPermissions, version: 1 })
    expect(body[3]?.rights).toEqual(defaultPermissions('user_financier'))
    expect(body[3]?.users).toContainEqual({ id: user.id, name: user.name })
  })

  test('cannot be changed for the Direktor, without permission, or to invalid ones', async () => {
    const { token } = await someone('user_manager')
    expect((await give('user_admin', [])).body.message).toBe('validation.unlimited_role')
    const refused = await give('user_manager', allPermissions, token)
    expect([refused.status, refused.body.message]).toEqual([403, 'error.forbidden_right'])
    expect(refused.body.params).toEqual({ right: 'users.administer', verb: 'administer' })
    for (const rights of [
      ['products.fly'],
      ['gold.see'],
      ['products.see', 'products.see', 7],
      ['products.change'],
    ])
      expect((await give('user_manager', rights as string[])).status, rights.join()).toBe(422)
    expect((await roleNow('user_manager')).rights).toEqual(defaultPermissions('user_manager'))
    await expect(
      db
        .insertInto('roles')
        .values({ id: 1, role: 'user_admin', name: 'x', given: [], taken: ['users.see'], version: 1 })
        .execute(),
    ).rejects.toMatchObject({ constraint: 'roles_unlimited' })
  })

  test('have a version: an outdated one is rejected with the current row', async () => {
    const before = await roleNow('user_engineer')
    const save = (rights: readonly string[]) =>
      call(rolePermissions.update, {
        params: { role: 'user_engineer' },
        body: { rights: [...rights] as never, version: before.version },
      })
    const both = await Promise.all([
      save(minus('user_engineer', 'stores.see')),
      save(plus('user_engineer', 'cities.change')),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const late = both.find(({ status }) => status === 409)
    expect(late?.body.current).toEqual(await roleNow('user_engineer'))
  })

  test('apply from the next request on, on every node, in both directions', async () => {
    const other = await another()
    const { token } = await someone('user_financier')
    const product = await makeProduct(db)
    const toggle = { params: { id: String(product.id) }, body: null }
    const there = async () => (await call(products.toggle, toggle, token, other)).status
    expect(await there()).toBe(403)
    await give('user_financier', plus('user_financier', 'products.change'))
    expect(await there()).toBe(200)
    expect((await call(session.me, {}, token)).body.rights).toContain('products.change')
    await give('user_financier', minus('user_financier', 'products.see'))
    expect(await there()).toBe(403)
    expect((await call(products.index, { body: {} }, token)).status).toBe(403)
  })

  test('apply to a user with a new role from the next request on', async () => {
    const { user, token } = await someone('user_manager')
    const see = () => call(rolePermissions.index, {}, token)
    expect((await see()).status).toBe(403)
    const update = (role: Role) =>
      call(users.update, {
        params: { id: String(user.id) },
        body: { name: user.name, username: user.username, role },
      })
    await update('user_admin')
    expect((await see()).status).toBe(200)
    await update('user_engineer')
    expect((await see()).status).toBe(403)
  })

  test('are in the history as granted and revoked ones, with the user', async () => {
    await give('user_engineer', [...minus('user_engineer', 'stores.see'), 'cities.change'])
    const { id } = await roleNow('user_engineer')
    await give('user_engineer', defaultPermissions('user_engineer'))
    const { body } = await call(history.ofRecord, { params: { table: 'roles', id: String(id) }, query: {} })
    expect(body.result.slice(0, 2).map(({ person, record, values }) => [person?.id, record, values])).toEqual(
      [
        [
          staffUser.id,
          'Stručni saradnik',
          [
            { column: 'given', before: null, after: ['stores.see'] },
            { column: 'taken', before: null, after: ['cities.change'] },
          ],
        ],
        [
          staffUser.id,
          'Stručni saradnik',
          [
            { column: 'given', before: null, after: ['cities.change'] },
            { column: 'taken', before: null, after: ['stores.see'] },
          ],
        ],
      ],
    )
  })
})

describe('privilege escalation', () => {
  const administrator = ['users.see', 'users.change', 'users.administer']

  test('users grant and revoke only permissions that they have, and never those to administer', async () => {
    await give('user_manager', plus('user_manager', ...administrator))
    const { token } = await someone('user_manager')
    await give('user_manager', [...minus('user_manager', 'products.import'), ...administrator])
    for (const [role, rights] of [
      ['user_engineer', defaultPermissions('user_engineer').filter((right) => right !== 'products.import')],
      ['user_manager', plus('user_manager', ...administrator)],
      ['user_engineer', plus('user_engineer', 'users.see', 'users.administer')],
      ['user_manager', minus('user_manager', 'products.import')],
    ] as const) {
      const { status, body } = await give(role, rights, token)
      expect([status, body.message], rights.join()).toEqual([403, 'error.beyond_own_rights'])
    }
    expect((await give('user_engineer', plus('user_engineer', 'stores.change'), token)).status).toBe(200)
  })

  test('users with less than a Direktor neither create a Direktor nor change one', async () => {
    await give('user_financier', plus('user_financier', 'users.see', 'users.change'))
    const { user, token } = await someone('user_financier')
    const { user: boss } = await someone('user_admin')
    const partners = await makeUser(db, { partner: true })
    const detach = { name: 'Ana', username: partners.username, partner_id: null, role: 'user_admin' as const }
    const update = (id: number, body: object) =>
      call(users.update, { params: { id: String(id) }, body: body as never }, token)
    const fresh = { name: 'Novi', username: 'novi.direktor', password: 'lozinka' }
    const refused = [
      await call(users.create, { body: { ...fresh, role: 'user_admin' } }, token),
      await call(users.create, { body: { ...fresh, role: 'user_manager' } }, token),
      await update(user.id, { name: user.name, username: user.username, role: 'user_admin' }),
      await update(boss.id, { name: boss.name, username: boss.username, password: 'preuzeto' }),
      await update(boss.id, { name: boss.name, username: boss.username, role: 'user_financier' }),
      await update(partners.id, detach),
      await call(users.toggle, { params: { id: String(boss.id) }, body: null }, token),
    ]
    expect(refused.map(({ status, body }) => [status, body.message])).toEqual(
      refused.map(() => [403, 'error.beyond_own_rights']),
    )
    expect(await signIn(boss.username)).toEqual(expect.any(String))
    expect((await call(users.create, { body: { ...fresh, role: 'user_financier' } }, token)).status).toBe(200)
    expect((await update(partners.id, { ...detach, role: 'user_financier' })).status).toBe(200)
  })

  test('a request whose body arrives late is authorised when it has arrived', async () => {
    const ousted = () => someone('user_admin')
    const demote = ({ user }: Awaited<ReturnType<typeof ousted>>) =>
      call(users.update, {
        params: { id: String(user.id) },
        body: { name: user.name, username: user.username, role: 'user_engineer' },
      })
    const deactivate = ({ user }: Awaited<ReturnType<typeof ousted>>) =>
      call(users.toggle, { params: { id: String(user.id) }, body: { is_active: false } })
    const { version } = await roleNow('user_engineer')
    for (const [meanwhile, status] of [
      [demote, 403],
      [deactivate, 401],
    ] as const) {
      for (const callOf of [
        ({ id, name, username }: { id: number; name: string; username: string }) =>
          [`PUT /api/users/${id}`, { name, username, role: 'user_admin' }] as const,
        () =>
          [
            'POST /api/users/add',
            { name: 'Novi', username: 'dok.traje', password: 'lozinka', role: 'user_admin' },
          ] as const,
        () => ['PUT /api/roles/user_engineer', { rights: ['stores.see'], version }] as const,
      ]) {
        const caller = await ousted()
        const [line, body] = callOf(caller.user)
        const answer = await withBodyLate(line, body, caller.token, () => meanwhile(caller))
        expect([line, statusOf(answer)]).toEqual([line, status])
      }
    }
    expect((await roleNow('user_engineer')).rights).toEqual(defaultPermissions('user_engineer'))
    const { user, token } = await someone('user_admin')
    const body = { name: 'Ostaje', username: user.username }
    const allowed = await withBodyLate(`PUT /api/users/${user.id}`, body, token, () => roleNow('user_admin'))
    expect(statusOf(allowed)).toBe(200)
  })

  test('the fields of lines are judged by the permissions of when all have arrived', async () => {
    const { token } = await someone('user_financier')
    const { id } = await makePartner(db)
    const sync = (debt: string, meanwhile: () => Promise<unknown>) =>
      withBodyLate('PUT /api/sync/partners', { id, debt }, token, meanwhile, 'application/x-ndjson')
    const debtNow = async () =>
      (await db.selectFrom('partners').select('debt').where('id', '=', id).executeTakeFirst())?.debt
    const revoked = await sync('99', () => give('user_financier', minus('user_financier', 'figures.import')))
    expect(statusOf(revoked)).toBe(422)
    expect(revoked).toContain('validation.unknown_field')
    expect(await debtNow()).toBe('0.000')
    const given = await sync('98', () => give('user_financier', plus('user_financier')))
    expect(statusOf(given)).toBe(200)
    expect(await debtNow()).toBe('98.000')
  })

  test("a partner's user has the least role, and never more than the caller's when he joins the staff", async () => {
    await give('user_financier', plus('user_financier', 'users.see', 'users.change'))
    const { token } = await someone('user_financier')
    const partner = await makePartner(db)
    const body = { name: 'Ana', username: 'partnerova', password: 'lozinka', partner_id: partner.id }
    const { body: made } = await call(users.create, { body: { ...body, role: 'user_admin' } })
    expect(made.role).toBe(LEAST_ROLE)
    await db.updateTable('users').set({ role: 'user_admin' }).where('id', '=', made.id).execute()
    const params = { id: String(made.id) }
    const free = { name: made.name, username: made.username, partner_id: null }
    expect((await call(users.update, { params, body: free })).body.role).toBe(LEAST_ROLE)
    const bound = await call(users.update, {
      params,
      body: { ...free, role: 'user_admin', partner_id: partner.id },
    })
    expect(bound.body.role).toBe(LEAST_ROLE)
    // The least role may change cities here and this caller may not, so it gets the caller's own role.
    await give(LEAST_ROLE, plus(LEAST_ROLE, 'cities.change'))
    expect((await call(users.update, { params, body: free }, token)).body.role).toBe('user_financier')
    const fresh = { name: 'Novi', username: 'bez.uloge', password: 'lozinka' }
    expect((await call(users.create, { body: fresh }, token)).body.role).toBe('user_financier')
  })

  test('a new member of the staff has the least role', async () => {
    const { body } = await call(users.create, {
      body: { name: 'Ivo', username: 'ivo.bez.uloge', password: 'lozinka' },
    })
    expect(body.role).toBe(LEAST_ROLE)
    const counts = roles.map((role) => defaultPermissions(role).length)
    expect(defaultPermissions(LEAST_ROLE).length).toBe(Math.min(...counts))
  })
})

describe('a Direktor', () => {
  const others = () =>
    db
      .updateTable('users')
      .set({ role: 'user_manager' })
      .where('id', '!=', staffUser.id)
      .where('role', '=', 'user_admin')
      .execute()
  const own = { name: staffUser.name, username: staffUser.username }
  const params = { id: String(staffUser.id) }

  test('always remains, whatever happens to other staff', async () => {
    await others()
    await someone('user_manager')
    const body = { ...own, role: 'user_manager' as const }
    expect((await call(users.update, { params, body })).body.errors).toEqual({
      role: ['validation.own_role'],
    })
    expect((await call(users.toggle, { params, body: null })).body.message).toBe('validation.last_admin')
    const { token } = await someone('user_admin')
    expect((await call(users.update, { params, body }, token)).status).toBe(200)
    await db.updateTable('users').set({ role: 'user_admin' }).where('id', '=', staffUser.id).execute()
  })

  test('is made at the start when there is none: the oldest active member of the staff', async () => {
    expect(await ensureDirector(db)).toBeUndefined()
    await sql`BEGIN; SET LOCAL kontor.rules = 'off'; UPDATE users SET role = 'user_financier'; COMMIT`.execute(
      db,
    )
    expect(await ensureDirector(db)).toEqual({ username: staffUser.username })
    expect(await ensureDirector(db)).toBeUndefined()
  })
})
