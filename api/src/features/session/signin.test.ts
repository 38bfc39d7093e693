import { session } from '@kontor/contract/session'
import { describe, expect, test, vi } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { makePartner, makeUser, PASSWORD } from '../../../test/make.ts'
import { ATTEMPTS, attemptKeys, tokenHash } from './rules.ts'

const counted = vi.hoisted(() => ({ verified: 0 }))
vi.mock('@node-rs/argon2', async (original) => {
  const argon2 = await original<typeof import('@node-rs/argon2')>()
  const verify: typeof argon2.verify = (...given) => {
    counted.verified += 1
    return argon2.verify(...given)
  }
  return { ...argon2, verify }
})

const { config, db, another, inject } = await startApp()

let addresses = 0
function newAddress() {
  addresses += 1
  return `10.0.0.${addresses}`
}

type Given = { username: string; password: unknown }
const login = (payload: Given, remoteAddress: string, headers: Record<string, string> = {}) =>
  inject({ method: 'POST', url: session.login.path, payload, remoteAddress, headers })

/** How many of these sign-ins in a row got which status. */
async function tally(calls: Promise<{ status: number }>[]) {
  const found: Record<number, number> = {}
  for (const { status } of await Promise.all(calls)) found[status] = (found[status] ?? 0) + 1
  return found
}

const setAttempts = (key: string, attempts: number, resets_at: string) =>
  db.insertInto('login_attempts').values({ key, attempts, resets_at }).execute()
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

describe('how often one may try', () => {
  test('A1 a burst of wrong passwords never gets more checks than the limit, then waits', async () => {
    const { username } = await makeUser(db)
    const address = newAddress()
    counted.verified = 0
    const wrong = Array.from({ length: 20 }, () => login({ username, password: 'pogresna' }, address))
    expect(await tally(wrong)).toEqual({ 422: ATTEMPTS.both, 429: 20 - ATTEMPTS.both })
    expect(counted.verified).toBe(ATTEMPTS.both)
    const { status, headers, body } = await login({ username, password: PASSWORD }, address)
    expect([status, body.message]).toEqual([429, 'error.too_many_attempts'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(800)
    expect(body.params?.minutes).toBe(15)
  })

  test('A1 whoever hammers at an account does not lock its owner out elsewhere', async () => {
    const { username } = await makeUser(db)
    const address = newAddress()
    for (let round = 0; round < 12; round++) {
      await Promise.all(Array.from({ length: 12 }, () => login({ username, password: 'x' }, address)))
    }
    expect((await login({ username, password: PASSWORD }, newAddress())).status).toBe(200)
  })

  test('A1 a right password forgets the wrong ones before it', async () => {
    const { username } = await makeUser(db)
    const address = newAddress()
    for (let round = 0; round < 2; round++) {
      const wrong = Array.from({ length: 9 }, () => login({ username, password: 'x' }, address))
      expect(await tally(wrong)).toEqual({ 422: 9 })
      expect((await login({ username, password: PASSWORD }, address)).status).toBe(200)
    }
  })

  test('A2 case, blanks, full-width letters and X-Forwarded-For make no second count', async () => {
    const { username } = await makeUser(db, { username: 'brojac' })
    const address = newAddress()
    const spelled = [username, 'BROJAC', ' brojac ', 'ｂｒｏｊａｃ', '\u00a0brojac\u3000']
    for (let i = 0; i < ATTEMPTS.both; i++) {
      const given = { username: spelled[i % spelled.length] ?? '', password: 'x' }
      expect((await login(given, address, { 'x-forwarded-for': `8.8.8.${i}` })).status).toBe(422)
    }
    for (const one of spelled) {
      const { status } = await login({ username: one, password: PASSWORD }, address, {
        'x-forwarded-for': '9.9.9.9',
      })
      expect(status, one).toBe(429)
    }
  })

  test('A2 behind one trusted proxy the address is the one that the proxy saw, not one that was sent along', async () => {
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

  test('A3 an address that tries many accounts is stopped, the owners elsewhere are not', async () => {
    const { username } = await makeUser(db)
    const address = newAddress()
    await setAttempts(`address:${address}`, ATTEMPTS.address - 1, inAnHour())
    expect((await login({ username: 'nepoznat', password: 'x' }, address)).status).toBe(422)
    expect((await login({ username, password: PASSWORD }, address)).status).toBe(429)
    expect((await login({ username, password: PASSWORD }, newAddress())).status).toBe(200)
  })

  test('A3 an account that many addresses try is closed to all until the window ends', async () => {
    const { username } = await makeUser(db)
    const account = attemptKeys(username, 'any').at(-1)?.key ?? ''
    await setAttempts(account, ATTEMPTS.account, inAnHour())
    expect((await login({ username, password: PASSWORD }, newAddress())).status).toBe(429)
    const past = new Date(Date.now() - 1000).toISOString()
    await db.updateTable('login_attempts').set({ resets_at: past }).where('key', '=', account).execute()
    expect((await login({ username, password: 'x' }, newAddress())).status).toBe(422)
    const row = await db.selectFrom('login_attempts').select('attempts').where('key', '=', account).execute()
    expect(row).toEqual([{ attempts: 1 }])
  })

  test('F11 two nodes count together', async () => {
    const { username } = await makeUser(db)
    const address = newAddress()
    const node = await another()
    const there = { method: 'POST', url: session.login.path, payload: { username, password: 'x' } } as const
    for (let i = 0; i < 5; i++) {
      expect((await login({ username, password: 'x' }, address)).status).toBe(422)
      expect((await node.inject({ ...there, remoteAddress: address })).statusCode).toBe(422)
    }
    expect((await node.inject({ ...there, remoteAddress: address })).statusCode).toBe(429)
  })
})

describe('what a refusal tells', () => {
  test('A4 nobody can tell an unknown user from a wrong password or a deactivated user, and the same work is done', async () => {
    const { username } = await makeUser(db)
    const inactive = await makeUser(db, { is_active: false })
    const partner = await makePartner(db, { is_active: false })
    const ofPartner = await makeUser(db, { partner_id: partner.id })
    const tries: Given[] = [
      { username: 'nema-takvog', password: PASSWORD },
      { username, password: 'pogresna' },
      { username: inactive.username, password: PASSWORD },
      { username: ofPartner.username, password: PASSWORD },
      { username: 'nema-takvog', password: 'nobody has this password' },
    ]
    for (const given of tries) {
      counted.verified = 0
      const { status, body } = await login(given, newAddress())
      const { request_id: _, ...rest } = body
      expect([status, rest], given.username).toEqual([422, { message: 'login_error' }])
      expect(counted.verified, given.username).toBe(1)
    }
  })

  test('A5 a password that can be none is refused without any work', async () => {
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

  test('A6 a username is data, never a part of a query', async () => {
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

test('signs in with a token that is kept as a hash alone, for the hours that are set', async () => {
  const { username, id } = await makeUser(db, { partner: true })
  const { status, body } = await inject<{ token: string; expires_in: number; partner_id: number }>({
    method: 'POST',
    url: session.login.path,
    payload: { username: ` ${username.toUpperCase()} `, password: PASSWORD },
  })
  expect(status).toBe(200)
  expect(body).toEqual({
    token: expect.stringMatching(/^[\w-]{43}$/),
    expires_in: 12 * 3_600_000,
    partner_id: expect.any(Number),
  })
  const kept = await db.selectFrom('sessions').selectAll().where('user_id', '=', id).execute()
  expect(kept).toHaveLength(1)
  expect(Buffer.from(kept[0]?.token_hash ?? []).equals(tokenHash(body.token))).toBe(true)
})
