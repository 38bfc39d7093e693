import { expect, test } from 'vitest'
import { columnLetters, foldHeader, sheet, sheetHeaders } from './columns.ts'

test('two columns that accept the same header throw at their declaration', () => {
  const code = { header: { cnr: 'Šifra', en: 'Code' }, kind: 'text' } as const
  const other = { header: { cnr: 'Kod', en: 'Key' }, also: ['SIFRA'], kind: 'text' } as const
  expect(() => sheet({ code, other })).toThrow(/sifra.*code and other/)
})

test('a column accepts both languages and synonyms, in any case, diacritics, script and blanks', () => {
  const headers = sheetHeaders(
    sheet({ plan: { header: { cnr: 'Godišnji plan', en: 'Annual plan' }, also: ['Plan'], kind: 'decimal' } }),
  )
  for (const text of ['godisnji PLAN', '  Godišnji \n plan ', 'ГОДИШЊИ ПЛАН', 'annual plan', 'plan']) {
    expect(headers.get(foldHeader(text))).toBe('plan')
  }
  expect(headers.get(foldHeader('__proto__'))).toBeUndefined()
})

test('equal headers in both languages are no conflict', () => {
  expect(() => sheet({ bonus: { header: { cnr: 'Bonus', en: 'Bonus' }, kind: 'decimal' } })).not.toThrow()
})

test("columns have Excel's letters", () => {
  const named = [0, 3, 25, 26, 701, 702, 16_383].map(columnLetters)
  expect(named).toEqual(['A', 'D', 'Z', 'AA', 'ZZ', 'AAA', 'XFD'])
})
