import { session } from '@kontor/contract/session'
import { users } from '@kontor/contract/users'
import { describe, expect, test } from 'vitest'
import { idOf, startApp } from '../../../test/app.ts'
import { makePartner, makeUser, PASSWORD } from '../../../test/make.ts'

const { db, call, makeSignedIn, signIn } = await startApp({ PASSWORD_MIN_LENGTH: '6' })

const filled = { name: 'Ana Anić', password: 'lozinka', confirmPassword: 'lozinka' }

describe('adding a user', () => {
  test('rejects all invalid fields at once', async () => {
    const body = { name: 'A', username: 'dva imena', password: '', confirmPassword: 'x', is_admin: true }
    const { status, body: answer } = await call(users.create, { body } as never)
    expect(status).toBe(422)
    expect(answer.errors).toEqual({
      name: ['validation.user_name'],
      username: ['validation.username'],
      password: ['validation.field'],
      is_admin: ['validation.unknown_field'],
    })
  })

  test('rejects passwords that differ, and short ones with the minimum', async () => {
    const differs = { ...filled, username: 'razlika', confirmPassword: 'lozinkA' }
    const { body } = await call(users.create, { body: differs })
    expect(body.errors).toEqual({ confirmPassword: ['validation.password_match'] })
    const short = { ...filled, username: 'kratka', password: 'kratk', confirmPassword: 'kratk' }
    const answer = await call(users.create, { body: short })
    expect([answer.body.errors, answer.body.params]).toEqual([
      { password: ['validation.short_password'] },
      { min: 6 },
    ])
  })

  test('rejects a username that looks like another: 422, or 434 for an inactive one', async () => {
    await makeUser(db, { username: 'marko' })
    await makeUser(db, { username: 'janko', is_active: false })
    for (const username of ['marko', ' MARKO', 'ｍarko', 'Ⓜarko']) {
      const { status, body } = await call(users.create, { body: { ...filled, username } })
      expect([status, body.errors], username).toEqual([422, { username: ['validation.unique_username'] }])
    }
    const inactive = await call(users.create, { body: { ...filled, username: 'JANKO' } })
    expect([inactive.status, inactive.body.message]).toEqual([434, 'validation.exists_inactive'])
  })

  test('rejects a username with hidden characters', async () => {
    for (const username of [
      'admin\u200b',
      '\u2060admin',
      'аdmin',
      'adm\u00adin',
      'a\u0335na',
      'ɑna',
      'αna',
      'ana٣',
      'a\u3164',
      'ana\ufe0f',
    ]) {
      const { status, body } = await call(users.create, { body: { ...filled, username } })
      expect([status, body.errors], username).toEqual([422, { username: ['validation.username_letters'] }])
    }
  })

  test('rejects a username that sounds or looks like another, and accepts other scripts otherwise', async () => {
    for (const username of ['сара', 'čović', 'poruka', 'порука1']) await makeUser(db, { username })
    const body = (username: string) => ({ ...filled, username })
    for (const [username, lookalike] of [
      ['capa', 'сара'],
      ['sara', 'сара'],
      ['cović', 'čović'],
      ['човић', 'čović'],
      ['порука', 'poruka'],
      ['poruka1', 'порука1'],
    ] as const) {
      const { status, body: answer } = await call(users.create, { body: body(username) })
      expect([status, answer.errors], username).toEqual([422, { username: ['validation.username_alike'] }])
      expect(answer.params).toEqual({ username: lookalike })
    }
    expect((await call(users.create, { body: body('ђорђе') })).status).toBe(200)
  })

  test('of two simultaneous confusable usernames one succeeds', async () => {
    const added = ['зоран', 'zoran'].map((username) => call(users.create, { body: { ...filled, username } }))
    expect((await Promise.all(added)).map(({ status }) => status).sort()).toEqual([200, 422])
  })

  test('finds an inactive duplicate with any characters', async () => {
    for (const username of ['a)=(b', "o'neil,", 'x)=(y)', '"navod"', 'back\\slash']) {
      await makeUser(db, { username, is_active: false })
      expect((await call(users.create, { body: { ...filled, username } })).status, username).toBe(434)
    }
  })

  test('rejects a missing or inactive partner', async () => {
    const { id } = await makePartner(db, { is_active: false })
    const body = { ...filled, username: 'partnerov' }
    const missing = await call(users.create, { body: { ...body, partner_id: 2_000_000_000 } })
    expect([missing.status, missing.body.errors]).toEqual([422, { partner_id: ['validation.not_found'] }])
    const inactive = await call(users.create, { body: { ...body, partner_id: id } })
    expect([inactive.status, inactive.body.errors]).toEqual([422, { partner_id: ['validation.inactive'] }])
  })

  test('twice at once adds one', async () => {
    const body = { ...filled, username: 'dvaput' }
    const answers = await Promise.all(Array.from({ length: 5 }, () => call(users.create, { body })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422])
  })

  test('returns the added user, who can sign in', async () => {
    const partner = await makePartner(db, { name: 'Auto Centar' })
    const body = {
      ...filled,
      name: ' Mira ',
      username: 'ＭIRA',
      role: 'user_manager',
      partner_id: partner.id,
    } as const
    const { status, body: user } = await call(users.create, { body })
    expect(status).toBe(200)
    expect(user).toMatchObject({
      name: 'Mira',
      username: 'mira',
      role: 'user_engineer',
      partner: { id: partner.id, name: 'Auto Centar' },
      is_active: true,
      version: 1,
    })
    expect(await signIn('Mira', 'lozinka')).toEqual(expect.any(String))
  })
})

