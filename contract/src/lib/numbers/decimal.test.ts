import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decimalMarks, locales } from '../text/locales.ts'
import {
  compareDecimals,
  multiplyByInteger,
  numberToDecimal,
  parseDecimal,
  readings,
  readTyped,
  sumOf,
} from './decimal.ts'
import { formatDecimal } from './money-or-percent.ts'

const notANumber = { problem: 'not_a_number' }
const resultOf = (parsed: ReturnType<typeof parseDecimal>) =>
  'value' in parsed ? parsed.value : parsed.problem
const readBack = (text: string) => resultOf(parseDecimal(text))
/** Thousandths as canonical text, computed without the tested code. */
const fromThousandths = (n: bigint) => {
  const digits = (n < 0n ? -n : n).toString().padStart(4, '0')
  const text = `${digits.slice(0, -3)}.${digits.slice(-3)}`.replace(/\.?0+$/, '')
  return n < 0n ? `-${text}` : text
}
const thousandths = fc.bigInt({ min: -9_999_999_999_999n, max: 9_999_999_999_999n })

describe('parseDecimal rejects', () => {
  test.each([
    '',
    ' ',
    '-',
    '+',
    '.',
    ',',
    '%',
    '€',
    '5.',
    '1,2,3',
    '1.23.456',
    '1234.567.890',
    '1.234,567,890',
    '0.123.456',
    '12 34',
    '1 234 56',
    '1.234 567',
    '1e5',
    '0x1F',
    'Infinity',
    'NaN',
    '--1',
    '+-1',
    '1-',
    '5%%',
    '5 €%',
    '€ 5 €',
    '-€-5',
    '5 KM',
    ',-',
    '12-',
    '1.250.-',
    '5  %',
    '١٢',
    '５',
    '1_000',
    'po dogovoru',
    '1\u00002',
    '1\n2',
    '0'.repeat(41),
  ])('%j as not a number', (text) => {
    expect(parseDecimal(text)).toEqual(notANumber)
  })

  test('numbers beyond the limits, with the exceeded one', () => {
    expect(parseDecimal('12345678901')).toEqual({ problem: 'too_many_digits' })
    expect(parseDecimal('1,2345')).toEqual({ problem: 'too_many_decimals' })
    expect(parseDecimal('100', { digits: 2 })).toEqual({ problem: 'too_many_digits' })
    expect(parseDecimal('1,5', { scale: 0 })).toEqual({ problem: 'too_many_decimals' })
  })

  test('50,000 characters at once', () => {
    for (const text of [
      '1.'.repeat(25_000),
      '1'.repeat(50_000),
      ' '.repeat(50_000),
      `${'0'.repeat(49_999)}x`,
    ]) {
      expect(parseDecimal(text)).toEqual(notANumber)
    }
  })

  test('anything except digits, signs and separators', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (text) => {
        fc.pre(!/^[\d\s.,+\-%€]*$/.test(text))
        expect(parseDecimal(text)).toEqual(notANumber)
      }),
    )
  })
})

describe('parseDecimal parses', () => {
  test.each([
    ['1234.5', '1234.5'],
    ['1234,50', '1234.5'],
    ['1.234', '1.234'],
    ['1,234', '1.234'],
    ['1.234,5', '1234.5'],
    ['1,234.50', '1234.5'],
    ['1.234.567', '1234567'],
    ['1,234,567.891', '1234567.891'],
    ['1 234 567,8', '1234567.8'],
    ['1\u00a0234,5 €', '1234.5'],
    [',5', '0.5'],
    ['007', '7'],
    ['-0', '0'],
    ['-0,000', '0'],
    ['+1,5', '1.5'],
    ['- 1,5', '-1.5'],
    ['  12 ', '12'],
    ['12€', '12'],
    ['-€5.50', '-5.5'],
    ['EUR 12,5', '12.5'],
    ['12,50 eur', '12.5'],
    ['12,-', '12'],
    ['1.250,- €', '1250'],
    ['12.—', '12'],
    ['1.50000', '1.5'],
  ])('%j as %s', (text, value) => {
    expect(parseDecimal(text)).toEqual({ value, percent: false })
  })

  test('a percent sign as a flag', () => {
    expect(parseDecimal('7,5 %')).toEqual({ value: '7.5', percent: true })
    expect(parseDecimal('-3%')).toEqual({ value: '-3', percent: true })
  })

  test('every exact decimal in each notation', () => {
    fc.assert(
      fc.property(thousandths, (n) => {
        const text = fromThousandths(n)
        expect(readBack(text)).toBe(text)
        expect(readBack(text.replace('.', ','))).toBe(text)
      }),
    )
  })
})

