import type { ErrorBody } from '@kontor/contract/lib/http/errors'
import { session } from '@kontor/contract/session'
import { sql } from 'kysely'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { makePartner, makeUser, PASSWORD } from '../../../test/make.ts'
import { hashPassword } from '../../lib/auth/password.ts'
import { tokenHash } from '../../lib/auth/tokens.ts'
import { sweepAttempts } from './attempts/queries.ts'
import { ATTEMPTS, WINDOW_MINUTES } from './attempts/rules.ts'

const counted = vi.hoisted(() => ({ verified: 0, right: undefined as string | undefined }))
vi.mock('@node-rs/argon2', async (original) => {
  const argon2 = await original<typeof import('@node-rs/argon2')>()
  const verify: typeof argon2.verify = (...args) => {
    counted.verified += 1
    // Skips hashing, so that many attempts fit in a short test.
    if (counted.right) return Promise.resolve(args[1] === counted.right)
    return argon2.verify(...args)
  }
  return { ...argon2, verify }
})

const { config, db, another, inject } = await startApp()

let addresses = 0
function newAddress() {
  addresses += 1
  return `10.0.0.${addresses}`
}

type Credentials = { username: string; password: unknown; device?: string }
const login = (payload: Credentials, remoteAddress: string, headers: Record<string, string> = {}) =>
  inject<ErrorBody & { device: string }>({
    method: 'POST',
    url: session.login.path,
    payload,
    remoteAddress,
    headers,
  })

/** Number of these requests by status. */
async function tally(calls: Promise<{ status: number }>[]) {
  const found: Record<number, number> = {}
  for (const { status } of await Promise.all(calls)) found[status] = (found[status] ?? 0) + 1
  return found
}
const times = <Made>(count: number, make: (i: number) => Made) =>
  Array.from({ length: count }, (_, i) => make(i))
/** Sends this many wrong passwords at once. */
const guess = (username: string, address: string, count: number, more: Partial<Credentials> = {}) =>
  tally(times(count, () => login({ username, password: 'pogresna', ...more }, address)))

/** Uses up the limit of an account with attempts from many networks. */
async function useUpAccountLimit(username: string) {
  counted.right = PASSWORD
  for (let left = ATTEMPTS.account; left > 0; left -= ATTEMPTS.own) {
    expect(await guess(username, newAddress(), ATTEMPTS.own)).toEqual({ 422: ATTEMPTS.own })
  }
}

const countOf = async (key: string) =>
  (await db.selectFrom('login_attempts').select('attempts').where('key', '=', key).executeTakeFirst())
    ?.attempts

const letTimePass = () => db.updateTable('login_attempts').set({ resets_at: sql<string>`now()` }).execute()

afterEach(() => {
  counted.right = undefined
})

