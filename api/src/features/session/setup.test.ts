import { history } from '@kontor/contract/history'
import { events } from '@kontor/contract/lib/http/events'
import { session } from '@kontor/contract/session'
import { secondFactor } from '@kontor/contract/session/factor'
import { settings } from '@kontor/contract/users/settings'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { makeAuthenticator } from '../../../test/authenticator.ts'
import { contractRoutes } from '../../../test/contract-routes.ts'
import { eventually } from '../../../test/eventually.ts'
import { PASSWORD } from '../../../test/make.ts'
import { codeOf, makeTotp } from '../../../test/make-factor.ts'
import { openStream } from '../../../test/streams.ts'
import { waitingQueries } from '../../../test/waiting.ts'
import { ATTEMPTS } from './attempts/rules.ts'

const ORIGIN = 'https://kontor.example'
const { app, config, db, call, another, inject, makeSignedIn, signIn } = await startApp({
  PUBLIC_URL: ORIGIN,
})

async function someone(role: 'user_admin' | 'user_financier' = 'user_admin') {
  const { user, token } = await makeSignedIn({ role })
  const state = async () => (await call(secondFactor.state, {}, token)).body
  return { user, token, state }
}
const begin = (token: string, current_password = PASSWORD) =>
  call(secondFactor.startTotp, { body: { current_password } }, token)
const confirm = (token: string, code: string) => call(secondFactor.confirmTotp, { body: { code } }, token)
const login = async (username: string) =>
  (await inject({ method: 'POST', url: '/api/login', payload: { username, password: PASSWORD } })).body
const second = (step: object) => inject({ method: 'POST', url: secondFactor.signIn.path, payload: step })

