import { describe, expect, test } from 'vitest'
import { generatePassword, hashPassword, requireLength, verifyPassword } from './password.ts'
import { Refusal } from './refusal.ts'

describe('passwords', () => {
  test('are kept as argon2id with its own salt, and never twice alike', async () => {
    const [one, two] = await Promise.all([hashPassword('lozinka'), hashPassword('lozinka')])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(one).not.toBe(two)
  })

  test('are compared whole: neither cut, nor folded, nor normalised', async () => {
    const long = 'š'.repeat(512)
    const kept = await hashPassword(long)
    expect(await verifyPassword(kept, long)).toBe(true)
    for (const other of [long.slice(1), `${long}x`, long.toUpperCase(), long.normalize('NFD'), '']) {
      expect(await verifyPassword(kept, other)).toBe(false)
    }
  })

  test('A4 of nobody match nothing, not even the text behind the stand-in', async () => {
    expect(await verifyPassword(undefined, 'nobody has this password')).toBe(false)
  })

  test('are all judged when many come at once', async () => {
    const kept = await hashPassword('lozinka')
    const tries = ['lozinka', 'x', 'lozinka', 'y', 'lozinka', 'z', 'lozinka']
    const matches = await Promise.all(tries.map((password) => verifyPassword(kept, password)))
    expect(matches).toEqual([true, false, true, false, true, false, true])
  })

  test('a broken hash holds up nobody else', async () => {
    const kept = await hashPassword('lozinka')
    const broken = await Promise.allSettled([1, 2, 3].map(() => verifyPassword('broken', 'x')))
    expect(broken.map(({ status }) => status)).toEqual(Array(3).fill('rejected'))
    expect(await verifyPassword(kept, 'lozinka')).toBe(true)
  })

  test('are measured in characters as people see them', () => {
    expect(() => requireLength('😀😀😀', 4)).toThrow(Refusal)
    expect(() => requireLength('abc', 4)).toThrow(Refusal)
    requireLength('čćžš', 4)
  })
})

test('a generated password is new each time, can be read out, and opens nothing but its own hash', async () => {
  const [one, another] = [await generatePassword(), await generatePassword()]
  expect(one.password).toMatch(/^[a-km-z2-9]{4}(-[a-km-z2-9]{4}){2}$/)
  expect(one.password).not.toBe(another.password)
  expect(await verifyPassword(one.hash, one.password)).toBe(true)
  expect(await verifyPassword(one.hash, another.password)).toBe(false)
})
