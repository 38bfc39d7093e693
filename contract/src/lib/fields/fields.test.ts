import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { fieldErrors } from '../http/errors.ts'
import { decimal } from '../numbers/decimal-field.ts'
import {
  id,
  idText,
  integerText,
  isPrintable,
  MAX_ID,
  name,
  onOneLine,
  optionalLines,
  optionalText,
  text,
  tidy,
  visibleLength,
} from './fields.ts'
import { isPassword, normalizeUsername, password, username } from './identity.ts'

const anyText = fc.string({ unit: 'binary', maxLength: 40 })
const anything = fc.oneof(anyText, fc.anything())

/** The message keys of the errors, or undefined. */
const wrong = (schema: z.ZodMiniType, value: unknown) => {
  const { error } = schema.safeParse(value)
  return error && Object.values(fieldErrors(error)).flat()
}

describe('text', () => {
  test.for([
    ['nothing', '', 'validation.field'],
    ['blanks alone', ' \u00a0\u3000\t\n', 'validation.field'],
    ['one letter', 'X', 'validation.short'],
    ['one letter and a zero-width space', 'X\u200b', 'validation.short'],
    ['zero-width characters alone', '\u200b\u200c\u200d\ufeff\u2060', 'validation.short'],
    ['one letter under thirty marks', `X${'\u0301'.repeat(30)}`, 'validation.short'],
    ['a tower of marks', `Ana${'\u0315\u0300'.repeat(16)}`, 'validation.characters'],
    ['Hangul fillers', '\u3164\u115f\uffa0', 'validation.short'],
    ['a NUL', 'Ana\0', 'validation.characters'],
    ['a lone surrogate', 'Ana\ud800', 'validation.characters'],
    ['a direction override', 'Ana\u202e', 'validation.characters'],
    ['256 characters', 'x'.repeat(256), 'validation.long_text'],
  ] as const)('a name rejects %s', ([, value, key]) => {
    expect(wrong(name('validation.short'), value)).toContain(key)
  })

  test.for([
    ['\tAna\r\nMarić \n\n ', 'Ana Marić', 'Ana\nMarić'],
    ['prvi\u2028drugi\u2029treći\u0085', 'prvi drugi treći', 'prvi\u2028drugi\u2029treći\u0085'],
    ['a\tb\rc', 'a b c', 'a\tb\nc'],
    ['Ulja  i\u00a0 maziva', 'Ulja i maziva', 'Ulja  i\u00a0 maziva'],
  ])('%j becomes one line, or keeps its lines', ([input, line, lines]) => {
    expect(text().parse(input)).toBe(line)
    expect(optionalText().parse(input)).toBe(line)
    expect(text({ lines: true }).parse(input)).toBe(lines)
    expect(optionalLines(100).parse(input)).toBe(lines)
  })

  test('is normalised up to its maximum length, and returned unchanged beyond it', () => {
    const marked = '\u1f82' // four characters in its longest normal form
    const longest = marked.normalize('NFD').repeat(10)
    expect([longest.length, text({ max: 10 }).parse(`${' '.repeat(99)}${longest}`)]).toEqual([
      40,
      marked.repeat(10),
    ])
    const normalized = vi.spyOn(String.prototype, 'normalize')
    expect(wrong(text({ max: 10 }), `${longest}x`)).toEqual(['validation.long_text'])
    expect(normalized).not.toHaveBeenCalled()
    normalized.mockRestore()
  })

  test('is normalised, printable, and idempotent', () => {
    fc.assert(
      fc.property(anyText, (input) => {
        const { data, success } = text({ max: 1000 }).safeParse(input)
        if (!success) return
        // A vertical tab at the end of a line is removed with the blanks; a text of several lines keeps it and is
        // rejected.
        const lines = text({ max: 1000, lines: true }).safeParse(input)
        if (lines.success) expect(lines.data).toBe(tidy(input).replace(/\r\n?/g, '\n'))
        else expect(input).toMatch(/[\v\f]/)
        expect(data).not.toMatch(/[\n\r\u0085\u2028\u2029]/)
        expect(isPrintable(data)).toBe(true)
        expect(text({ max: 1000 }).parse(data)).toBe(data)
      }),
    )
  })

  test('the short ways of plain texts give what the long ways give', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, fc.string()), (input) => {
        fc.pre(!/[\v\f]/.test(input)) // removed at the ends only
        // Two blanks and a letter outside ASCII take the long way.
        expect(onOneLine(`${input}  č`)).toBe(`${onOneLine(input)} č`.trim())
        expect(visibleLength(`${input}č`)).toBe(visibleLength(input) + 1)
      }),
    )
  })

  test('counts a composed or decomposed letter as one', () => {
    for (const one of ['đ', 'č', 'č', '😀', 'ǆ']) expect(visibleLength(one)).toBe(1)
    expect(name('x.y').parse(' Žđ ')).toBe('Žđ')
    expect(name('x.y').parse('Žđ')).toBe('Žđ')
  })

  test('treats undefined, null and empty alike', () => {
    for (const none of [undefined, null, '', '  ']) expect(optionalText().parse(none)).toBe(null)
  })
})

