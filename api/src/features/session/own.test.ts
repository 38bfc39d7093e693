import { session } from '@kontor/contract/session'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { makeUser, PASSWORD } from '../../../test/make.ts'
import { ATTEMPTS } from './rules.ts'

const { db, call, signIn } = await startApp({ PASSWORD_MIN_LENGTH: '6' })

async function someone() {
  const user = await makeUser(db)
  const token = await signIn(user.username)
  const own = { name: user.name, username: user.username }
  const update = (more: object) => call(session.updateMe, { body: { ...own, ...more } as never }, token)
  const row = () => db.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow()
  return { user, update, row, token }
}

describe('changing one’s own data', () => {
  test('A16 refuses everything that is not one’s own to change', async () => {
    const { update, row } = await someone()
    const before = await row()
    const more = {
      is_active: false,
      role: 'user_manager',
      id: 1,
      partner_id: null,
      password_hash: 'x',
      version: 1,
    }
    const { status, body } = await update({ name: 'Drugo ime', ...more })
    expect(status).toBe(422)
    expect(Object.keys(body.errors ?? {}).sort()).toEqual(Object.keys(more).sort())
    expect(await row()).toEqual(before)
  })

  test('another password needs the current one', async () => {
    const { update, row } = await someone()
    const before = await row()
    const without = await update({ password: 'nova-lozinka' })
    expect([without.status, without.body.errors]).toEqual([422, { current_password: ['validation.field'] }])
    const wrong = await update({ password: 'nova-lozinka', current_password: 'pogresna' })
    expect([wrong.status, wrong.body.errors]).toEqual([
      422,
      { current_password: ['validation.current_password'] },
    ])
    expect(await row()).toEqual(before)
  })

  test('A1 the current password can be guessed no more often than at the sign-in', async () => {
    const { update } = await someone()
    const guess = () => update({ password: 'nova-lozinka', current_password: 'x' })
    const statuses = await Promise.all(
      Array.from({ length: ATTEMPTS.both + 2 }, async () => (await guess()).status),
    )
    expect(statuses.filter((status) => status === 422)).toHaveLength(ATTEMPTS.both)
    expect((await update({ password: 'nova-lozinka', current_password: PASSWORD })).status).toBe(429)
  })

  test('refuses a short password with the least length of this server', async () => {
    const { update } = await someone()
    const { status, body } = await update({ password: 'kratk', current_password: PASSWORD })
    expect([status, body.errors]).toEqual([422, { password: ['validation.short_password'] }])
    expect(body.params).toEqual({ min: 6 })
    expect((await update({ password: '😀'.repeat(5), current_password: PASSWORD })).status).toBe(422)
  })

  test('A5 takes long passwords whole, and none that can be no password', async () => {
    const { user, update } = await someone()
    const long = `${'š'.repeat(511)}ab`
    expect((await update({ password: `${long}c`, current_password: PASSWORD })).status).toBe(422)
    for (const password of ['lozinka\u0000', 'lozinka\ud800']) {
      expect((await update({ password, current_password: PASSWORD })).status).toBe(422)
    }
    expect((await update({ password: long, current_password: PASSWORD })).status).toBe(200)
    expect(await signIn(user.username, long.slice(0, -1))).toBeUndefined()
    expect(await signIn(user.username, long)).toEqual(expect.any(String))
  })

  test('refuses a taken username, however it is spelled', async () => {
    const { update } = await someone()
    await makeUser(db, { username: 'zauzeto' })
    for (const username of ['zauzeto', ' ZAUZETO ', 'ｚauzeto']) {
      const { status, body } = await update({ username })
      expect([status, body.errors]).toEqual([422, { username: ['validation.unique_username'] }])
    }
  })

  test('a name and a username alone need no password, and keep it', async () => {
    const { update, row, user, token } = await someone()
    const { status, body } = await update({ name: ' Ana Anić ', username: 'ANA', password: '' })
    expect([status, body]).toEqual([200, { name: 'Ana Anić', username: 'ana' }])
    expect((await row()).password_hash).toBe(user.password_hash)
    const me = await call(session.me, {}, token)
    expect(me.body).toEqual({ name: 'Ana Anić', username: 'ana', role: 'user_admin' })
  })
})
