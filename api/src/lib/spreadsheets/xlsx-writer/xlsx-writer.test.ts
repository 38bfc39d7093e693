import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import * as xlsx from '@e965/xlsx'
import { sheet } from '@kontor/contract/lib/imports/columns'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readTable } from '../header-mapping/table.ts'
import { readWorkbook } from '../read-workbook.ts'
import type { WriteValue } from './cell-xml.ts'
import { writeTemplate } from './template.ts'
import { type WriteColumn, writeLayout, writeSheet } from './xlsx-writer.ts'

const layout = sheet({
  code: { header: { cnr: 'Šifra', en: 'Code' }, kind: 'text', required: true },
  price: { header: { cnr: 'Cijena', en: 'Price' }, kind: 'decimal', percent: true },
  quantity: { header: { cnr: 'Količina', en: 'Quantity' }, kind: 'integer' },
  active: { header: { cnr: 'Aktivan', en: 'Active' }, kind: 'boolean' },
})

const columns: WriteColumn[] = Object.values(layout).map(({ header, kind }) => ({ header: header.cnr, kind }))

const write = (rows: WriteValue[][], of = columns) =>
  buffer(writeSheet({ sheetName: 'Proizvodi', columns: of, rows }))

/** The cells of a written file, header included, as SheetJS reads them. */
async function written(rows: WriteValue[][], of = columns) {
  const book = xlsx.read(await write(rows, of), { cellFormula: true, cellNF: true })
  return Object.values(book.Sheets)[0] as Record<string, xlsx.CellObject>
}

/** Infinite rows that record when they are closed. */
function endless() {
  const state = { given: 0, closed: false }
  async function* rows() {
    try {
      for (;;) yield [[`MIC-${state.given++}`, '1.5', 1, true]]
    } finally {
      state.closed = true
    }
  }
  return { state, rows: rows() }
}

test('writes a layout by its columns’ names, in any order', async () => {
  const word = { value: 'a', label: { cnr: 'Prvo', en: 'First' } }
  const choice = { header: { cnr: 'Vrsta', en: 'Kind' }, kind: 'text', options: [word] } as const
  const turned = { active: layout.active, choice, price: layout.price, code: layout.code }
  const rows = async function* () {
    yield [{ code: 'K', quantity: 7, choice: 'a', price: '5%', active: true }]
    yield [{ active: null, price: null, choice: null, code: { name: 'Zapis' } }]
  }
  const file = writeLayout({ sheetName: 'Proizvodi', layout: turned, rows: rows(), locale: 'en' })
  const [sheet] = Object.values(xlsx.read(await buffer(file)).Sheets)
  expect(xlsx.utils.sheet_to_json(sheet as xlsx.WorkSheet)).toEqual([
    { Active: 'yes', Kind: 'First', Price: 0.05, Code: 'K' },
    { Code: 'Zapis' },
  ])
})

describe('written text is never', () => {
  test('is a formula', async () => {
    const texts = ['=1+1', '+x', '-x', '@x', '\tx', '\rx', '＝x', "=cmd|'/c calc'!A0"]
    const cells = await written(texts.map((head) => [head, head, 1, head]))
    for (const [i, head] of texts.entries()) {
      for (const column of ['A', 'B', 'D']) {
        const cell = cells[`${column}${i + 2}`]
        expect(cell).toMatchObject({ t: 's', v: head })
        expect(cell?.f).toBeUndefined()
      }
    }
  })

  test("invalid XML or longer than Excel's limit", async () => {
    const cells = await written([['<a>&"\u0000\u001b\uffff_x0041_\ud800'], ['x'.repeat(40_000)]])
    expect(cells.A2?.v).toBe('<a>&"\u0000\u001b\uffff_x0041_\ufffd')
    expect(cells.A3?.v).toHaveLength(32_767)
  })
})

test('a failing row fails the stream', async () => {
  async function* rows() {
    yield [['A']]
    throw new Error('the database is gone')
  }
  await expect(buffer(writeSheet({ sheetName: 'x', columns, rows: rows() }))).rejects.toThrow(
    'database is gone',
  )
})

test('rows are read with back pressure, and closed when the stream is destroyed', async () => {
  const { state, rows } = endless()
  const stream = writeSheet({ sheetName: 'x', columns, rows })
  await once(stream, 'readable')
  for (let chunk = 0; chunk < 10; )
    if (stream.read()) chunk++
    else await once(stream, 'readable')
  const produced = state.given
  expect(produced).toBeLessThan(200_000)
  stream.destroy()
  await once(stream, 'close')
  await expect.poll(() => state.closed).toBe(true)
})

test("numbers keep every digit, and are text beyond Excel's precision", async () => {
  const cells = await written([
    ['', '9999999999.999'],
    ['', '-0.500'],
    ['', '1234567890123456.7'],
    ['', null, 1.5],
  ])
  expect([cells.B2, cells.B3, cells.B4, cells.C5].map((cell) => cell?.v)).toEqual([
    9_999_999_999.999,
    -0.5,
    '1234567890123456.7',
    '1.5',
  ])
  expect(cells.B2?.z).toBe('#,##0.00#')
  expect(cells.B5).toBeUndefined()
})

