import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { columnWidths, extentOf, splitAcrossSheets } from './widths.ts'

const text = { want: 60, least: 30, grows: true }
const number = { want: 20, least: 20, grows: false }
const sum = (widths: readonly number[]) => widths.reduce((all, width) => all + width, 0)

test('the extent of a text is its width and that of its widest word', () => {
  const width = (char: string) => (char === 'm' ? 2 : 1)
  expect(extentOf('crni mmm čaj', width)).toEqual({ whole: 15, word: 6 })
  expect(extentOf('', width)).toEqual({ whole: 0, word: 0 })
})

describe('columns', () => {
  test('that all fit give spare room to texts', () => {
    expect(columnWidths([number, text], 100)).toEqual([20, 80])
    expect(columnWidths([number, number], 100)).toEqual([50, 50])
  })

  test('that want too much shrink the widest', () => {
    const [id, code, name] = columnWidths([number, { ...text, want: 40 }, { ...text, want: 300 }], 160)
    expect([id, code]).toEqual([20, 40])
    expect(name).toBeCloseTo(100)
  })
})

describe('sheets', () => {
  const sheetsOf = (...args: Parameters<typeof splitAcrossSheets>) =>
    splitAcrossSheets(...args).map((sheet) => sheet.map(({ index }) => index))

  test('are one when all columns fit', () => {
    expect(splitAcrossSheets([number, text], 50, 0)).toEqual([
      [
        { index: 0, width: 20 },
        { index: 1, width: expect.closeTo(30) },
      ],
    ])
  })

  test('have similar widths, each with the key column', () => {
    const needs = [number, ...Array.from({ length: 6 }, () => number)]
    expect(sheetsOf(needs, 100, 0)).toEqual([
      [0, 1, 2, 3],
      [0, 4, 5, 6],
    ])
  })

  test('have columns before the key only on the first', () => {
    expect(sheetsOf([number, number, text, text, text], 75, 1)).toEqual([
      [0, 1, 2],
      [1, 3],
      [1, 4],
    ])
  })

  test('have every column once, none below its minimum, and fill the room exactly', () => {
    const need = fc
      .record({ least: fc.integer({ min: 1, max: 250 }), more: fc.nat(400), grows: fc.boolean() })
      .map(({ least, more, grows }) => ({ least, want: least + more, grows }))
    fc.assert(
      fc.property(fc.array(need, { minLength: 1, maxLength: 60 }), (needs) => {
        const sheets = splitAcrossSheets(needs, 500, 0)
        const own = sheets.flatMap((sheet, i) => sheet.slice(i === 0 ? 0 : 1).map(({ index }) => index))
        expect(own).toEqual(needs.map((_, index) => index))
        for (const sheet of sheets) {
          expect(sheet[0]?.index).toBe(0)
          expect(sum(sheet.map(({ width }) => width))).toBeCloseTo(500, 5)
          for (const { index, width } of sheet)
            expect(width).toBeGreaterThanOrEqual((needs[index]?.least ?? 0) - 1e-6)
        }
      }),
    )
  })
})