describe('setting up an authenticator app', () => {
  test('requires the current password, whose wrong attempts are counted', async () => {
    const { user, token } = await someone()
    expect((await begin(token, 'pogresna')).body.errors).toEqual({
      current_password: ['validation.current_password'],
    })
    for (let i = 1; i < ATTEMPTS.own; i++) await begin(token, 'pogresna')
    expect((await begin(token)).status).toBe(429)
    expect(
      await db.selectFrom('totp_factors').where('user_id', '=', user.id).select('user_id').execute(),
    ).toEqual([])
  })

  test('has no effect on sign-ins before its first code, and rejects a wrong or late one', async () => {
    const { user, token, state } = await someone()
    expect((await confirm(token, '123456')).body.message).toBe('factor.not_begun')
    const { secret } = (await begin(token)).body
    expect((await confirm(token, codeOf(secret, 4))).body.errors).toEqual({ code: ['validation.code'] })
    expect((await state()).totp).toBeNull()
    expect(await signIn(user.username)).toEqual(expect.any(String))
    const hours = sql<string>`now() - interval '1 hour'`
    await db.updateTable('totp_factors').set({ created_at: hours }).where('user_id', '=', user.id).execute()
    expect((await confirm(token, codeOf(secret))).body.message).toBe('factor.not_begun')
  })

  test('returns secret, URL and QR code once, and ten recovery codes at the end', async () => {
    const { user, token, state } = await someone()
    const first = (await begin(token)).body
    const { body, status } = await begin(token)
    expect(status).toBe(200)
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(body.uri).toContain(`Kontor:${user.username}?issuer=Kontor&secret=${body.secret}`)
    expect(body.qr).toMatch(/^<svg /)
    expect((await confirm(token, codeOf(first.secret))).status).toBe(422)
    const code = codeOf(body.secret)
    const confirmed = await confirm(token, code)
    expect(confirmed.body.recovery_codes).toHaveLength(10)
    expect(await state()).toMatchObject({
      is_required: false,
      offers_passkeys: true,
      passkeys: [],
      recovery_codes: 10,
      totp: { created_at: expect.any(String), last_used_at: null },
    })
    expect(JSON.stringify(await state())).not.toContain(body.secret)
    const refused = await login(user.username)
    expect(refused.kinds).toEqual(['totp', 'recovery_code'])
    // The code that finished the set-up is used up.
    expect((await second({ ticket: refused.ticket, code })).status).toBe(422)
    const [paper] = confirmed.body.recovery_codes ?? []
    expect((await second({ ticket: refused.ticket, recovery_code: paper })).status).toBe(200)
    expect((await state()).recovery_codes).toBe(9)
    expect((await begin(token)).body.message).toBe('factor.exists')
  })

  test('is undone with the password or a code, and removes the recovery codes', async () => {
    const { user, token, state } = await someone()
    const { secret } = (await begin(token)).body
    await confirm(token, codeOf(secret))
    const remove = (body: object) => call(secondFactor.removeTotp, { body }, token)
    expect((await remove({})).body.errors).toEqual({ current_password: ['validation.field'] })
    expect((await remove({ current_password: 'pogresna' })).status).toBe(422)
    expect((await remove({ code: '123' })).body.errors).toEqual({ code: ['validation.code'] })
    const renewed = await call(secondFactor.renewCodes, { body: { current_password: PASSWORD } }, token)
    expect(renewed.body.recovery_codes).toHaveLength(10)
    // A code must be of a later step than the last one used; one step ahead is accepted.
    expect((await remove({ code: codeOf(secret, 1) })).status).toBe(200)
    expect(await state()).toMatchObject({ totp: null, recovery_codes: 0 })
    expect((await remove({ current_password: PASSWORD })).status).toBe(404)
    const body = { current_password: PASSWORD }
    expect((await call(secondFactor.renewCodes, { body }, token)).body.message).toBe('factor.none')
    expect(await signIn(user.username)).toEqual(expect.any(String))
  })

  test('ends sessions that were opened with the password alone, for the first factor', async () => {
    const { user, token } = await someone()
    const thief = await signIn(user.username)
    const { secret } = (await begin(token)).body
    await confirm(token, codeOf(secret, 4)) // wrong, without any effect
    expect((await call(session.me, {}, thief)).status).toBe(200)
    await confirm(token, codeOf(secret))
    const good = await Promise.all([token, thief].map((one) => call(session.me, {}, one)))
    expect(good.map(({ status }) => status)).toEqual([200, 401])
  })

  test('new recovery codes replace the old ones, and are in the history', async () => {
    const { user, token } = await someone()
    const { secret } = (await begin(token)).body
    const old = (await confirm(token, codeOf(secret))).body.recovery_codes?.[0]
    const { body } = await call(secondFactor.renewCodes, { body: { code: codeOf(secret, 1) } }, token)
    const written = await call(history.ofRecord, {
      params: { table: 'users', id: String(user.id) },
      query: {},
    })
    expect(written.body.result[0]).toMatchObject({
      person: { id: user.id },
      values: [{ column: 'recovery_codes' }],
    })
    const { ticket } = await login(user.username)
    expect((await second({ ticket, recovery_code: old })).body.message).toBe('login.recovery_wrong')
    expect((await second({ ticket, recovery_code: body.recovery_codes[0] })).status).toBe(200)
  })
})

