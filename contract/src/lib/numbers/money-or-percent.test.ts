import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { fieldErrors } from '../http/errors.ts'
import { moneyOrPercent, optionalMoneyOrPercent } from './decimal-field.ts'
import { moneyOrPercentOf, moneyOrPercentText } from './money-or-percent.ts'

const problemOf = (input: unknown) => {
  const { error } = moneyOrPercent.safeParse(input)
  return error && fieldErrors(error)['']?.[0]
}

describe('an invalid money-or-percent value', () => {
  test.each([
    ['%', 'validation.not_a_number'],
    ['٣', 'validation.not_a_number'],
    ['1,2,3', 'validation.not_a_number'],
    ['5%%', 'validation.not_a_number'],
    ['5% €', 'validation.not_a_number'],
    ['0x10', 'validation.not_a_number'],
    ['1e3', 'validation.not_a_number'],
    [1e21, 'validation.not_a_number'],
    ['12345678901', 'validation.too_many_digits'],
    ['12345678901%', 'validation.too_many_digits'],
    ['0,1234', 'validation.too_many_decimals'],
    [0.1 + 0.2, 'validation.too_many_decimals'],
    ['-0,001', 'validation.not_negative'],
    ['-5%', 'validation.not_negative'],
    [-1, 'validation.not_negative'],
    ['', 'validation.field'],
    [' ', 'validation.field'],
    [undefined, 'validation.field'],
    [null, 'validation.type'],
    [true, 'validation.type'],
  ])('%j', (input, key) => {
    expect(problemOf(input)).toBe(key)
  })
})

test.each([
  ['5%', '5%'],
  ['7,50 %', '7.5%'],
  ['1.234,500', '1234.5'],
  ['1234.500', '1234.5'],
  [1234.5, '1234.5'],
  ['9999999999,999', '9999999999.999'],
  ['-0', '0'],
  ['12 €', '12'],
])('%j is read as %s', (input, text) => {
  expect(z.parse(moneyOrPercent, input)).toBe(text)
})

test('an optional value is 0 when empty, undefined when omitted, and validated otherwise', () => {
  for (const nothing of [null, '', ' ']) expect(z.parse(optionalMoneyOrPercent, nothing)).toBe('0')
  expect(z.parse(optionalMoneyOrPercent, undefined)).toBeUndefined()
  expect(z.parse(optionalMoneyOrPercent, '5%')).toBe('5%')
  expect(z.safeParse(optionalMoneyOrPercent, '٣').success).toBe(false)
})

test('every value is formatted as it was parsed, with either decimal mark', () => {
  const figures = fc.tuple(
    fc.bigInt({ min: 0n, max: 9_999_999_999_999n }),
    fc.boolean(),
    fc.constantFrom(',', '.'),
  )
  fc.assert(
    fc.property(figures, ([thousandths, percent, sign]) => {
      const digits = thousandths.toString().padStart(4, '0')
      const typed = `${digits.slice(0, -3)}${sign}${digits.slice(-3)}${percent ? '%' : ''}`
      const read = z.parse(moneyOrPercent, typed)
      expect(z.parse(moneyOrPercent, read)).toBe(read)
      const { value, percent: isPercent } = moneyOrPercentOf(read)
      expect(moneyOrPercentText({ value, percent: isPercent })).toBe(read)
      const [whole = '', fraction = ''] = value.split('.')
      expect([BigInt(whole + fraction.padEnd(3, '0')), isPercent]).toEqual([thousandths, percent])
    }),
  )
})