test('percentages are numbers in a percent format', async () => {
  const cells = await written([
    ['', '5%'],
    ['', '7.125%'],
    ['', '-0.005%'],
    ['', '150%'],
  ])
  expect(['B2', 'B3', 'B4', 'B5'].map((name) => cells[name]?.v)).toEqual([0.05, 0.071_25, -0.000_05, 1.5])
  expect([cells.B2?.z, cells.B3?.z]).toEqual(['0%', '0.0##%'])
})

test('timestamps are local times of Podgorica, in summer and winter', async () => {
  const moments: WriteColumn[] = [{ header: 'Izmijenjeno', kind: 'date' }]
  const cells = await written(
    [['2026-07-01T12:30:00Z'], [new Date('2025-12-31T23:30:00Z')], ['juče']],
    moments,
  )
  expect(['A2', 'A3', 'A4'].map((name) => cells[name]?.w)).toEqual([
    '01.07.2026. 14:30',
    '01.01.2026. 00:30',
    'juče',
  ])
})

test('calendar days have no time zone', async () => {
  const days: WriteColumn[] = [{ header: 'Od', kind: 'date' }]
  const cells = await written([['2024-12-31'], ['2026-07-01'], ['2026-02-31']], days)
  expect(cells.A2?.v).toBe(45_657)
  expect(['A2', 'A3'].map((name) => cells[name]?.w)).toEqual(['31.12.2024.', '01.07.2026.'])
})

test('booleans are words of the locale', async () => {
  const rows = [['', null, null, true]]
  const english = xlsx.read(await buffer(writeSheet({ sheetName: 'x', columns, rows, locale: 'en' })))
  expect((await written(rows)).D2?.v).toBe('da')
  expect(english.Sheets.x?.D2.v).toBe('yes')
})

test('a coordinate is shown with all decimals: a CSV that Excel saves has what it shows', async () => {
  const columns = [{ header: 'Geografska širina', kind: 'decimal' as const }]
  const bytes = await buffer(writeSheet({ sheetName: 'x', columns, rows: [['42.441234'], ['1234.5']] }))
  const { A2, A3 } = xlsx.read(bytes, { cellNF: true }).Sheets.x ?? {}
  expect([A2.z, A3.z]).toEqual(['#,##0.00######', '#,##0.00#'])
})

test('the notes of a template say what an empty cell of a new record means', async () => {
  const flag = { cnr: 'x', en: 'x' }
  const layout = {
    code: { header: flag, kind: 'text', required: true },
    is_active: { header: flag, kind: 'boolean' },
    is_accredited: { header: flag, kind: 'boolean' },
    state: { header: flag, kind: 'boolean', filled: true },
  } as const
  const bytes = await buffer(writeTemplate({ sheetName: 'x', layout, locale: 'cnr' }))
  const { B3, B4, B5 } = xlsx.read(bytes).Sheets.Uputstvo ?? {}
  expect([B3.v, B4.v, B5.v]).toEqual([
    'da ili ne. Prazno kod novog zapisa znači da.',
    'da ili ne. Prazno kod novog zapisa znači ne.',
    'da ili ne. Obavezno za nove zapise.',
  ])
})

test('an invalid tab name is corrected', async () => {
  const name = async (sheetName: string) =>
    xlsx.read(await buffer(writeSheet({ sheetName, columns, rows: [] }))).SheetNames[0]
  expect(await name(`'Cijene [2026] a/b:c`)).toBe('Cijene  2026  a b c')
  expect(await name('[]')).toBe('Sheet1')
  expect(await name('x'.repeat(40))).toHaveLength(31)
})

test('any value is read back unchanged', async () => {
  const decimals = fc.bigInt({ min: -9_999_999_999_999n, max: 9_999_999_999_999n }).map((n) => {
    const digits = (n < 0n ? -n : n).toString().padStart(4, '0')
    return `${n < 0n ? '-' : ''}${digits.slice(0, -3)}.${digits.slice(-3)}`.replace(/\.?0+$/, '')
  })
  // Enclosed in letters, because reading trims.
  const texts = fc.string({ unit: 'grapheme', maxLength: 30 }).map((text) => `Š${text}Ž`.normalize('NFC'))
  const row = fc.tuple(
    texts,
    fc.oneof(
      fc.constant(null),
      decimals,
      fc.integer({ min: -9999, max: 9999 }).map((n) => `${n / 8}%`),
    ),
    fc.oneof(fc.constant(null), fc.integer()),
    fc.oneof(fc.constant(null), fc.boolean()),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 50 }), async (rows) => {
      const table = await readTable(await readWorkbook(await write(rows)), layout)
      const values = table.rows.map(({ cells: { code, price, quantity, active } }) => {
        return [code?.value, price?.value, quantity?.value, active?.value]
      })
      expect(values).toEqual(rows)
    }),
    { numRuns: 10 },
  )
})