describe('changing a user', () => {
  test('rejects another username with hidden characters, and accepts an unchanged one', async () => {
    const { id, username } = await makeUser(db, { username: 'stari\u200b' })
    const params = { id: String(id) }
    const change = (to: string) => call(users.update, { params, body: { name: 'Novo ime', username: to } })
    expect((await change('novi\u200b')).body.errors).toEqual({ username: ['validation.username_letters'] })
    expect((await change(username)).status).toBe(200)
    expect((await change('stari')).status).toBe(200)
  })

  test('rejects a duplicate username with 422, also of an inactive user', async () => {
    const other = await makeUser(db, { is_active: false })
    const body = { name: 'Ana', username: other.username.toUpperCase() }
    const answer = await call(users.update, { params: idOf(await makeUser(db)), body })
    expect([answer.status, answer.body.errors]).toEqual([422, { username: ['validation.unique_username'] }])
  })

  test('validates a password only when one was sent', async () => {
    const user = await makeUser(db)
    const update = (more: object) =>
      call(users.update, {
        params: idOf(user),
        body: { name: user.name, username: user.username, ...more },
      })
    for (const none of [{}, { password: null }, { password: '', confirmPassword: '' }]) {
      expect((await update(none)).status).toBe(200)
    }
    expect(await signIn(user.username, PASSWORD)).toEqual(expect.any(String))
    expect((await update({ password: 'kratk' })).body.params).toEqual({ min: 6 })
    expect((await update({ password: 'lozinka2', confirmPassword: '' })).body.errors).toEqual({
      confirmPassword: ['validation.password_match'],
    })
    expect((await update({ confirmPassword: 'lozinka2' })).status).toBe(422)
  })

  test('moves a user between partners; an inactive partner is accepted if unchanged', async () => {
    const from = await makePartner(db)
    const to = await makePartner(db)
    const user = await makeUser(db, { partner_id: from.id })
    const own = { name: user.name, username: user.username }
    await db.updateTable('partners').set({ is_active: false }).where('id', '=', from.id).execute()
    const stays = await call(users.update, { params: idOf(user), body: { ...own, partner_id: from.id } })
    expect(stays.status).toBe(200)
    const moved = await call(users.update, { params: idOf(user), body: { ...own, partner_id: to.id } })
    expect(moved.body.partner).toEqual({ id: to.id, name: to.name })
    const back = await call(users.update, { params: idOf(user), body: { ...own, partner_id: from.id } })
    expect([back.status, back.body.errors]).toEqual([422, { partner_id: ['validation.inactive_partner'] }])
  })

  test('of oneself cannot change credentials, which are changed in the settings with the current password', async () => {
    const email = 'uprava@firma.me'
    const { user, token } = await makeSignedIn({ role: 'user_admin', email })
    const own = { name: user.name, username: user.username, email }
    const update = (body: object) =>
      call(users.update, { params: idOf(user), body: { ...own, ...body } }, token)
    const all = { username: 'sasvim-drugi', email: 'lopov@primjer.me', password: 'nova-lozinka' }
    for (const field of ['username', 'email', 'password'] as const) {
      const { status, body } = await update({ [field]: all[field] })
      expect([status, body.errors]).toEqual([422, { [field]: ['validation.own_sign_in'] }])
    }
    expect((await update({ email: null })).body.errors).toEqual({ email: ['validation.own_sign_in'] })
    expect(Object.keys((await update(all)).body.errors ?? {})).toEqual(['username', 'email', 'password'])
    const updated = await update({ name: 'Novo ime', password: '' })
    expect([updated.status, updated.body]).toMatchObject([200, { ...own, name: 'Novo ime' }])
    expect((await call(session.me, {}, token)).status).toBe(200)
  })

  test('of oneself cannot change role and partner, which nobody could undo', async () => {
    const { user, token } = await makeSignedIn({ role: 'user_admin' })
    const { id: partner_id } = await makePartner(db)
    for (const change of [{ role: 'user_manager' as const }, { partner_id }]) {
      const { status, body } = await call(users.patch, { params: idOf(user), body: change }, token)
      const errors = Object.fromEntries(Object.keys(change).map((field) => [field, ['validation.own_role']]))
      expect([status, body.errors]).toEqual([422, errors])
    }
    const same = { name: 'Novo ime', role: 'user_admin' as const, partner_id: null }
    const updated = await call(users.patch, { params: idOf(user), body: same }, token)
    expect([updated.status, updated.body]).toMatchObject([200, same])
    expect((await call(session.me, {}, token)).body.role).toBe('user_admin')
  })

  test('returns 404 for a missing user', async () => {
    const params = { id: '2000000000' }
    expect((await call(users.update, { params, body: { name: 'Ana', username: 'ana-nova' } })).status).toBe(
      404,
    )
    expect((await call(users.toggle, { params, body: null })).status).toBe(404)
  })
})

describe('toggling a user', () => {
  test('is repeatable with a state', async () => {
    const user = await makeUser(db)
    const body = { is_active: false }
    const answers = await Promise.all([1, 2, 3].map(() => call(users.toggle, { params: idOf(user), body })))
    expect(answers.map(({ status, body }) => [status, body.is_active, body.version])).toEqual(
      Array(3).fill([200, false, 2]),
    )
  })
})
