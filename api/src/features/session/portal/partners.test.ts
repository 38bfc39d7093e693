import { portalPartners } from '@kontor/contract/partners/portal'
import { session } from '@kontor/contract/session'
import { portalSession } from '@kontor/contract/session/portal'
import { users } from '@kontor/contract/users'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { makePartner, makeUser, PASSWORD } from '../../../../test/make.ts'
import { ATTEMPTS } from '../attempts/rules.ts'

const { db, call, inject, signIn, staff } = await startApp({ PASSWORD_MIN_LENGTH: '6' })

const login = (username: string, password = PASSWORD) =>
  call(portalSession.login, { body: { username, password } }, null)

async function someone(values: Parameters<typeof makeUser>[1] = { partner: true }) {
  const user = await makeUser(db, values)
  const { body } = await login(user.username)
  return { user, token: body.token }
}
const isGood = async (token: string) => (await call(portalSession.me, {}, token)).status === 200
const sessionsOf = (user_id: number) =>
  db.selectFrom('sessions').select('user_id').where('user_id', '=', user_id).execute()

describe('a partner’s sign-in', () => {
  test('returns the same error for an unknown user, a wrong password and an inactive user', async () => {
    const { username } = await makeUser(db, { partner: true })
    const inactive = await makeUser(db, { partner: true, is_active: false })
    const closed = await makePartner(db, { is_active: false })
    const ofClosed = await makeUser(db, { partner_id: closed.id })
    const office = await makeUser(db)
    for (const [name, password] of [
      ['nema-takvog', PASSWORD],
      [username, 'pogresna'],
      [inactive.username, PASSWORD],
      [ofClosed.username, PASSWORD],
      [office.username, 'pogresna'],
    ] as const) {
      const { status, body } = await login(name, password)
      const { request_id: _, ...rest } = body
      expect([status, rest], name).toEqual([422, { message: 'login_error' }])
    }
  })

  test('rejects staff with a separate message, and opens no session', async () => {
    const { id, username } = await makeUser(db)
    const { status, body } = await login(username)
    expect([status, body.message]).toEqual([422, 'login.office'])
    expect(await sessionsOf(id)).toEqual([])
  })

  test('counts attempts together with the office’s sign-in', async () => {
    const { username } = await makeUser(db, { partner: true })
    const payload = { username, password: 'pogresna' }
    const remoteAddress = '10.9.0.1'
    for (let i = 0; i < ATTEMPTS.own; i++) {
      const { path: url } = i % 2 ? session.login : portalSession.login
      expect((await inject({ method: 'POST', url, payload, remoteAddress })).status).toBe(422)
    }
    for (const { path: url } of [session.login, portalSession.login]) {
      expect((await inject({ method: 'POST', url, payload, remoteAddress })).status).toBe(429)
    }
  })

  test('opens a session that is valid for portal routes only', async () => {
    const partner = await makePartner(db, { name: 'Autogume Ćetković' })
    const user = await makeUser(db, { partner_id: partner.id, name: 'Filip Ćetković' })
    const { body: begun } = await login(` ${user.username.toUpperCase()}`)
    expect(begun).toMatchObject({ user_id: user.id, username: user.username, partner_id: partner.id })
    const { token } = begun
    const { body } = await call(portalSession.me, {}, token)
    expect(body).toEqual({
      id: user.id,
      name: 'Filip Ćetković',
      username: user.username,
      partner: { id: partner.id, name: 'Autogume Ćetković' },
    })
    expect((await call(session.me, {}, token)).status).toBe(403)
    expect((await call(portalSession.me, {}, staff)).status).toBe(403)
  })
})

describe('a partner’s session ends', () => {
  test('at its sign-out, while the user’s other sessions continue', async () => {
    const { user, token } = await someone()
    const other = await signIn(user.username)
    expect((await call(portalSession.logout, {}, token)).status).toBe(200)
    expect(await isGood(token)).toBe(false)
    expect(await isGood(other)).toBe(true)
  })

  test('with the next request after its user is deactivated', async () => {
    const { user, token } = await someone()
    const params = { id: String(user.id) }
    expect((await call(users.toggle, { params, body: { is_active: false } })).status).toBe(200)
    expect((await call(portalSession.me, {}, token)).status).toBe(401)
  })

  test('with the next request after its partner is deactivated', async () => {
    const { user, token } = await someone()
    const partner = db.updateTable('partners').where('id', '=', user.partner_id)
    await partner.set({ is_active: false }).execute()
    expect((await call(portalPartners.profile, {}, token)).status).toBe(401)
  })

  test('when its user becomes staff', async () => {
    const { user, token } = await someone()
    const { name, username } = user
    const body = { name, username, partner_id: null }
    expect((await call(users.update, { params: { id: String(user.id) }, body })).status).toBe(200)
    expect((await call(portalSession.me, {}, token)).status).toBe(401)
  })
})

describe('changing the password', () => {
  const change = (token: string, body: object) => call(portalSession.password, { body: body as never }, token)

  test('requires the current one, the minimum length and the same confirmation', async () => {
    const { user, token } = await someone()
    const current = { current_password: PASSWORD, password: 'nova-lozinka' }
    for (const [body, field] of [
      [{ password: 'nova-lozinka' }, 'current_password'],
      [{ ...current, current_password: 'pogresna' }, 'current_password'],
      [{ ...current, password: 'kratk' }, 'password'],
      [{ ...current, password: '' }, 'password'],
      [{ ...current, confirmPassword: 'druga' }, 'confirmPassword'],
      [{ ...current, partner_id: null }, 'partner_id'],
    ] as const) {
      const { status, body: answer } = await change(token, body)
      expect([status, Object.keys(answer.errors ?? {})]).toEqual([422, [field]])
    }
    expect((await login(user.username)).status).toBe(200)
  })

  test('ends the user’s other sessions, not the current one nor those of the partner’s other users', async () => {
    const { user, token } = await someone()
    const other = await signIn(user.username)
    const colleague = await someone({ partner_id: user.partner_id })
    const { status } = await change(token, { current_password: PASSWORD, password: 'nova-lozinka' })
    expect(status).toBe(200)
    expect([await isGood(token), await isGood(other), await isGood(colleague.token)]).toEqual([
      true,
      false,
      true,
    ])
    expect((await login(user.username)).body.message).toBe('login_error')
    expect((await login(user.username, 'nova-lozinka')).status).toBe(200)
  })
})