describe('readTyped', () => {
  test.each([
    // text, value with a decimal comma, value with a decimal point, proven mark
    ['1.250', '1250', '1.25', null],
    ['1,250', '1.25', '1250', null],
    ['-12.500 €', '-12500', '-12.5', null],
    ['€ 120,000', '120', '120000', null],
    ['999.999%', '999999', '999.999', null],
    ['1250', '1250', '1250', null],
    ['1 250', '1250', '1250', null],
    ['12.5', '12.5', '12.5', '.'],
    ['12,50', '12.5', '12.5', ','],
    ['0.125', '0.125', '0.125', '.'],
    ['0,125', '0.125', '0.125', ','],
    ['1234.567', '1234.567', '1234.567', '.'],
    ['1.250,5', '1250.5', '1250.5', ','],
    ['1,250.5', '1250.5', '1250.5', '.'],
    ['1.250.000', '1250000', '1250000', ','],
    ['1,250,000', '1250000', '1250000', '.'],
    ['1.250,-', '1250', '1250', ','],
    ['1\u2009250,125', '1250.125', '1250.125', ','],
    ['dogovor', 'not_a_number', 'not_a_number', null],
    ['1.250.00', 'not_a_number', 'not_a_number', null],
    ['1.'.repeat(25_000), 'not_a_number', 'not_a_number', null],
  ])('reads %j as %s or %s', (text, withComma, withPoint, proves) => {
    expect(resultOf(readTyped(text, ','))).toBe(withComma)
    expect(resultOf(readTyped(text, '.'))).toBe(withPoint)
    const { ',': comma, '.': point, proves: mark } = readings(text)
    expect([resultOf(comma), resultOf(point), mark]).toEqual([withComma, withPoint, proves])
  })

  test.each(['cnr', 'en'] as const)('parses everything that is formatted in %s', (locale) => {
    const mark = decimalMarks[locale]
    const euros = { style: 'currency', currency: 'EUR', maximumFractionDigits: 3 } as const
    const price = new Intl.NumberFormat(locales[locale], euros)
    fc.assert(
      fc.property(thousandths, (n) => {
        const value = fromThousandths(n)
        const printed = [
          formatDecimal(value, locales[locale]),
          formatDecimal(value, locales[locale], { min: 0 }),
          `${formatDecimal(value, locales[locale])} €`,
          price.format(value as Intl.StringNumericLiteral),
        ]
        for (const text of printed) expect(resultOf(readTyped(text, mark))).toBe(value)
        const percentage = `${formatDecimal(value, locales[locale], { min: 0 })}%`
        expect(readTyped(percentage, mark)).toEqual({ value, percent: true })
        // The language proves its own mark or none, never the other one.
        for (const text of printed) expect([mark, null]).toContain(readings(text).proves)
      }),
    )
  })

  test('accepts no other text than parseDecimal', () => {
    const marks = fc.string({ unit: fc.constantFrom(...'0123456789.,-+ €%'), maxLength: 12 })
    fc.assert(
      fc.property(marks, (text) => {
        const isNumber = 'value' in parseDecimal(text, { digits: 40, scale: 40 })
        for (const mark of [',', '.'] as const)
          expect('value' in readTyped(text, mark, { digits: 40, scale: 40 })).toBe(isNumber)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('numberToDecimal', () => {
  test('rejects infinite numbers, and ones with too many digits or decimals', () => {
    for (const n of [Number.NaN, Number.POSITIVE_INFINITY]) expect(numberToDecimal(n)).toEqual(notANumber)
    for (const n of [1e10, 1e20, 1e21, -1e308])
      expect(numberToDecimal(n)).toEqual({ problem: 'too_many_digits' })
    for (const n of [0.0001, 5e-324, 132.7975])
      expect(numberToDecimal(n)).toEqual({ problem: 'too_many_decimals' })
  })

  test('returns the decimal that the sheet displays', () => {
    expect(numberToDecimal(0.1 + 0.2)).toEqual({ value: '0.3', percent: false })
    expect(numberToDecimal(0.075 * 100)).toEqual({ value: '7.5', percent: false })
    expect(numberToDecimal(-0)).toEqual({ value: '0', percent: false })
  })

  test('returns every decimal of up to three places exactly', () => {
    fc.assert(
      fc.property(thousandths, (n) => {
        expect(numberToDecimal(Number(fromThousandths(n)))).toMatchObject({ value: fromThousandths(n) })
      }),
    )
  })
})

test('compareDecimals orders like numbers', () => {
  expect(compareDecimals('1.50', '1.5')).toBe(0)
  expect(compareDecimals('-0.5', '0')).toBe(-1)
  fc.assert(
    fc.property(thousandths, thousandths, (a, b) => {
      expect(compareDecimals(fromThousandths(a), fromThousandths(b))).toBe(a < b ? -1 : a > b ? 1 : 0)
    }),
  )
})

test('multiplyByInteger multiplies exactly', () => {
  expect(multiplyByInteger('0.100', 3)).toBe('0.300')
  expect(multiplyByInteger('0.001', 5)).toBe('0.005')
  expect(multiplyByInteger('12', 12)).toBe('144')
  expect(multiplyByInteger('9999999999.999', 9999)).toBe('99989999999990.001')
})

test('sumOf adds and subtracts exactly, with any decimals', () => {
  expect(sumOf([])).toBe('0')
  expect(sumOf(['0.1', '0.20'])).toBe('0.30')
  expect(sumOf(['10.50', '-10.495'])).toBe('0.005')
  expect(sumOf(['1', '-1.50'])).toBe('-0.50')
  fc.assert(
    fc.property(thousandths, thousandths, (a, b) => {
      expect(compareDecimals(sumOf([fromThousandths(a), fromThousandths(b)]), fromThousandths(a + b))).toBe(0)
    }),
  )
})

test('formatDecimal keeps every digit', () => {
  expect(formatDecimal('9999999999.999', 'sr-Latn-ME')).toBe('9.999.999.999,999')
  expect(formatDecimal('1234.500', 'en-GB')).toBe('1,234.50')
  expect(formatDecimal('12', 'sr-Latn-ME', { min: 0 })).toBe('12')
})
