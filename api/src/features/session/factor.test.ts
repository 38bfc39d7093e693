import { history } from '@kontor/contract/history'
import { session } from '@kontor/contract/session'
import { secondFactor } from '@kontor/contract/session/factor'
import { portalSession } from '@kontor/contract/session/portal'
import { users } from '@kontor/contract/users'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { idOf, startApp } from '../../../test/app.ts'
import { makePartner, makeUser, PASSWORD } from '../../../test/make.ts'
import { codeOf, makeTotp } from '../../../test/make-factor.ts'
import { hashPassword } from '../../lib/auth/password.ts'
import { ATTEMPTS } from './attempts/rules.ts'
import { recoveryHash } from './factor/rules.ts'
import { TICKET_TRIES } from './ticket/queries.ts'

const { db, call, another, inject, signIn, staffUser } = await startApp()
const node = await another()

type Step = Partial<Record<'code' | 'recovery_code' | 'device', string>>

let addresses = 0
function newAddress() {
  addresses += 1
  return `10.1.0.${addresses}`
}

/** The first step, which is rejected with a ticket when a second factor is set up. */
async function first(username: string, remoteAddress = newAddress()) {
  const payload = { username, password: PASSWORD }
  const { status, body } = await inject({ method: 'POST', url: '/api/login', payload, remoteAddress })
  return { status, body, ticket: body.ticket ?? '' }
}
/** The second step. */
const second = async (ticket: string, step: Step, remoteAddress = newAddress()) => {
  const payload = { ticket, ...step }
  const url = secondFactor.signIn.path
  const { status, body, headers } = await inject<{ message: string; token: string; device: string }>({
    method: 'POST',
    url,
    payload,
    remoteAddress,
  })
  return { status, message: body.message, body, headers }
}
const wrong = (secret: string) => (codeOf(secret) === '000000' ? '000001' : '000000')

/** A user of the staff with a second factor. */
async function guarded() {
  const user = await makeUser(db)
  const secret = await makeTotp(db, user.id)
  return { user, secret, begin: (address?: string) => first(user.username, address) }
}
const letTicketsEnd = () => db.updateTable('sign_in_tickets').set({ expires_at: sql`now()` }).execute()
const ENDED = 'login.ticket_ended'

