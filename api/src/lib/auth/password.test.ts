import { describe, expect, test } from 'vitest'
import { HttpError } from '../http/http-error.ts'
import { generatePassword, hashPassword, requireLength, type Tries, verifyPassword } from './password.ts'

const uncounted: Tries = { count: async () => {}, takeBack: async () => {} }
const verify = (storedHash: string | undefined, password: string, tries: Partial<Tries> = {}) =>
  verifyPassword(storedHash, password, { ...uncounted, ...tries })

describe('passwords', () => {
  test('are kept as argon2id with its own salt, and never twice alike', async () => {
    const [one, two] = await Promise.all([hashPassword('lozinka'), hashPassword('lozinka')])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(one).not.toBe(two)
  })

  test('are compared whole: neither cut, nor folded, nor normalised', async () => {
    const long = 'š'.repeat(512)
    const storedHash = await hashPassword(long)
    expect(await verify(storedHash, long)).toBe(true)
    for (const other of [long.slice(1), `${long}x`, long.toUpperCase(), long.normalize('NFD'), '']) {
      expect(await verify(storedHash, other)).toBe(false)
    }
  })

  test('of nobody match nothing, not even the text behind the stand-in', async () => {
    expect(await verify(undefined, 'nobody has this password')).toBe(false)
  })

  test('are all judged when many come at once', async () => {
    const storedHash = await hashPassword('lozinka')
    const tries = ['lozinka', 'x', 'lozinka', 'y', 'lozinka', 'z', 'lozinka']
    const matches = await Promise.all(tries.map((password) => verify(storedHash, password)))
    expect(matches).toEqual([true, false, true, false, true, false, true])
  })

  test('a burst is counted try by try, and right ones never add up', async () => {
    const storedHash = await hashPassword('lozinka')
    let [underWay, most] = [0, 0]
    const tries: Tries = {
      async count() {
        underWay += 1
        most = Math.max(most, underWay)
      },
      async takeBack() {
        await new Promise(setImmediate)
        underWay -= 1
      },
    }
    await Promise.all(Array.from({ length: 12 }, () => verify(storedHash, 'lozinka', tries)))
    expect([most, underWay]).toEqual([2, 0])
  })

  test('one try too many is refused and holds up nobody else', async () => {
    const storedHash = await hashPassword('lozinka')
    const tooMany = async () => {
      throw new HttpError('error.too_many_attempts')
    }
    const refused = [1, 2, 3].map(() => verify(storedHash, 'lozinka', { count: tooMany }))
    for (const one of refused) await expect(one).rejects.toThrow(HttpError)
    expect(await verify(storedHash, 'lozinka')).toBe(true)
  })

  test('a broken hash holds up nobody else', async () => {
    const storedHash = await hashPassword('lozinka')
    const broken = await Promise.allSettled([1, 2, 3].map(() => verify('broken', 'x')))
    expect(broken.map(({ status }) => status)).toEqual(Array(3).fill('rejected'))
    expect(await verify(storedHash, 'lozinka')).toBe(true)
  })

  test('are measured in characters as people see them', () => {
    expect(() => requireLength('😀😀😀', 4)).toThrow(HttpError)
    expect(() => requireLength('abc', 4)).toThrow(HttpError)
    requireLength('čćžš', 4)
  })
})

test('a generated password is new each time, can be read out, and opens nothing but its own hash', async () => {
  const [one, another] = [await generatePassword(), await generatePassword()]
  expect(one.password).toMatch(/^[a-km-z2-9]{4}(-[a-km-z2-9]{4}){2}$/)
  expect(one.password).not.toBe(another.password)
  expect(await verify(one.hash, one.password)).toBe(true)
  expect(await verify(one.hash, another.password)).toBe(false)
})
