import { history } from '@kontor/contract/history'
import type { Role } from '@kontor/contract/lib/http/about'
import { resources } from '@kontor/contract/resources'
import { session } from '@kontor/contract/session'
import { rolePermissions } from '@kontor/contract/users/roles'
import { settings } from '@kontor/contract/users/settings'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { makeUser } from '../../../../test/make.ts'

const { app, db, call, tokenOf, signIn, staff, staffUser } = await startApp()

const setRoles = (second_factor_roles: Role[]) =>
  db.updateTable('settings').set({ second_factor_roles }).returning('version').executeTakeFirstOrThrow()
const office = async () => (await call(settings.get, {})).body
const save = (body: object, token?: string) => call(settings.update, { body: body as never }, token)
const NONE = { hidden_resources: [], second_factor_roles: [] }

beforeEach(() => db.updateTable('settings').set(NONE).execute())
afterEach(() => db.deleteFrom('roles').execute())

describe('the settings of the office', () => {
  test('cannot be changed to invalid values or without a version', async () => {
    const { version } = await office()
    for (const body of [
      { ...NONE, version, hidden_resources: ['partners'] },
      { ...NONE, version, hidden_resources: ['cities', 'cities'] },
      { ...NONE, version, second_factor_roles: ['director'] },
      { ...NONE, version, second_factor_roles: ['user_admin', 'user_admin'] },
      { ...NONE, version, hidden_resources: 'cities' },
      { ...NONE, version, name: 'x' },
      NONE,
    ])
      expect((await save(body)).status, JSON.stringify(body)).toBe(422)
    expect(await office()).toEqual({ id: 1, ...NONE, version })
  })

  test('of a role cannot be changed by users with fewer permissions, and are kept when they change the rest', async () => {
    const rights = ['users.see', 'users.administer', 'products.see'] as const
    const roleVersion = (await call(rolePermissions.index, {})).body.find(
      ({ role }) => role === 'user_manager',
    )
    await call(rolePermissions.update, {
      params: { role: 'user_manager' },
      body: { rights: [...rights], version: roleVersion?.version ?? 0 },
    })
    const token = await tokenOf({ role: 'user_manager' })
    const required: Role[] = ['user_admin', 'user_engineer']
    const { version } = await setRoles(required)
    const choose = (roles: Role[], more: object = {}) =>
      save({ version, hidden_resources: [], second_factor_roles: roles, ...more }, token)
    for (const roles of [
      ['user_engineer'],
      ['user_admin'],
      [],
      [...required, 'user_financier'],
    ] as Role[][]) {
      const { status, body } = await choose(roles)
      expect([status, body.message], roles.join()).toEqual([403, 'error.beyond_own_rights'])
    }
    expect((await call(settings.get, {}, token)).body).toMatchObject({
      second_factor_roles: required,
      version,
    })
    const saved = await choose([...required].reverse(), { hidden_resources: ['cities'] })
    expect(saved.body).toMatchObject({ hidden_resources: ['cities'], second_factor_roles: required })
    const own = await choose([...required, 'user_manager'], { version: saved.body.version })
    expect(own.body.second_factor_roles).toEqual([...required, 'user_manager'])
  })

  test('have a version: an outdated one is rejected with the current row', async () => {
    const { version } = await office()
    const both = await Promise.all([
      save({ ...NONE, version, hidden_resources: ['cities'] }),
      save({ ...NONE, version, hidden_resources: ['countries'] }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)?.body.current).toEqual(await office())
  })

  test('apply to all staff from the next request on, and are published', async () => {
    const users = await Promise.all(
      (['user_engineer', 'user_financier'] as Role[]).map((role) => makeUser(db, { role })),
    )
    const tokens = await Promise.all(users.map(({ username }) => signIn(username)))
    const { version } = await office()
    const saved = await save({
      version,
      hidden_resources: ['countries', 'categories'],
      second_factor_roles: [],
    })
    expect(saved.body).toMatchObject({ hidden_resources: ['categories', 'countries'], version: version + 1 })
    for (const token of tokens)
      expect((await call(session.me, {}, token)).body.hidden_resources).toEqual(['categories', 'countries'])
    const events = await db.selectFrom('events').select('user_id').where('type', '=', 'rights').execute()
    expect(events.map(({ user_id }) => user_id)).toEqual(
      expect.arrayContaining([staffUser.id, ...users.map(({ id }) => id)]),
    )
  })

  test('hide no data: the routes of a hidden resource still work', async () => {
    const { version } = await office()
    await save({ version, hidden_resources: Object.keys(resources), second_factor_roles: [] })
    expect(
      (await app.inject({ url: '/api/countries', headers: { authorization: `Bearer ${staff}` } })).statusCode,
    ).toBe(200)
  })

  test('are in the history with labels', async () => {
    const { version } = await office()
    await save({ version, hidden_resources: ['cities'], second_factor_roles: ['user_manager'] })
    const { body } = await call(history.ofRecord, { params: { table: 'settings', id: '1' }, query: {} })
    expect(body.result[0]?.values).toEqual([
      { column: 'hidden_resources', before: [], after: ['cities'] },
      { column: 'second_factor_roles', before: [], after: ['user_manager'] },
    ])
    expect(body.result[0]?.person?.name).toBe(staffUser.name)
  })
})
