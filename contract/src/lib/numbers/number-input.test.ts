import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { parseFilter } from '../lists/filter.ts'
import { locales } from '../text/locales.ts'
import { decimal, moneyOrPercent } from './decimal-field.ts'
import { formatDecimal } from './money-or-percent.ts'
import { sentFilter, sentNumber, typedFilter, typedNumber } from './number-input.ts'

const bothLanguages = ['cnr', 'en'] as const
const language = fc.constantFrom(...bothLanguages)
/** Thousandths in the database's form: `1234.500`. */
const stored = fc.bigInt({ min: 0n, max: 9_999_999_999_999n }).map((n) => {
  const digits = n.toString().padStart(4, '0')
  return `${digits.slice(0, -3)}.${digits.slice(-3)}`
})
const canonical = (value: string) => z.parse(moneyOrPercent, value)
const keys = fc.string({ unit: fc.constantFrom(...'0123456789.,-+ €%<>='), maxLength: 50 })

describe('a number', () => {
  test('has the meaning of the locale in which it was typed', () => {
    const both = (typed: string) => bothLanguages.map((locale) => sentNumber(typed, locale))
    expect(both('1.250')).toEqual(['1250', '1.25'])
    expect(both('1,250')).toEqual(['1.25', '1250'])
    expect(both('7,5 %')).toEqual(['7.5%', '7.5%'])
    expect(both('1.250.000,-')).toEqual(['1250000', '1250000'])
  })

  test('that is invalid is returned unchanged, to be rejected', () => {
    const rules = [moneyOrPercent, decimal({ scale: 20 })]
    fc.assert(
      fc.property(keys, language, (typed, locale) => {
        const sent = sentNumber(typed, locale)
        if (sent === typed) return
        // The result is canonical; otherwise the server could parse it differently.
        expect(sent).toMatch(/^-?(0|[1-9]\d*)(\.\d*[1-9])?%?$/)
      }),
      { numRuns: 2000 },
    )
    for (const typed of ['12,', '1.2.3', 'x', ' ', '5 €%'])
      for (const rule of rules) expect(z.safeParse(rule, sentNumber(typed, 'cnr')).success).toBe(false)
  })

  test('copied from a list into a form is the same number', () => {
    fc.assert(
      fc.property(stored, language, (value, locale) => {
        const tag = locales[locale]
        const euros = new Intl.NumberFormat(tag, {
          style: 'currency',
          currency: 'EUR',
          maximumFractionDigits: 3,
        }).format(value as Intl.StringNumericLiteral)
        const printed = [euros, formatDecimal(value, tag), formatDecimal(value, tag, { min: 0 })]
        for (const text of printed) expect(sentNumber(text, locale)).toBe(canonical(value))
        expect(sentNumber(`${formatDecimal(value, tag, { min: 0 })}%`, locale)).toBe(canonical(`${value}%`))
        const pieces = value.replace('.', '').replace(/^0+(?=\d)/, '')
        expect(sentNumber(formatDecimal(pieces, tag, { min: 0 }), locale)).toBe(pieces)
      }),
    )
  })

  test('of a row is formatted so that it is parsed as the same, also in another locale', () => {
    fc.assert(
      fc.property(stored, language, language, fc.boolean(), fc.nat(3), (value, one, next, percent, min) => {
        const sent = canonical(percent ? `${value}%` : value)
        const shown = typedNumber(percent ? `${value}%` : value, one, { min })
        expect(sentNumber(shown, one)).toBe(sent)
        expect(sentNumber(typedNumber(sentNumber(shown, one), next, { min }), next)).toBe(sent)
      }),
    )
  })
})

describe('a filter', () => {
  test('has the same canonical form in every locale', () => {
    expect(sentFilter('number', '1.250', 'cnr')).toBe('1250')
    expect(sentFilter('number', '> 1.250,5', 'cnr')).toBe('>1250.5')
    expect(sentFilter('number', '1.000..2.500', 'cnr')).toBe('1000..2500')
    expect(sentFilter('number', '>=1,250', 'en')).toBe('>=1250')
    expect(typedFilter('number', '>1250.5', 'cnr')).toBe('>1250,5')
    for (const kind of ['text', 'day', 'flag'] as const)
      expect(sentFilter(kind, '1.250', 'cnr')).toBe('1.250')
  })

  test('of days recognises today and yesterday by their first letters only', () => {
    expect(sentFilter('day', 'x', 'cnr')).toBe('x')
    expect(sentFilter('day', 'danak', 'cnr')).toBe('danak')
    for (const typed of ['j', 'J', 'juč', 'juce', 'juče', 'јуче', 'y', 'yesterday'])
      expect(sentFilter('day', typed, 'cnr')).toBe('yesterday')
    expect(sentFilter('day', '>=j', 'cnr')).toBe('>=yesterday')
    expect(sentFilter('day', 'j..d', 'cnr')).toBe('yesterday..today')
    expect(typedFilter('day', 'yesterday..today', 'cnr')).toBe('juče..danas')
    expect(typedFilter('day', '>yesterday', 'en')).toBe('>yesterday')
    expect(sentFilter('day', '>=21/11/2026', 'en')).toBe('>=21.11.2026')
    const today = parseFilter('day', 'today')
    const yesterday = parseFilter('day', 'yesterday')
    expect(yesterday).toMatchObject({ range: { below: today && 'range' in today && today.range.from } })
  })

  test('of numbers is formatted so that it is parsed as the same, by browser and server', () => {
    const signed = fc.tuple(fc.constantFrom('', '<', '<=', '>', '>='), stored).map((parts) => parts.join(''))
    const range = fc.tuple(stored, stored).map((ends) => ends.join('..'))
    fc.assert(
      fc.property(fc.oneof(signed, range), language, (filter, locale) => {
        const sent = sentFilter('number', typedFilter('number', filter, locale), locale)
        expect(parseFilter('number', sent)).toEqual(parseFilter('number', filter))
        expect(sentFilter('number', typedFilter('number', sent, locale), locale)).toBe(sent)
      }),
    )
  })

  test('never throws, with long texts either', () => {
    fc.assert(fc.property(keys, language, (typed, locale) => void sentFilter('number', typed, locale)))
    for (const text of ['1.', '..', ' ', '1.250', '>'])
      for (const locale of bothLanguages) void sentFilter('number', text.repeat(50), locale)
  })
})

test('degrees have no grouping: three digits behind a mark are decimals in any locale', () => {
  const latitude = decimal({ min: -90, max: 90, digits: 3, scale: 6 })
  for (const typed of ['42.441', '42,441']) expect(z.parse(latitude, typed)).toBe('42.441')
})