describe('a session that was ended while its call waited', () => {
  /** The answer to a call that waits for its user's row, which is locked until the user's sessions are ended. */
  async function ended({ id }: { id: number }, send: () => Promise<{ status: number }>) {
    const { answer } = await db.transaction().execute(async (tx) => {
      // NO KEY: rows in the background that refer to the user must not wait.
      await sql`SELECT FROM users WHERE id = ${id} FOR NO KEY UPDATE`.execute(tx)
      let isAnswered = false
      const answer = send().finally(() => {
        isAnswered = true
      })
      await eventually(async () => expect(isAnswered || (await waitingQueries(db)) > 0).toBe(true))
      await tx.deleteFrom('sessions').where('user_id', '=', id).execute()
      return { answer }
    })
    return (await answer).status
  }
  const rowsOf = async (user_id: number) => ({
    user: await db.selectFrom('users').selectAll().where('id', '=', user_id).executeTakeFirst(),
    apps: await db.selectFrom('totp_factors').selectAll().where('user_id', '=', user_id).execute(),
    keys: await db.selectFrom('passkeys').selectAll().where('user_id', '=', user_id).execute(),
    codes: await db.selectFrom('recovery_codes').selectAll().where('user_id', '=', user_id).execute(),
  })
  const proof = { current_password: PASSWORD }

  test('changes neither password nor username', async () => {
    for (const change of [{ password: 'nova-lozinka' }, { username: 'ukradena' }]) {
      const { user, token } = await someone()
      const before = await rowsOf(user.id)
      const body = { ...change, ...proof }
      expect(await ended(user, () => call(session.updateMe, { body }, token))).toBe(401)
      expect(await rowsOf(user.id)).toEqual(before)
    }
  })

  test('adds no second factor', async () => {
    const { user, token } = await someone()
    const { secret } = (await begin(token)).body
    const before = await rowsOf(user.id)
    expect(await ended(user, () => confirm(token, codeOf(secret)))).toBe(401)
    expect(await rowsOf(user.id)).toEqual(before)
    const again = await signIn(user.username)
    const options = (await call(secondFactor.startPasskey, { body: proof }, again)).body
    const body = { name: 'Telefon', passkey: makeAuthenticator(ORIGIN).make(options) }
    expect(await ended(user, () => call(secondFactor.addPasskey, { body }, again))).toBe(401)
    expect(await rowsOf(user.id)).toEqual(before)
  })

  test('removes no second factor, and makes no recovery codes', async () => {
    const { user, token } = await someone()
    await confirm(token, codeOf((await begin(token)).body.secret))
    const options = (await call(secondFactor.startPasskey, { body: proof }, token)).body
    const body = { name: 'Telefon', passkey: makeAuthenticator(ORIGIN).make(options) }
    const { id } = (await call(secondFactor.addPasskey, { body }, token)).body
    const before = await rowsOf(user.id)
    const own = ['token_hash', 'user_id', 'address', 'user_agent', 'expires_at'] as const
    const open = await db.selectFrom('sessions').select(own).where('user_id', '=', user.id).execute()
    for (const send of [
      () => call(secondFactor.removeTotp, { body: proof }, token),
      () => call(secondFactor.removePasskey, { params: { id: String(id) }, body: proof }, token),
      () => call(secondFactor.renewCodes, { body: proof }, token),
    ]) {
      expect(await ended(user, send)).toBe(401)
      expect(await rowsOf(user.id)).toEqual(before)
      await db.insertInto('sessions').values(open).execute()
    }
  })
})

describe('a role that requires a second factor', () => {
  const require = (roles: string[]) =>
    db
      .updateTable('settings')
      .set({ second_factor_roles: roles as never })
      .execute()
  afterEach(() => require([]))

  test('can only call the routes of its set-up, at once and on every node', async () => {
    const { token } = await someone('user_financier')
    const other = await someone()
    const node = await another()
    await require(['user_financier'])
    const routes = (await contractRoutes()).filter(({ route }) => route.audience === 'staff')
    const open = []
    for (const { name, route } of routes) {
      const url = route.path.replace(/:\w+/g, '2000000000')
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const payload = route.method === 'GET' ? {} : { payload: '{"nonsense":true}' }
      const answer = await node.inject({ method: route.method, url, headers, ...payload })
      const { message } = answer.json<{ message?: string }>()
      if (answer.statusCode !== 403 || message !== 'error.second_factor_needed') open.push(name)
    }
    expect(open.sort()).toEqual([
      'secondFactor.addPasskey',
      'secondFactor.confirmTotp',
      'secondFactor.startPasskey',
      'secondFactor.startTotp',
      'secondFactor.state',
      'session.me',
    ])
    expect((await call(session.me, {}, token)).body.needs_factor).toBe(true)
    expect((await call(session.me, {}, other.token)).body.needs_factor).toBe(false)
  })

  test('gets no events on open streams, and may sign out', async () => {
    const { token } = await someone('user_financier')
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const stream = await openStream(`${address}${events.staff.path}`, token)
    const { version } = (await call(settings.get, {})).body
    const body = { hidden_resources: [], second_factor_roles: ['user_financier' as const], version }
    expect((await call(settings.update, { body })).status).toBe(200)
    await stream.ended
    expect((await call(session.logout, {}, token)).status).toBe(200)
  })

  test('has access with a factor, and loses it when that is removed', async () => {
    const { user, token } = await someone('user_financier')
    await require(['user_financier'])
    expect((await call(session.sessions, {}, token)).body.message).toBe('error.second_factor_needed')
    const { secret } = (await begin(token)).body
    expect((await call(session.sessions, {}, token)).status).toBe(403)
    expect((await confirm(token, codeOf(secret))).status).toBe(200)
    expect((await call(session.sessions, {}, token)).status).toBe(200)
    await db.deleteFrom('totp_factors').where('user_id', '=', user.id).execute()
    expect((await call(session.sessions, {}, token)).status).toBe(403)
  })
})

