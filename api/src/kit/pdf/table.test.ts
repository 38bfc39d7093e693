import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { breakLines, cellText, columnWidths, pageStarts } from './table.ts'

describe('a cell', () => {
  test.each([
    [null, 'decimal', ''],
    [undefined, 'date', ''],
    ['1234.5', 'decimal', '1.234,50'],
    ['1234.505', 'decimal', '1.234,505'],
    ['-0.1', 'decimal', '-0,10'],
    ['90071992547409931234.01', 'decimal', '90.071.992.547.409.931.234,01'],
    ['5%', 'decimal', '5%'],
    ['nije broj', 'decimal', 'nije broj'],
    [12345, 'integer', '12345'],
    [true, 'boolean', 'da'],
    [false, 'boolean', 'ne'],
    ['2026-11-21T07:12:00.000Z', 'date', '21.11.2026. 08:12'],
    [new Date('2026-07-01T22:30:00Z'), 'date', '02.07.2026. 00:30'],
    ['2026-11-21', 'date', '21.11.2026.'],
    ['kad stigne', 'date', 'kad stigne'],
    [' c\u030cas\t\u0000\n čaša ', 'text', 'čas čaša'],
  ] as const)('%j as %s is shown as %j', (value, kind, shown) => {
    expect(cellText(value, kind, 'cnr')).toBe(shown)
  })

  test.each([
    ['1234.5', 'decimal', '1,234.50'],
    [true, 'boolean', 'yes'],
    ['2026-11-21T07:12:00Z', 'date', '21/11/2026 08:12'],
  ] as const)('in English, %j as %s is shown as %j', (value, kind, shown) => {
    expect(cellText(value, kind, 'en')).toBe(shown)
  })

  test('is cut to what could ever be seen', () => {
    expect(cellText('x'.repeat(10_000), 'text', 'cnr')).toHaveLength(720)
  })
})

describe('lines', () => {
  const one = () => 1
  test.each([
    ['', 5, []],
    ['crni čaj', 8, ['crni čaj']],
    ['crni čaj', 7, ['crni', 'čaj']],
    ['crni čaj', 4, ['crni', 'čaj']],
    ['nerđajući', 4, ['nerđ', 'ajuć', 'i']],
    ['a nerđajući', 4, ['a', 'nerđ', 'aju…']],
    ['a b c d e f g', 3, ['a b', 'c d', 'e…']],
    ['😀😀', 1, ['😀', '😀']],
    ['ab', 0, ['a', 'b']],
  ])('%j in a room of %i is broken into %j', (text, room, lines) => {
    expect(breakLines(text, room, one, 3)).toEqual(lines)
  })

  test('are never wider than the room, and lose nothing unless an ellipsis says so', () => {
    const words = fc.array(fc.string({ minLength: 1, unit: fc.constantFrom('a', 'č', 'Ж', '-') }))
    fc.assert(
      fc.property(
        words,
        fc.integer({ min: 2, max: 12 }),
        fc.integer({ min: 1, max: 5 }),
        (given, room, max) => {
          const text = given.join(' ')
          const lines = breakLines(text, room, one, max)
          expect(lines.length).toBeLessThanOrEqual(max)
          for (const line of lines) expect([...line].length).toBeLessThanOrEqual(room)
          const seen = lines.join('').replaceAll(' ', '')
          if (!seen.endsWith('…')) expect(seen).toBe(text.replaceAll(' ', ''))
        },
      ),
    )
  })
})

describe('columns', () => {
  const text = { want: 60, least: 30, grows: true }
  const number = { want: 20, least: 20, grows: false }

  test('that all fit give the spare room to the texts', () => {
    expect(columnWidths([number, text], 100)).toEqual([20, 80])
    expect(columnWidths([number, number], 100)).toEqual([50, 50])
  })

  test('that want too much take it from the widest', () => {
    const [id, code, name] = columnWidths([number, { ...text, want: 40 }, { ...text, want: 300 }], 160)
    expect([id, code]).toEqual([20, 40])
    expect(name).toBeCloseTo(100)
  })

  test('that cannot fit shrink alike', () => {
    expect(columnWidths([number, text, text], 40)).toEqual([10, 15, 15])
  })

  test('fill the room exactly', () => {
    const need = fc
      .record({ least: fc.integer({ min: 1, max: 200 }), more: fc.nat(400), grows: fc.boolean() })
      .map(({ least, more, grows }) => ({ least, want: least + more, grows }))
    fc.assert(
      fc.property(fc.array(need, { minLength: 1, maxLength: 30 }), (needs) => {
        const widths = columnWidths(needs, 500)
        expect(widths.reduce((sum, width) => sum + width, 0)).toBeCloseTo(500, 5)
        expect(Math.min(...widths)).toBeGreaterThan(0)
      }),
    )
  })
})

describe('pages', () => {
  test('there is one without rows', () => {
    expect(pageStarts([], 100, 200)).toEqual([0])
  })

  test('begin where a row finds no room', () => {
    expect(pageStarts([50, 50, 10, 190, 10], 100, 200)).toEqual([0, 2, 4])
  })

  test('always hold a row, however high', () => {
    expect(pageStarts([500, 500, 1], 100, 200)).toEqual([0, 1, 2])
  })
})
