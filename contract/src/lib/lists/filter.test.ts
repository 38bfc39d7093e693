import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type FilterKind, MAX_FILTER, matches, parseFilter } from './filter.ts'

const kinds: FilterKind[] = ['text', 'number', 'day', 'flag']
const rangeOf = (kind: FilterKind, typed: string) => {
  const filter = parseFilter(kind, typed)
  return filter && 'range' in filter ? filter.range : null
}

/** CPU time of this thread in ms; the minimum of three runs, because garbage collection may add to one. */
const cost = (work: () => void) => {
  const rounds = [1, 2, 3].map(() => {
    const before = process.threadCpuUsage()
    work()
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  })
  return Math.min(...rounds)
}

describe('an invalid filter', () => {
  test.for([
    ['number', ['x', '1e3', '1..x', '..5', '>', '>>5', '٣', '1,2,3', 'Infinity', '0x10', "1' OR 1=1"]],
    [
      'day',
      [
        '31.2.2026',
        '30.02.2026',
        '2026-02-30',
        '2026-13',
        '0.1.2026',
        '1.1.26',
        '99999',
        '-1',
        'infinity',
        '1.1.1899',
      ],
    ],
    ['flag', ['da', 'yes', 'TRUE', '2', 'null']],
  ] as const)('is null for a %s', ([kind, all]) => {
    for (const typed of all) expect(parseFilter(kind, typed), typed).toBe(null)
  })

  test('is null for any kind when it is too long, or has a NUL or a lone surrogate', () => {
    for (const kind of kinds) {
      for (const typed of ['1'.repeat(MAX_FILTER + 1), '5\0', '5\ud800'])
        expect(parseFilter(kind, typed)).toBe(null)
    }
  })

  test('never throws', () => {
    const typed = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 250 }),
      fc.stringMatching(/^[<>=.,\d –-]{0,30}$/),
    )
    fc.assert(fc.property(fc.constantFrom(...kinds), typed, (kind, text) => void parseFilter(kind, text)))
  })

  test('is fast for any input', () => {
    const filled = (unit: string, start = '') =>
      start + unit.repeat((MAX_FILTER - start.length) / unit.length)
    const shapes = [
      ...['1', ' ', '.', '..', '– ', '>', '1..', '1 ', '1.1.', '-'].map((unit) => filled(unit)),
      ...[' ', '1', '.', ' ..'].flatMap((unit) => [`${filled(unit, '>').slice(1)}x`, filled(unit, '1..')]),
    ]
    const fixed = cost(() => void 'Džaba đak '.repeat(100_000).normalize('NFD').replace(/\p{M}/gu, ''))
    for (const kind of kinds)
      for (const typed of shapes)
        expect(
          cost(() => void parseFilter(kind, typed)),
          `${kind} ${typed}`,
        ).toBeLessThan(fixed / 2)
  })
})

describe('a filter', () => {
  test('of numbers is a number, a bound or a range, with comma or point', () => {
    expect(rangeOf('number', ' 89,9 ')).toEqual({ from: '89.9', to: '89.9' })
    expect(rangeOf('number', '>=5')).toEqual({ from: '5' })
    expect(rangeOf('number', '> 5')).toEqual({ from: '5', after: true })
    expect(rangeOf('number', '<10')).toEqual({ below: '10' })
    expect(rangeOf('number', '<= 10')).toEqual({ to: '10' })
    expect(rangeOf('number', '5..10')).toEqual({ from: '5', to: '10' })
    expect(rangeOf('number', '10..5')).toEqual({ from: '5', to: '10' })
    expect(rangeOf('number', '1234567890123456')).toEqual({
      from: '1234567890123456',
      to: '1234567890123456',
    })
    expect(parseFilter('number', '12345678901234567')).toBeNull()
    expect(rangeOf('number', '-5 – 10')).toEqual({ from: '-5', to: '10' })
  })

  test('of days is a day, a month or a year', () => {
    expect(rangeOf('day', '21.11.2026.')).toEqual({ from: '2026-11-21', below: '2026-11-22' })
    expect(rangeOf('day', '31. 12. 2026')).toEqual({ from: '2026-12-31', below: '2027-01-01' })
    expect(rangeOf('day', '2.2024')).toEqual({ from: '2024-02-01', below: '2024-03-01' })
    expect(rangeOf('day', '2026')).toEqual({ from: '2026-01-01', below: '2027-01-01' })
    expect(rangeOf('day', '>2026-11-21')).toEqual({ from: '2026-11-22' })
    expect(rangeOf('day', '1.2026..2.2026')).toEqual({ from: '2026-01-01', below: '2026-03-01' })
    expect(rangeOf('day', '2.2026..1.2026')).toEqual({ from: '2026-01-01', below: '2026-03-01' })
    expect(rangeOf('day', '2.1.2026..1.1.2026')).toEqual({ from: '2026-01-01', below: '2026-01-03' })
    expect(rangeOf('day', '11.2026..2026')).toEqual({ from: '2026-11-01', below: '2027-01-01' })
    expect(rangeOf('day', '2026..11.2026')).toEqual({ from: '2026-01-01', below: '2026-12-01' })
  })

  test('of numbers compares exactly, digit by digit', () => {
    const cents = fc.integer({ min: -1_000_000, max: 1_000_000 })
    fc.assert(
      fc.property(cents, cents, fc.constantFrom('', '>', '>=', '<', '<='), (value, bound, sign) => {
        const filter = parseFilter('number', `${sign}${(bound / 1000).toFixed(3)}`)
        const wanted = {
          '': value === bound,
          '>': value > bound,
          '>=': value >= bound,
          '<': value < bound,
          '<=': value <= bound,
        }
        expect(filter && matches(filter, (value / 1000).toFixed(3))).toBe(wanted[sign])
      }),
    )
  })

  test('of text requires every word, folded, and takes pattern characters literally', () => {
    const finds = (typed: string, value: unknown) =>
      matches(parseFilter('text', typed) ?? { words: ['?'] }, value)
    expect(finds('djor sljiva', 'Šljiva za Đorđa')).toBe(true)
    expect(finds('sljiva kruska', 'Šljiva')).toBe(false)
    expect([finds('%', '100 %'), finds('%', '100'), finds('a_b', 'axb'), finds('x', null)]).toEqual([
      true,
      false,
      false,
      false,
    ])
  })

  test('does not match missing values', () => {
    expect(matches({ range: { below: '5' } }, null)).toBe(false)
    expect(matches({ flag: false }, null)).toBe(false)
  })
})
