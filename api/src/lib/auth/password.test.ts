import { describe, expect, test } from 'vitest'
import { HttpError } from '../http/http-error.ts'
import { type Attempts, generatePassword, hashPassword, requireLength, verifyPassword } from './password.ts'

const uncounted: Attempts = { count: async () => {}, uncount: async () => {} }
const verify = (storedHash: string | undefined, password: string, tries: Partial<Attempts> = {}) =>
  verifyPassword(storedHash, password, { ...uncounted, ...tries })

describe('passwords', () => {
  test('are stored as argon2id with a salt, never twice the same', async () => {
    const [one, two] = await Promise.all([hashPassword('lozinka'), hashPassword('lozinka')])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(one).not.toBe(two)
  })

  test('are compared whole: not truncated, folded or normalised', async () => {
    const long = 'š'.repeat(512)
    const storedHash = await hashPassword(long)
    expect(await verify(storedHash, long)).toBe(true)
    for (const other of [long.slice(1), `${long}x`, long.toUpperCase(), long.normalize('NFD'), '']) {
      expect(await verify(storedHash, other)).toBe(false)
    }
  })

  test('without a hash never match, not even the text of the dummy hash', async () => {
    expect(await verify(undefined, 'nobody has this password')).toBe(false)
  })

  test('are all verified when many come at once', async () => {
    const storedHash = await hashPassword('lozinka')
    const tries = ['lozinka', 'x', 'lozinka', 'y', 'lozinka', 'z', 'lozinka']
    const matches = await Promise.all(tries.map((password) => verify(storedHash, password)))
    expect(matches).toEqual([true, false, true, false, true, false, true])
  })

  test('are counted attempt by attempt, and right ones never add up', async () => {
    const storedHash = await hashPassword('lozinka')
    let underWay = 0
    let most = 0
    const tries: Attempts = {
      async count() {
        underWay += 1
        most = Math.max(most, underWay)
      },
      async uncount() {
        await new Promise(setImmediate)
        underWay -= 1
      },
    }
    await Promise.all(Array.from({ length: 12 }, () => verify(storedHash, 'lozinka', tries)))
    expect([most, underWay]).toEqual([2, 0])
  })

  test('beyond the limit are rejected without delaying others', async () => {
    const storedHash = await hashPassword('lozinka')
    const tooMany = async () => {
      throw new HttpError('error.too_many_attempts')
    }
    const refused = [1, 2, 3].map(() => verify(storedHash, 'lozinka', { count: tooMany }))
    for (const one of refused) await expect(one).rejects.toThrow(HttpError)
    expect(await verify(storedHash, 'lozinka')).toBe(true)
  })

  test('with an invalid hash do not delay others', async () => {
    const storedHash = await hashPassword('lozinka')
    const broken = await Promise.allSettled([1, 2, 3].map(() => verify('broken', 'x')))
    expect(broken.map(({ status }) => status)).toEqual(Array(3).fill('rejected'))
    expect(await verify(storedHash, 'lozinka')).toBe(true)
  })

  test('are measured in visible characters', () => {
    expect(() => requireLength('😀😀😀', 4)).toThrow(HttpError)
    expect(() => requireLength('abc', 4)).toThrow(HttpError)
    requireLength('čćžš', 4)
  })
})

test('are generated differently each time, readable, and match only their own hash', async () => {
  const one = await generatePassword()
  const another = await generatePassword()
  expect(one.password).toMatch(/^[a-km-z2-9]{4}(-[a-km-z2-9]{4}){2}$/)
  expect(one.password).not.toBe(another.password)
  expect(await verify(one.hash, one.password)).toBe(true)
  expect(await verify(one.hash, another.password)).toBe(false)
})