describe('signing in with a second factor', () => {
  test('the password alone returns a ticket and no token, for any case of the name', async () => {
    const { user, begin } = await guarded()
    const { status, body } = await begin()
    expect([status, body.message]).toEqual([403, 'login.second_factor'])
    expect(body).toMatchObject({ ticket: expect.stringMatching(/^[\w-]{43}$/), kinds: ['totp'] })
    expect(JSON.stringify(body)).not.toContain('token')
    expect((await first(user.username.toUpperCase())).status).toBe(403)
    const sessions = db.selectFrom('sessions').select('id').where('user_id', '=', user.id)
    expect(await sessions.execute()).toEqual([])
  })

  test('a wrong password does not reveal the second factor', async () => {
    const { user } = await guarded()
    const payload = { username: user.username, password: 'pogresna' }
    const { status, body } = await inject({ method: 'POST', url: '/api/login', payload })
    expect([status, body.message, body.ticket]).toEqual([422, 'login_error', undefined])
  })

  test('rejects a wrong, old, future or invalid code', async () => {
    const { secret, begin } = await guarded()
    const codes = [() => wrong(secret), () => codeOf(secret, -3), () => codeOf(secret, 3), () => '']
    for (const makeCode of codes) {
      const { ticket } = await begin()
      const code = makeCode()
      const { status, message } = await second(ticket, { code })
      expect([status, message], code).toEqual([422, 'login.code_wrong'])
    }
  })

  test('rejects a request with none or several factors', async () => {
    const { secret, begin } = await guarded()
    const { ticket } = await begin()
    expect((await second(ticket, {})).message).toBe('validation.invalid')
    const both = { code: codeOf(secret), recovery_code: 'abcde-fghjk' }
    expect((await second(ticket, both)).message).toBe('validation.invalid')
    expect((await second(ticket, { code: codeOf(secret) })).status).toBe(200)
  })

  test('accepts a code once, and none before it', async () => {
    const { secret, begin } = await guarded()
    const one = await begin()
    const two = await begin()
    const code = codeOf(secret)
    expect((await second(one.ticket, { code })).status).toBe(200)
    for (const again of [code, codeOf(secret, -1)])
      expect((await second(two.ticket, { code: again })).message).toBe('login.code_wrong')
  })

  test('a code sent to two nodes at once opens one session', async () => {
    const { user, secret, begin } = await guarded()
    const tickets = await Promise.all([begin(), begin()])
    const code = codeOf(secret)
    const there = { method: 'POST' as const, url: secondFactor.signIn.path }
    const statuses = await Promise.all([
      second(tickets[0]?.ticket ?? '', { code }).then(({ status }) => status),
      node
        .inject({ ...there, payload: { ticket: tickets[1]?.ticket, code } })
        .then(({ statusCode }) => statusCode),
    ])
    expect(statuses.sort()).toEqual([200, 422])
    const sessions = db.selectFrom('sessions').select('id').where('user_id', '=', user.id)
    expect(await sessions.execute()).toHaveLength(1)
  })

  test('a ticket is valid once, for some minutes and for its own user', async () => {
    const ana = await guarded()
    const eve = await guarded()
    const { ticket } = await ana.begin()
    expect((await second(ticket, { code: codeOf(eve.secret) })).message).toBe('login.code_wrong')
    expect((await second(ticket, { code: codeOf(ana.secret) })).status).toBe(200)
    expect((await second(ticket, { code: codeOf(ana.secret, 1) })).message).toBe(ENDED)
    expect((await second('x'.repeat(43), { code: codeOf(eve.secret) })).message).toBe(ENDED)
    const late = await eve.begin()
    await letTicketsEnd()
    expect((await second(late.ticket, { code: codeOf(eve.secret) })).message).toBe(ENDED)
  })

  test('a ticket used twice at once opens one session', async () => {
    const { user, begin } = await guarded()
    const codes = ['aaaaa-aaaaa', 'bbbbb-bbbbb']
    const rows = codes.map((code) => ({ user_id: user.id, code_hash: recoveryHash(code) }))
    await db.insertInto('recovery_codes').values(rows).execute()
    const { ticket } = await begin()
    const answers = await Promise.all(codes.map((recovery_code) => second(ticket, { recovery_code })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    expect(answers.find(({ status }) => status === 422)?.message).toBe(ENDED)
    const left = db.selectFrom('recovery_codes').select('user_id').where('user_id', '=', user.id)
    expect(await left.execute()).toHaveLength(1)
  })

  test('a ticket is invalid after changes of password, account, factor or settings', async () => {
    const password_hash = await hashPassword(PASSWORD)
    const partner = await makePartner(db)
    const changes: [string, (id: number) => Promise<unknown>][] = [
      ['password', (id) => db.updateTable('users').set({ password_hash }).where('id', '=', id).execute()],
      ['inactive', (id) => db.updateTable('users').set({ is_active: false }).where('id', '=', id).execute()],
      [
        'partner',
        (id) => db.updateTable('users').set({ partner_id: partner.id }).where('id', '=', id).execute(),
      ],
      [
        'inactive for a moment',
        async (id) => {
          for (const is_active of [false, true])
            await db.updateTable('users').set({ is_active }).where('id', '=', id).execute()
        },
      ],
      ['factor', (id) => call(users.removeFactor, { params: { id: String(id) } })],
    ]
    for (const [what, change] of changes) {
      const { user, secret, begin } = await guarded()
      const { ticket } = await begin()
      await change(user.id)
      expect((await second(ticket, { code: codeOf(secret) })).message, what).toBe(ENDED)
    }
  })

  test('a right code signs in and recognises the device', async () => {
    const { user, secret, begin } = await guarded()
    const { ticket } = await begin()
    const { status, body } = await second(ticket, { code: codeOf(secret) })
    expect([status, body]).toEqual([
      200,
      {
        token: expect.stringMatching(/^[\w-]{43}$/),
        device: expect.stringMatching(/^[\w-]{43}$/),
        expires_in: 12 * 3_600_000,
        user_id: user.id,
        username: user.username,
        partner_id: null,
      },
    ])
    expect((await call(session.me, {}, body.token)).body.username).toBe(user.username)
    const known = db.selectFrom('known_devices').select('user_id').where('user_id', '=', user.id)
    expect(await known.execute()).toHaveLength(1)
  })

  test('a recovery code is valid once, in any notation', async () => {
    const { user, begin } = await guarded()
    const row = { user_id: user.id, code_hash: recoveryHash('abcde-fghjk') }
    await db.insertInto('recovery_codes').values(row).execute()
    const { ticket, body } = await begin()
    expect(body.kinds).toEqual(['totp', 'recovery_code'])
    const bad = await second(ticket, { recovery_code: 'abcde-fghjm' })
    expect(bad.message).toBe('login.recovery_wrong')
    expect((await second(ticket, { recovery_code: ' ABCDE FGHJK ' })).status).toBe(200)
    const again = await begin()
    expect(again.body.kinds).toEqual(['totp'])
    expect((await second(again.ticket, { recovery_code: 'abcde-fghjk' })).message).toBe(
      'login.recovery_wrong',
    )
  })
})

describe('limits of second factors', () => {
  test('a ticket has a few attempts, also simultaneous ones', async () => {
    const { secret, begin } = await guarded()
    const { ticket } = await begin()
    const tries = Array.from({ length: 2 * TICKET_TRIES }, () => second(ticket, { code: wrong(secret) }))
    const messages = (await Promise.all(tries)).map(({ message }) => message)
    expect(messages.filter((message) => message === 'login.code_wrong')).toHaveLength(TICKET_TRIES)
    expect((await second(ticket, { code: codeOf(secret) })).message).toBe(ENDED)
  })

  test('a right password does not reset the counter, at either sign-in', async () => {
    const { user, secret, begin } = await guarded()
    const address = newAddress()
    const statuses: number[] = []
    for (let i = 0; i < ATTEMPTS.own + 2; i++) {
      const { ticket, status } = await begin(address)
      if (status !== 403) statuses.push(status)
      else statuses.push((await second(ticket, { code: wrong(secret) }, address)).status)
      const payload = { username: user.username, password: PASSWORD }
      await inject({ method: 'POST', url: portalSession.login.path, payload, remoteAddress: address })
    }
    expect(statuses.filter((status) => status === 422)).toHaveLength(ATTEMPTS.own)
    expect(statuses.slice(ATTEMPTS.own)).toEqual([429, 429])
  })

  test('wrong passwords and wrong codes are counted together', async () => {
    const { user, secret, begin } = await guarded()
    const address = newAddress()
    const { ticket } = await begin(address)
    const payload = { username: user.username, password: 'pogresna' }
    for (let i = 0; i < ATTEMPTS.own - 1; i++)
      await inject({ method: 'POST', url: '/api/login', payload, remoteAddress: address })
    expect((await second(ticket, { code: wrong(secret) }, address)).status).toBe(422)
    const { status, message, headers } = await second(ticket, { code: codeOf(secret) }, address)
    expect([status, message]).toEqual([429, 'error.too_many_attempts'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(800)
  })

  test('new addresses give no further attempts', async () => {
    const { secret, begin } = await guarded()
    const statuses: number[] = []
    for (let i = 0; i < ATTEMPTS.own + 1; i++) {
      const { ticket } = await begin()
      statuses.push((await second(ticket, { code: wrong(secret) })).status)
    }
    expect(statuses.slice(-2)).toEqual([422, 429])
  })

  test('a new password ends the attempts of who knew the old one', async () => {
    const { user, secret, begin } = await guarded()
    for (let i = 0; i < ATTEMPTS.own; i++) {
      const { ticket } = await begin()
      expect((await second(ticket, { code: wrong(secret) })).status).toBe(422)
    }
    const { name, username } = user
    const changed = await call(users.update, {
      params: idOf(user),
      body: { name, username, password: PASSWORD },
    })
    expect(changed.status).toBe(200)
    const { ticket } = await begin()
    expect((await second(ticket, { code: codeOf(secret) })).status).toBe(200)
  })

  test("both right steps reset the owner's counter, and many sign-ins never fill it", async () => {
    const { user, secret, begin } = await guarded()
    const address = newAddress()
    for (let i = 0; i < ATTEMPTS.own + 2; i++) expect((await begin(address)).status).toBe(403)
    const { ticket } = await begin(address)
    expect((await second(ticket, { code: wrong(secret) }, address)).status).toBe(422)
    expect((await second(ticket, { code: codeOf(secret) }, address)).status).toBe(200)
    const counters = await db.selectFrom('login_attempts').selectAll().execute()
    const own = counters.filter(({ key }) => key.includes(user.username) || key.includes(`${address}`))
    expect(own.filter(({ attempts }) => attempts > 0)).toEqual([])
  })
})

describe('the partners’ sign-in', () => {
  test('needs no second factor, and rejects staff', async () => {
    const { user } = await guarded()
    const partner = await makeUser(db, { partner: true })
    await makeTotp(db, partner.id) // from a time as a member of the staff
    const enter = (username: string) =>
      inject({ method: 'POST', url: portalSession.login.path, payload: { username, password: PASSWORD } })
    expect((await enter(user.username)).body.message).toBe('login.office')
    expect((await enter(partner.username)).status).toBe(200)
    expect(await signIn(partner.username)).toEqual(expect.any(String))
  })
})

describe('a lost factor', () => {
  test('is removed by an administrator, never by the user, and ends the user’s sessions', async () => {
    const { user, secret, begin } = await guarded()
    const { body } = await second((await begin()).ticket, { code: codeOf(secret) })
    const remove = (id: number, token?: string) =>
      call(users.removeFactor, { params: { id: String(id) } }, token)
    const manager = await makeUser(db, { role: 'user_manager' })
    expect((await remove(user.id, await signIn(manager.username))).status).toBe(403)
    expect((await remove(user.id, body.token)).body.message).toBe('factor.own')
    expect((await remove(manager.id)).body.message).toBe('factor.none')
    expect((await remove(2_000_000_000)).status).toBe(404)
    const removed = await remove(user.id)
    expect([removed.status, removed.body.second_factor]).toEqual([200, false])
    expect((await call(session.me, {}, body.token)).status).toBe(401)
    expect(await signIn(user.username)).toEqual(expect.any(String))
  })

  test('is in the history with the user who removed it, and the list of users shows who has one', async () => {
    const { user } = await guarded()
    const listed = async (second_factor: string) => {
      const filters = { second_factor, username: user.username }
      return (await call(users.index, { body: { filters } as never })).body.result
    }
    expect((await listed('true')).map(({ id, second_factor }) => [id, second_factor])).toEqual([
      [user.id, true],
    ])
    expect(await listed('false')).toEqual([])
    await call(users.removeFactor, { params: { id: String(user.id) } })
    expect(await listed('true')).toEqual([])
    const { body } = await call(history.ofRecord, {
      params: { table: 'users', id: String(user.id) },
      query: {},
    })
    expect(body.result[0]).toMatchObject({
      person: { name: staffUser.name },
      values: [{ column: 'totp', before: true, after: false }],
    })
    expect(JSON.stringify(body)).not.toContain('secret')
  })
})