test('does not skip rules over several fields when it is empty', () => {
  const rule = z.refine(() => false, { path: ['days'], message: 'validation.slider_dates', when: () => true })
  const form = z.strictObject({ name: name('validation.slider_name'), days: z.string() }).check(rule)
  const { error } = z.safeParse(form, { name: ' ', days: '' })
  expect(error && fieldErrors(error)).toEqual({
    name: ['validation.field'],
    days: ['validation.slider_dates'],
  })
})

describe('numbers', () => {
  test('accept an id in a path only as decimal digits up to the maximum', () => {
    fc.assert(
      fc.property(
        fc.oneof(anyText, fc.double().map(String), fc.integer({ min: -5, max: 2 ** 32 }).map(String)),
        (input) => {
          const number = Number(input)
          const isId = Number.isInteger(number) && number >= 1 && number <= MAX_ID && String(number) === input
          expect(idText.safeParse(input).success).toBe(isId)
        },
      ),
    )
    expect(idText.parse(String(MAX_ID))).toBe(MAX_ID)
    expect(wrong(idText, String(MAX_ID + 1))).toEqual(['validation.id'])
  })

  test('accept an id in a body only as a number', () => {
    for (const bad of ['5', 1.5, 0, -1, MAX_ID + 1, true, [5], null, Number.NaN])
      expect(wrong(id, bad)).toBeDefined()
  })

  test('accept a quantity only as an integer in range, never minus zero', () => {
    const quantity = integerText({ min: 0, max: MAX_ID, message: 'validation.valid_quantity' })
    for (const bad of ['1.5', '1e3', '0x10', 'Infinity', '٣', '', ' ', '1,5', '2147483648', '-1']) {
      expect(wrong(quantity, bad), bad).toBeDefined()
    }
    expect(Object.is(quantity.parse('-0'), 0)).toBe(true)
    expect(quantity.parse(' +12 ')).toBe(12)
  })

  test('accept a price only as an exact positive decimal', () => {
    const price = decimal({ above: 0, message: 'validation.valid_price' })
    for (const bad of [
      1e308,
      -1,
      0,
      '0,000',
      '0x10',
      'Infinity',
      '1e-400',
      '٣',
      '5%',
      '',
      '1.2345',
      '12345678901',
      {},
      null,
    ]) {
      expect(wrong(price, bad), String(bad)).toBeDefined()
    }
    expect([price.parse('1,5'), price.parse(1.5), price.parse('9999999999.999')]).toEqual([
      '1.5',
      '1.5',
      '9999999999.999',
    ])
  })
})

describe('credentials', () => {
  test('normalise a username in any notation', () => {
    fc.assert(
      fc.property(anyText, (input) => {
        const { data, success } = username.safeParse(input)
        if (success) expect(username.parse(data)).toBe(data)
      }),
      { numRuns: 2000 },
    )
    expect(normalizeUsername(' ＡDMIN\u00a0')).toBe('admin')
    for (const bad of ['dva imena', '', ' ', 'a\u0000', '\u200b', 'a\u202e', 'x'.repeat(101)]) {
      expect(wrong(username, bad), bad).toBeDefined()
    }
  })

  test('accept any text of up to 1024 bytes as a password, unchanged', () => {
    expect(password(4).parse(' lozinka ')).toBe(' lozinka ')
    expect(password(4).parse('č'.repeat(512))).toHaveLength(512)
    expect(wrong(password(4), 'č'.repeat(513))).toEqual(['validation.long_password'])
    expect(wrong(password(4), 'abc')).toEqual(['validation.short_password'])
    expect(wrong(password(4), '')).toEqual(['validation.field'])
    expect(isPassword('a\0') || isPassword('a\ud800')).toBe(false)
  })
})

test('no schema throws on any input', () => {
  for (const schema of [
    text({ min: 2 }),
    optionalText(),
    idText,
    id,
    decimal(),
    integerText({ min: 0, max: MAX_ID, message: 'x.y' }),
    username,
    password(4),
  ]) {
    fc.assert(fc.property(anything, (input) => void schema.safeParse(input)))
  }
})
