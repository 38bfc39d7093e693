import { allPermissions } from '@kontor/contract/permissions'
import { session } from '@kontor/contract/session'
import { secondFactor } from '@kontor/contract/session/factor'
import { signIns } from '@kontor/contract/users/signIns'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { makeUser, PASSWORD } from '../../../test/make.ts'
import { ATTEMPTS } from './attempts/rules.ts'

const { db, call, makeSignedIn, signIn } = await startApp({ PASSWORD_MIN_LENGTH: '6' })

async function someone() {
  const { user, token } = await makeSignedIn()
  const own = { name: user.name, username: user.username }
  const update = (more: object) => call(session.updateMe, { body: { ...own, ...more } as never }, token)
  const row = () => db.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow()
  return { user, update, row, token }
}

describe("changing the user's own data", () => {
  test('rejects fields that users cannot change themselves', async () => {
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

  test('writes nothing when nothing differs', async () => {
    const { update, row } = await someone()
    const before = await row()
    expect((await update({ password: '' })).status).toBe(200)
    expect(await row()).toEqual(before)
  })

  test('a new password alone leaves a name that the office has changed meanwhile', async () => {
    const { user, row, token } = await someone()
    const renamed = { name: 'Ana Vuković', username: `${user.username}.v`, email: 'ana.v@firma.me' }
    await db.updateTable('users').set(renamed).where('id', '=', user.id).execute()
    const body = { password: 'nova-lozinka', current_password: PASSWORD }
    expect((await call(session.updateMe, { body }, token)).body).toEqual(renamed)
    expect(await row()).toMatchObject(renamed)
    const name = await call(session.updateMe, { body: { name: 'Ana V.' } }, token)
    expect(name.body).toEqual({ ...renamed, name: 'Ana V.' })
  })

  test('makes a new password usable from anywhere at once, whatever strangers have tried before', async () => {
    const { user, update } = await someone()
    await db
      .insertInto('login_attempts')
      .values({
        key: `account:${user.username}`,
        attempts: ATTEMPTS.account,
        max_attempts: ATTEMPTS.account,
        resets_at: sql`now() + interval '10 minutes'`,
      })
      .onConflict((key) => key.column('key').doUpdateSet({ attempts: ATTEMPTS.account }))
      .execute()
    expect((await update({ password: 'nova-lozinka', current_password: PASSWORD })).status).toBe(200)
    const credentials = { username: user.username, password: 'nova-lozinka' }
    expect((await call(session.login, { body: credentials }, null)).status).toBe(200)
  })

  test('requires the current password for another password or username', async () => {
    const { update, row } = await someone()
    const before = await row()
    for (const change of [{ password: 'nova-lozinka' }, { username: 'preimenovana' }]) {
      for (const [current_password, key] of [
        [undefined, 'validation.field'],
        ['pogresna', 'validation.current_password'],
      ]) {
        const { status, body } = await update({ ...change, current_password })
        expect([status, body.errors]).toEqual([422, { current_password: [key] }])
      }
    }
    expect(await row()).toEqual(before)
  })

  test('the user sees wrong current passwords and codes in the log of sign-ins', async () => {
    const { update, token } = await someone()
    await update({ password: 'nova-lozinka', current_password: 'pogresna' })
    await call(secondFactor.startTotp, { body: { current_password: 'pogresna' } }, token)
    await call(secondFactor.removeTotp, { body: { code: 'abcde-fghjk' } }, token)
    const { body } = await call(signIns.own, {}, token)
    expect(body.map(({ outcome }) => outcome)).toEqual([
      'factor_wrong',
      'wrong_current',
      'wrong_current',
      'ok',
    ])
  })

  test('limits attempts at the current password like a sign-in, also after a rename', async () => {
    const { user, update } = await someone()
    const guess = () => update({ password: 'nova-lozinka', current_password: 'x' })
    const statuses = await Promise.all(Array.from({ length: 2 * ATTEMPTS.own }, guess))
    expect(statuses.filter(({ status }) => status === 422)).toHaveLength(ATTEMPTS.own)
    await db.updateTable('users').set({ username: 'drugacija' }).where('id', '=', user.id).execute()
    for (const change of [{ username: 'drugacija', password: 'nova-lozinka' }, { username: 'treca' }]) {
      expect((await update({ ...change, current_password: PASSWORD })).status).toBe(429)
    }
    expect(await signIn('drugacija')).toEqual(expect.any(String))
  })

  test("rejects a short password with this server's minimum", async () => {
    const { update } = await someone()
    const { status, body } = await update({ password: 'kratk', current_password: PASSWORD })
    expect([status, body.errors]).toEqual([422, { password: ['validation.short_password'] }])
    expect(body.params).toEqual({ min: 6 })
    expect((await update({ password: '😀'.repeat(5), current_password: PASSWORD })).status).toBe(422)
  })

  test('accepts long passwords completely, and rejects impossible ones', async () => {
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

  test('rejects a confusable username, and one with hidden characters', async () => {
    const { update } = await someone()
    await makeUser(db, { username: 'zauzeto' })
    for (const [username, key] of [
      ...['zauzeto', ' ZAUZETO ', 'ｚauzeto'].map((taken) => [taken, 'validation.unique_username']),
      ['zauzetо', 'validation.username_letters'], // the last letter is Cyrillic
      ['заузето', 'validation.username_alike'],
    ]) {
      const { status, body } = await update({ username, current_password: PASSWORD })
      expect([status, body.errors], username).toEqual([422, { username: [key] }])
    }
  })

  test('a name alone needs no password, and does not change it', async () => {
    const { update, row, user, token } = await someone()
    const { status, body } = await update({ name: ' Ana Anić ', password: '' })
    expect([status, body]).toEqual([200, { name: 'Ana Anić', username: user.username, email: null }])
    expect((await row()).password_hash).toBe(user.password_hash)
    const me = await call(session.me, {}, token)
    const { rights, ...own } = me.body
    expect(own).toMatchObject({ name: 'Ana Anić', username: user.username, role: 'user_admin' })
    expect(rights).toEqual(allPermissions)
  })

  test('another username works at the next sign-in, and an unusual old one may remain', async () => {
    const { update, user } = await someone()
    const { body } = await update({ username: 'ANA', current_password: PASSWORD })
    expect(body.username).toBe('ana')
    expect(await signIn('ana')).toEqual(expect.any(String))
    const username = `a\u0335${user.username}`
    await db.updateTable('users').set({ username }).where('id', '=', user.id).execute()
    expect((await update({ username, name: 'Novo ime' })).status).toBe(200)
  })
})