describe('limits of attempts', () => {
  test('a burst of wrong passwords gets no more checks than the limit, then waits, and further attempts do not extend the wait', async () => {
    const { username } = await makeUser(db)
    const address = newAddress()
    counted.verified = 0
    expect(await guess(username, address, 64)).toEqual({ 422: ATTEMPTS.own, 429: 64 - ATTEMPTS.own })
    expect(counted.verified).toBe(ATTEMPTS.own)
    const { status, headers, body } = await login({ username, password: PASSWORD }, address)
    expect([status, body.message]).toEqual([429, 'error.too_many_attempts'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(800)
    expect(body.params?.minutes).toBe(15)
    expect(await countOf(`own:${username}:${address}`)).toBe(ATTEMPTS.own)
    expect(await countOf(`account:${username}`)).toBe(ATTEMPTS.own)
    await letTimePass()
    expect((await login({ username, password: PASSWORD }, address)).status).toBe(200)
  })

  test('a right password uncounts the wrong ones before it', async () => {
    const { username } = await makeUser(db)
    const address = newAddress()
    for (let round = 0; round < 2; round++) {
      expect(await guess(username, address, ATTEMPTS.own - 1)).toEqual({ 422: ATTEMPTS.own - 1 })
      expect((await login({ username, password: PASSWORD }, address)).status).toBe(200)
    }
    for (const key of [`own:${username}:${address}`, `account:${username}`, `network:${address}`]) {
      expect(await countOf(key), key).toBeOneOf([0, undefined])
    }
  })

  test('also apply to a name that nobody has, which is not stored, because it may be a password', async () => {
    const typed = 'moja-tajna-2'
    expect(await guess(typed, newAddress(), ATTEMPTS.own + 2)).toEqual({ 422: ATTEMPTS.own, 429: 2 })
    const stored = db.selectFrom('login_attempts').select('key').where('key', 'like', `%${typed}%`)
    expect(await stored.execute()).toEqual([])
  })

  test('an office behind one address can sign in at the same time, with mistakes', async () => {
    const people = await Promise.all(times(2 * ATTEMPTS.network + 20, () => makeUser(db)))
    counted.right = PASSWORD
    const address = newAddress()
    const arrive = async ({ username }: { username: string }, place: number) => {
      if (place % 5 === 0) await login({ username, password: 'pogresna' }, address)
      return login({ username, password: PASSWORD }, address)
    }
    expect(await tally(people.map(arrive))).toEqual({ 200: people.length })
  })

  test('case, blanks, full-width letters, notations of addresses and X-Forwarded-For share a counter', async () => {
    const { username } = await makeUser(db, { username: 'brojac' })
    const written = ['10.77.0.1', '::ffff:10.77.0.1', '::ffff:a4d:1']
    const spelled = [username, 'BROJAC', ' brojac ', 'ｂｒｏｊａｃ', '\u00a0brojac\u3000']
    const attempt = (i: number, password: string) => {
      const credentials = { username: spelled[i % spelled.length] ?? '', password }
      return login(credentials, written[i % written.length] ?? '', { 'x-forwarded-for': `8.8.8.${i}` })
    }
    for (let i = 0; i < ATTEMPTS.own; i++) expect((await attempt(i, 'x')).status).toBe(422)
    expect(await tally(times(5, (i) => attempt(i, PASSWORD)))).toEqual({ 429: 5 })
  })

  test('the first 64 bits of IPv6 are one network', async () => {
    const { username } = await makeUser(db)
    const wrong = times(12, (i) => login({ username, password: 'x' }, `2001:db8:0:1::${i}`))
    expect(await tally(wrong)).toEqual({ 422: ATTEMPTS.own, 429: 2 })
    expect((await login({ username, password: 'x' }, '2001:db8:0:2::1')).status).toBe(422)
  })

  test('behind one trusted proxy the address is the one that the proxy saw', async () => {
    const { username } = await makeUser(db)
    const node = await another({ config: { ...config, trustProxy: (_, hop) => hop < 1 } })
    const attempt = (i: number, seen: string) =>
      node.inject({
        method: 'POST',
        url: session.login.path,
        payload: { username, password: 'x' },
        headers: { 'x-forwarded-for': `1.1.1.${i}, ${seen}` },
      })
    const statuses: number[] = []
    for (let i = 0; i < 12; i++) statuses.push((await attempt(i, '203.0.113.7')).statusCode)
    expect(statuses.filter((status) => status === 429)).toHaveLength(2)
    expect((await attempt(0, '203.0.113.8')).statusCode).toBe(422)
  })

  test('an address that tries many accounts is blocked, owners elsewhere are not', async () => {
    const { username } = await makeUser(db)
    const address = newAddress()
    const key = `network:${address}`
    const counter = { key, max_attempts: ATTEMPTS.network, attempts: ATTEMPTS.network - 1 }
    const resets_at = sql<string>`now() + interval '1 hour'`
    await db
      .insertInto('login_attempts')
      .values({ ...counter, resets_at })
      .execute()
    expect((await login({ username: 'nepoznat', password: 'x' }, address)).status).toBe(422)
    counted.verified = 0
    expect((await login({ username, password: PASSWORD }, address)).status).toBe(429)
    expect(counted.verified).toBe(0)
    expect((await login({ username, password: PASSWORD }, newAddress())).status).toBe(200)
  })

  test('a lock-out lasts its own time at most, also when the clock is set back', async () => {
    const { username } = await makeUser(db)
    const address = newAddress()
    await guess(username, address, ATTEMPTS.own)
    const ahead = { resets_at: sql<string>`resets_at + interval '2 days'` }
    await db.updateTable('login_attempts').set(ahead).where('key', 'like', `%${username}%`).execute()
    const { status, body } = await login({ username, password: PASSWORD }, address)
    expect([status, body.params]).toEqual([429, { minutes: WINDOW_MINUTES }])
    const late = sql<boolean>`resets_at > now() + make_interval(mins => ${WINDOW_MINUTES})`
    const locks = db.selectFrom('login_attempts').select('key').where('key', 'like', `%${username}%`)
    expect(await locks.where(late).where('attempts', '>=', ATTEMPTS.own).execute()).toEqual([])
    await sweepAttempts(db)
    expect(await locks.where(late).execute()).toEqual([])
  })

  test('two nodes count together, also during a burst', async () => {
    const { username } = await makeUser(db)
    const remoteAddress = newAddress()
    const node = await another()
    const payload = { username, password: 'x' }
    const there = async () => ({
      status: (await node.inject({ method: 'POST', url: session.login.path, payload, remoteAddress }))
        .statusCode,
    })
    const wrong = times(32, (i) => (i % 2 ? there() : login(payload, remoteAddress)))
    expect(await tally(wrong)).toEqual({ 422: ATTEMPTS.own, 429: 32 - ATTEMPTS.own })
  })
})

describe('during an attack on an account', () => {
  test('changing addresses ends attempts too', async () => {
    const { username } = await makeUser(db)
    await useUpAccountLimit(username)
    counted.verified = 0
    expect(await guess(username, newAddress(), 3)).toEqual({ 429: 3 })
    expect(counted.verified).toBe(0)
    await letTimePass()
    expect(await guess(username, newAddress(), 1)).toEqual({ 422: 1 })
  })

  test('its owner can sign in with a known device and from a known network', async () => {
    const { username } = await makeUser(db)
    const homeAddress = newAddress()
    const { device } = (await login({ username, password: PASSWORD }, homeAddress)).body
    await useUpAccountLimit(username)
    for (const place of [homeAddress, newAddress()]) {
      const { status, body } = await login({ username, password: PASSWORD, device }, place)
      expect([status, body.device]).toEqual([200, device])
    }
    expect((await login({ username, password: PASSWORD }, homeAddress)).status).toBe(200)
    expect((await login({ username, password: PASSWORD }, newAddress())).status).toBe(429)
  })

  test('a known device is not blocked with its network, and has ten attempts of its own', async () => {
    const { username } = await makeUser(db)
    const address = newAddress()
    const { device } = (await login({ username, password: PASSWORD }, address)).body
    expect(await guess(username, address, ATTEMPTS.own + 1)).toEqual({ 422: ATTEMPTS.own, 429: 1 })
    expect(await guess(username, address, ATTEMPTS.own - 1, { device })).toEqual({ 422: ATTEMPTS.own - 1 })
    expect((await login({ username, password: PASSWORD, device }, address)).status).toBe(200)
    expect(await guess(username, newAddress(), ATTEMPTS.own + 1, { device })).toEqual({
      422: ATTEMPTS.own,
      429: 1,
    })
  })

  test("a new password deletes the account's known devices", async () => {
    const { id, username } = await makeUser(db)
    const { device } = (await login({ username, password: PASSWORD }, newAddress())).body
    await useUpAccountLimit(username)
    expect((await login({ username, password: PASSWORD, device }, newAddress())).status).toBe(200)
    const again = await hashPassword(PASSWORD)
    await db.updateTable('users').set({ password_hash: again }).where('id', '=', id).execute()
    expect((await login({ username, password: PASSWORD, device }, newAddress())).status).toBe(429)
  })

  test('a device of another user, an invented one and a deleted one are unknown', async () => {
    const owner = await makeUser(db)
    const other = await makeUser(db)
    const own = (await login({ username: owner.username, password: PASSWORD }, newAddress())).body.device
    const otherDevice = (await login({ username: other.username, password: PASSWORD }, newAddress())).body
      .device
    await useUpAccountLimit(owner.username)
    await db.deleteFrom('known_devices').where('token_hash', '=', tokenHash(own)).execute()
    for (const device of [otherDevice, own, 'x'.repeat(43)]) {
      const credentials = { username: owner.username, password: PASSWORD, device }
      expect((await login(credentials, newAddress())).status, device).toBe(429)
    }
  })

  test('an invented device token is replaced, one used by two accounts is kept', async () => {
    const one = await makeUser(db)
    const two = await makeUser(db)
    const made = 'x'.repeat(43)
    const { device } = (
      await login({ username: one.username, password: PASSWORD, device: made }, newAddress())
    ).body
    expect(device).toMatch(/^[\w-]{43}$/)
    expect(device).not.toBe(made)
    const { body } = await login({ username: two.username, password: PASSWORD, device }, newAddress())
    expect(body.device).toBe(device)
  })
})

describe('error responses', () => {
  test('are equal, with the same work, for an unknown user, a wrong password and a deactivated user', async () => {
    const { username } = await makeUser(db)
    const inactive = await makeUser(db, { is_active: false })
    const partner = await makePartner(db, { is_active: false })
    const ofPartner = await makeUser(db, { partner_id: partner.id })
    const tries: Credentials[] = [
      { username: 'nema-takvog', password: PASSWORD },
      { username, password: 'pogresna' },
      { username: inactive.username, password: PASSWORD },
      { username: ofPartner.username, password: PASSWORD },
      { username: 'nema-takvog', password: 'nobody has this password' },
    ]
    for (const credentials of tries) {
      counted.verified = 0
      const { status, body } = await login(credentials, newAddress())
      const { request_id: _, ...rest } = body
      expect([status, rest], credentials.username).toEqual([422, { message: 'login_error' }])
      expect(counted.verified, credentials.username).toBe(1)
    }
  })

  test('need no hashing for an impossible password', async () => {
    const { username } = await makeUser(db)
    counted.verified = 0
    for (const password of [
      'x'.repeat(7_000),
      'č'.repeat(513),
      'lozinka\u0000',
      'lozinka\ud800',
      { $ne: 1 },
      ['x'],
      null,
      5,
    ]) {
      expect((await login({ username, password }, newAddress())).status).toBe(422)
    }
    expect(counted.verified).toBe(0)
  })

  test('are not affected by SQL in a username', async () => {
    for (const username of [
      "admin' OR '1'='1",
      '%',
      '_',
      '\\',
      'staff\u0000',
      'staff\u202e',
      'x'.repeat(7_000),
    ]) {
      expect((await login({ username, password: PASSWORD }, newAddress())).body.message).toBe('login_error')
    }
  })
})

test('signs in with a token that is stored as a hash, for the configured hours', async () => {
  const { username, id } = await makeUser(db, { partner: true })
  const { status, body } = await inject<{
    token: string
    expires_in: number
    device: string
    partner_id: number
  }>({
    method: 'POST',
    url: session.login.path,
    payload: { username: ` ${username.toUpperCase()} `, password: PASSWORD },
  })
  expect(status).toBe(200)
  expect(body).toEqual({
    token: expect.stringMatching(/^[\w-]{43}$/),
    device: expect.stringMatching(/^[\w-]{43}$/),
    expires_in: 12 * 3_600_000,
    user_id: id,
    username,
    partner_id: expect.any(Number),
  })
  const sessions = await db.selectFrom('sessions').selectAll().where('user_id', '=', id).execute()
  expect(sessions).toHaveLength(1)
  expect(Buffer.from(sessions[0]?.token_hash ?? []).equals(tokenHash(body.token))).toBe(true)
})

test('gives up soon while an import of users holds the user, and does not keep others from signing in', async () => {
  const lockedUsers = [await makeUser(db), await makeUser(db)]
  const ids = lockedUsers.map(({ id }) => id)
  const other = await makeUser(db)
  await db.transaction().execute(async (tx) => {
    await tx.selectFrom('users').select('id').where('id', 'in', ids).forUpdate().execute()
    const opening = sql`SELECT open_session('', ${lockedUsers[0]?.id}, '', '', '', 1, true)`.execute(db)
    await expect(opening).rejects.toMatchObject({ code: '55P03' })
    const attempts = [...lockedUsers, other].map(({ username }) =>
      login({ username, password: PASSWORD }, newAddress()),
    )
    expect((await Promise.all(attempts)).map(({ status }) => status)).toEqual([503, 503, 200])
  })
})
