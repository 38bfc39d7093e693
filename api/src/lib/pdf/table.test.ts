import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { breakLines, cellText, pageStarts } from './table.ts'

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

  test('is complete at any length', () => {
    expect(cellText('x'.repeat(10_000), 'text', 'cnr')).toHaveLength(10_000)
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
  ])('%j in a width of %i is broken into %j', (text, room, lines) => {
    expect(breakLines(text, room, one, 3)).toEqual(lines)
  })

  test('are never wider than the room, and complete unless they end with an ellipsis', () => {
    const words = fc.array(fc.string({ minLength: 1, unit: fc.constantFrom('a', 'č', 'Ж', '-') }))
    fc.assert(
      fc.property(
        words,
        fc.integer({ min: 2, max: 12 }),
        fc.integer({ min: 1, max: 5 }),
        (value, room, max) => {
          const text = value.join(' ')
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

describe('pages', () => {
  const room = { first: 100, other: 200, line: 10, padding: 5 }
  const startsOf = (heights: number[], lines = heights.map(() => 1)) => {
    return pageStarts({ heights, lines }, room).map(({ row, line }) => (line > 0 ? `${row}/${line}` : row))
  }

  test('are at least one', () => {
    expect(startsOf([])).toEqual([0])
  })

  test('begin at a row that does not fit', () => {
    expect(startsOf([50, 50, 10, 41, 45, 45, 45, 20, 10])).toEqual([0, 2, 7])
  })

  test('begin within a row that is higher than a quarter of a page, if five of its lines fit', () => {
    expect(startsOf([45, 95, 10], [4, 9, 1])).toEqual([0, '1/5'])
    expect(startsOf([46, 95, 10], [4, 9, 1])).toEqual([0, 1])
  })

  test('continue a row as often as necessary', () => {
    expect(startsOf([505, 50, 145, 10], [50, 1, 1, 1])).toEqual([0, '0/9', '0/28', '0/47', 3])
  })

  test('are never empty, however small', () => {
    const narrow = { ...room, first: 2, other: 2 }
    const starts = pageStarts({ heights: [25, 15], lines: [2, 1] }, narrow)
    expect(starts).toEqual([
      { row: 0, line: 0 },
      { row: 0, line: 1 },
      { row: 1, line: 0 },
    ])
  })

  test('contain every line once', () => {
    const rows = fc.array(fc.record({ lines: fc.integer({ min: 1, max: 60 }), more: fc.nat(30) }))
    fc.assert(
      fc.property(rows, fc.integer({ min: -5, max: 120 }), (rowHeights, first) => {
        const lines = rowHeights.map((row) => row.lines)
        const heights = rowHeights.map((row) => Math.max(row.lines * 10 + 5, row.more))
        const starts = pageStarts({ heights, lines }, { ...room, first, other: 120 })
        const places = starts.map(({ row, line }) => lines.slice(0, row).reduce((a, b) => a + b, 0) + line)
        expect(places).toEqual([...new Set(places)].sort((a, b) => a - b))
        for (const { row, line } of starts) expect(line).toBeLessThan(lines[row] ?? 1)
      }),
    )
  })
})
