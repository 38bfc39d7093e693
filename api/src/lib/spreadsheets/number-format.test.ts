import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numberFormat } from './number-format.ts'

test.each<[code: string, value: number, shown: string]>([
  ['"MIC-"00000', 42, 'MIC-00042'],
  ['000\\-000', 12_345, '012-345'],
  ['0000;-0000', 42, '0042'],
  ['0000;-0000', -42, '-0042'],
  ['00 00', 42, '00 42'],
  ['0%', 0.07, '7%'],
  ['0%;[Red]-0%', 0.07, '7%'],
  ['[=0]?;0.0%', 0.125, '12.5%'],
  ['0"%"', 5, '5%'],
  ['0\\%', 5, '5%'],
  ['0.00', 1.005, '1.01'],
  ['0.00', 12.345_678_9, '12.35'],
  ['0.00', 1e300, '1e+300'],
  ['0.0000000000000', 1_234_567.891, '1234567.8910000000000'],
  ['0 "od 9"', -0.05, '0 od 9'],
  ['#.##', 0, '0'],
  ['#,##0.00 "€"', 1234.5, '1234.50 €'],
  ['[$€-2] #,##0.00', 1234.5, '€ 1234.50'],
  ['0.0##', 12.5, '12.5'],
  ['_-* #,##0.00_-;-* #,##0.00_-;_-* "-"_-;_-@_-', -3, '-3.00'],
  ['# ?/?', 12.5, '12.5'],
  ['0.00E+00', 1_234_567_890_123, '1234567890123'],
  ['General', 1_234_567_890_123, '1234567890123'],
  ['General', 0.1 + 0.2, '0.3'],
  ['General" kom"', 12.5, '12.5'],
  ['@', 12, '12'],
  ['d.m.yyyy', 60, '29.02.1900.'],
  ['d.m.yyyy hh:mm', 46_346.5, '20.11.2026. 12:00'],
  ['hh:mm', 0.25, '06:00'],
  ['hh:mm', 1.5, '12:00'],
  ['h:mm:ss', 0.75 + 45 / 86_400, '18:00:45'],
  ['mm:ss.0', 0.01, '14:24'],
  ['h:mm "sati"', 0.25, '06:00'],
  ['[$-x-systime]h:mm', 0.25, '06:00'],
  ['[$-sr-Latn-ME]h:mm', 0.25, '06:00'],
  ['[$-F400]h:mm:ss AM/PM', 0.25, '06:00:00'],
  ['[h]:mm', 1.5, '36:00'],
  ['[hh]:mm:ss', 1, '24:00:00'],
  ['[mm]:ss', 0.5, '720:00'],
  ['[ss]', 1 / 1440, '60'],
  ['[h]:mm', -0.5, '-12:00'],
  ['0'.repeat(300), 1, '1'],
])('%s shows %d as %s', (code, value, shown) => {
  expect(numberFormat(code).read(value).shown).toBe(shown)
})

test('a number with few digits is shown with them, and with zeros up to the places of its format', () => {
  const digits = fc.tuple(fc.integer({ min: 0, max: 9_999_999_999 }), fc.integer({ min: 0, max: 4 }))
  fc.assert(
    fc.property(digits, fc.integer({ min: 1, max: 8 }), ([whole, places], decimals) => {
      const text = `${whole}`.padStart(places + 1, '0')
      const value = places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`
      const [before, after = ''] = String(Number(value)).split('.')
      fc.pre(after.length <= decimals)
      const { shown } = numberFormat(`0.${'0'.repeat(decimals)}`).read(Number(value))
      expect(shown).toBe(`${before}.${after.padEnd(decimals, '0')}`)
    }),
  )
})

test.each<[code: string, value: number, percent: number | undefined]>([
  ['0%', 0.05, 5],
  ['0.0##%', 0.071_25, 7.125],
  ['[=0]?;0%', 0.05, 5],
  ['0"%"', 5, 5],
  ['0\\ \\%', 5, 5],
  ['0', 0.05, undefined],
])('%s: %d is %d percent', (code, value, percent) => {
  const cell = numberFormat(code).read(value)
  expect([cell.percent, cell.value]).toEqual([percent !== undefined, percent ?? value])
})

test.each<[code: string, value: number, unit: string | undefined]>([
  ['#,##0.00 "KM"', 1, 'KM'],
  ['#,##0.00 €', 1, '€'],
  ['[$€-2] #,##0.00', 1, '€'],
  ['[$kn-41A]0', 1, 'kn'],
  ['_-* #,##0.00 "€"_-;-* #,##0.00 "€"_-', -1, '€'],
  ['$#,##0_);($#,##0)', -1, '$'],
  ['0" kom."', 1, 'kom.'],
  ['General" kom"', 1, 'kom'],
  ['"MIC-"00000', 1, 'MIC'],
  ['0\\.00', 1234, '.'],
  ['0"000"', 5, '000'],
  ['000\\-000', 1, '-'],
  ['#,##0.00;[Red]-#,##0.00', -1, undefined],
  ['_-* #,##0.00_-', 1, undefined],
  ['# ##0', 1, undefined],
  ['0%', 1, undefined],
  ['0.00E+00', 1, undefined],
])('%s shows the unit of %d: %s', (code, value, unit) => {
  expect(numberFormat(code).read(value).unit).toBe(unit)
})

test('dates of the 1904 system are four years later', () => {
  expect(numberFormat('d.m.yyyy', true).read(0).shown).toBe('01.01.1904.')
})
