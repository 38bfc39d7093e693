import { describe, expect, test } from 'vitest'
import { matchingStep, newRecoveryCodes, recoveryHash, totpShown } from './rules.ts'

// RFC 6238, appendix B: the key of SHA-1, and the last six of each code's eight digits.
const KEY = Buffer.from('12345678901234567890')
const VECTORS = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
] as const

describe('codes of an app', () => {
  test.each(VECTORS)('at %i seconds are those of the standard', (seconds, code) => {
    expect(matchingStep(KEY, code, seconds, 0)).toBe(Math.floor(seconds / 30))
  })

  test('are valid one step early and one late, and no further', () => {
    const [seconds, code] = VECTORS[3]
    const step = Math.floor(seconds / 30)
    expect([-60, -30, 30, 60].map((off) => matchingStep(KEY, code, seconds + off, 0))).toEqual([
      null,
      step,
      step,
      null,
    ])
  })

  test('are valid only above the last accepted step', () => {
    const [seconds, code] = VECTORS[3]
    const step = Math.floor(seconds / 30)
    expect(matchingStep(KEY, code, seconds, step)).toBeNull()
    expect(matchingStep(KEY, code, seconds, step - 1)).toBe(step)
  })

  test('are six digits, with or without blanks between them', () => {
    const [seconds, code] = VECTORS[3]
    expect(matchingStep(KEY, ` ${code.slice(0, 3)} ${code.slice(3)} `, seconds, 0)).not.toBeNull()
    for (const odd of ['', '5924', `${code}0`, 'abcdef', '０05924'])
      expect(matchingStep(KEY, odd, seconds, 0)).toBeNull()
  })

  test('are set up with the secret in base 32', () => {
    const { secret, uri } = totpShown(KEY, 'ana')
    expect(secret).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
    expect(uri).toContain(`otpauth://totp/Kontor:ana?issuer=Kontor&secret=${secret}`)
  })
})

test('recovery codes are ten of ten letters, and are read in any notation', () => {
  const codes = newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[a-hjkmnp-z2-9]{5}-[a-hjkmnp-z2-9]{5}$/)
  const [code = ''] = codes
  expect(recoveryHash(` ${code.toUpperCase().replace('-', ' ')}`)).toEqual(recoveryHash(code))
})