describe('passkeys', () => {
  /** A user with a passkey. */
  async function keyed() {
    const one = await someone()
    const key = makeAuthenticator(ORIGIN)
    const added = await add(one.token, key)
    return { ...one, key, added }
  }
  const options = (token: string, current_password = PASSWORD) =>
    call(secondFactor.startPasskey, { body: { current_password } }, token)
  async function add(token: string, key: ReturnType<typeof makeAuthenticator>, from = ORIGIN) {
    const passkey = key.make((await options(token)).body, from)
    return call(secondFactor.addPasskey, { body: { name: 'Telefon', passkey } }, token)
  }
  const WRONG = { passkey: ['validation.passkey'] }

  test('are not offered without a public address', async () => {
    const { token } = await someone()
    const node = await another({ config: { ...config, publicUrl: undefined } })
    const body = { current_password: PASSWORD }
    const answer = await call(secondFactor.startPasskey, { body }, token, node)
    expect(answer.body).toMatchObject({ message: 'factor.no_passkeys' })
  })

  test("are registered with the password, for this address, with this session's challenge, once", async () => {
    const { token, state } = await someone()
    const other = await someone()
    const key = makeAuthenticator(ORIGIN)
    expect((await options(token, 'pogresna')).status).toBe(422)
    expect((await add(token, key, 'https://kontor.example.evil.example')).body.errors).toEqual(WRONG)
    const { body: requestOptions } = await options(token)
    expect(requestOptions).toMatchObject({ rp: { id: 'kontor.example' }, attestation: 'none' })
    const passkey = key.make(requestOptions)
    const send = (as: string) => call(secondFactor.addPasskey, { body: { name: 'Ključ', passkey } }, as)
    expect((await send(other.token)).body.errors).toEqual(WRONG)
    expect((await send(token)).status).toBe(200)
    expect((await send(token)).body.errors).toEqual(WRONG)
    const late = key.make((await options(other.token)).body)
    await db.updateTable('passkey_challenges').set({ expires_at: sql`now()` }).execute()
    const body = { name: 'Ključ', passkey: late }
    expect((await call(secondFactor.addPasskey, { body }, other.token)).body.errors).toEqual(WRONG)
    expect((await state()).passkeys.map(({ name }) => name)).toEqual(['Ključ'])
  })

  test('end sessions without one, for the first factor', async () => {
    const { user, token } = await someone()
    const thief = await signIn(user.username)
    expect((await add(token, makeAuthenticator(ORIGIN))).status).toBe(200)
    const good = await Promise.all([token, thief].map((one) => call(session.me, {}, one)))
    expect(good.map(({ status }) => status)).toEqual([200, 401])
  })

  test('cannot be used by other users', async () => {
    const { token, key } = await keyed()
    const other = await someone()
    expect((await add(other.token, key)).body.errors).toEqual(WRONG)
    expect((await add(token, key)).body.errors).toEqual(WRONG)
    const { user, key: otherKey } = await keyed()
    const { ticket, passkey = {} } = await login(user.username)
    const wrong = await second({ ticket, passkey: key.answer(passkey) })
    expect(wrong.body.message).toBe('login.passkey_wrong')
    expect((await second({ ticket, passkey: otherKey.answer(passkey) })).status).toBe(200)
  })

  test('sign the challenge for this address, once, and copies are rejected', async () => {
    const { user, key, added } = await keyed()
    expect(added.body.recovery_codes).toHaveLength(10)
    const { ticket, kinds, passkey = {} } = await login(user.username)
    expect(kinds).toEqual(['passkey', 'recovery_code'])
    expect(passkey).toMatchObject({ rpId: 'kontor.example', allowCredentials: [expect.anything()] })
    const bad = [key.answer({ challenge: 'x'.repeat(43) }), key.answer(passkey, 'https://evil.example')]
    for (const answer of bad)
      expect((await second({ ticket, passkey: answer })).body.message).toBe('login.passkey_wrong')
    const answer = key.answer(passkey)
    expect((await second({ ticket, passkey: answer })).status).toBe(200)
    expect((await second({ ticket, passkey: answer })).body.message).toBe('login.ticket_ended')
    const next = await login(user.username)
    expect((await second({ ticket: next.ticket, passkey: answer })).body.message).toBe('login.passkey_wrong')
    key.turnBack()
    const copied = key.answer(next.passkey ?? {})
    expect((await second({ ticket: next.ticket, passkey: copied })).body.message).toBe('login.passkey_wrong')
  })

  test('are named, renamed and removed by their owner, with the password or a code', async () => {
    const { user, token, added, state } = await keyed()
    const other = await someone()
    const params = { id: String(added.body.id) }
    const rename = (as: string, name = 'Laptop') =>
      call(secondFactor.renamePasskey, { params, body: { name } }, as)
    const remove = (as: string, body: object) => call(secondFactor.removePasskey, { params, body }, as)
    expect((await rename(other.token)).status).toBe(404)
    expect((await rename(token, ' ')).status).toBe(422)
    expect((await rename(token)).body.name).toBe('Laptop')
    expect((await remove(other.token, { current_password: PASSWORD })).status).toBe(404)
    expect((await remove(token, { current_password: 'x' })).status).toBe(422)
    const paper = added.body.recovery_codes?.[0] ?? ''
    expect((await remove(token, { code: paper })).status).toBe(200)
    expect(await state()).toMatchObject({ passkeys: [], recovery_codes: 0 })
    expect(await signIn(user.username)).toEqual(expect.any(String))
  })

  test('with invalid input are rejected without failing', async () => {
    const { user, token, key } = await keyed()
    const { ticket, passkey = {} } = await login(user.username)
    const good = key.answer(passkey)
    for (const response of [
      { ...good.response, signature: 'AA' },
      { ...good.response, authenticatorData: '' },
      { ...good.response, clientDataJSON: '%%%' },
    ])
      expect((await second({ ticket, passkey: { ...good, response } })).status).toBe(422)
    const made = key.make((await options(token)).body)
    const response = { ...made.response, attestationObject: 'AAAA' }
    const body = { name: 'x', passkey: { ...made, response } }
    expect((await call(secondFactor.addPasskey, { body }, token)).body.errors).toEqual(WRONG)
  })

  test('are an alternative to an app', async () => {
    const { user, key } = await keyed()
    const secret = await makeTotp(db, user.id)
    const one = await login(user.username)
    expect(one.kinds).toEqual(['totp', 'passkey', 'recovery_code'])
    expect((await second({ ticket: one.ticket, passkey: key.answer(one.passkey ?? {}) })).status).toBe(200)
    const two = await login(user.username)
    expect((await second({ ticket: two.ticket, code: codeOf(secret) })).status).toBe(200)
  })
})
