import { describe, expect, test } from 'vitest'
import { errorOf, makeBook, makeXlsx } from '../../../test/odd-files.ts'
import { readRows } from '../../../test/sheets.ts'
import { readWorkbook } from './read-workbook.ts'

const errorOfReading = (file: Buffer, limits = {}, fileName = 'a.xls') =>
  errorOf(
    readWorkbook(file, { fileName, limits }).then(async ({ sheets }) => {
      for (const { rows } of sheets) for await (const _ of rows);
    }),
  )
const nothing = new Error('nothing was refused')

describe('a file is rejected', () => {
  test('when it is too large or has another extension', async () => {
    expect(await errorOfReading(Buffer.alloc(11), { bytes: 10 })).toEqual({ code: 'excel.too_large' })
    expect(await errorOfReading(await makeXlsx(''), {}, 'a.pdf')).toEqual({ code: 'excel.extension' })
  })

  test('when it is damaged, in any format', async () => {
    const damaged = { code: 'excel.damaged' }
    expect(await errorOfReading(makeBook([['a']]).fill(0xee, 76, 200))).toEqual(damaged)
    expect(await errorOfReading((await makeXlsx('')).fill(0, 40, 60))).toEqual(damaged)
  })

  test('at the timeout, in any format', async () => {
    const rows = await makeXlsx('<row><c><v>1</v></c></row>'.repeat(60_000))
    for (const file of [rows, makeBook([['a']])])
      expect(await errorOfReading(file, { time: 1 })).toEqual({ code: 'excel.timeout' })
  })

  test('when the process exceeds its memory limit', async () => {
    expect(await errorOfReading(makeBook([['a']]), { memory: 1 })).toEqual({ code: 'excel.too_large' })
  })

  test.each(['xlsx', 'biff8'] as const)(
    'when it has too many rows, columns, cells or characters: %s',
    async (kind) => {
      const file = makeBook([['a', 'b', 'c'], [1], [2], ['ccc']], kind)
      expect(await errorOfReading(file, { rows: 2 })).toEqual({ code: 'excel.too_many_rows', max: 2 })
      expect(await errorOfReading(file, { columns: 2 })).toEqual({ code: 'excel.too_many_columns', max: 2 })
      expect(await errorOfReading(file, { cells: 5 })).toEqual({ code: 'excel.too_large' })
      expect(await errorOfReading(file, { text: 5 })).toEqual({ code: 'excel.too_large' })
      expect(await errorOfReading(file, { rows: 3, columns: 3, cells: 6, text: 6 })).toEqual(nothing)
    },
  )

  test('when its last cell is the last possible one', async () => {
    const far = await makeXlsx('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>')
    expect(await errorOfReading(far)).toEqual({ code: 'excel.too_many_columns', max: 200 })
  })
})

describe('a workbook is read', () => {
  test.each(['xlsx', 'biff8'] as const)('with number formats: %s', async (kind) => {
    const formats = { A1: '0%', B1: '0.00%', C1: '00000', D1: 'dd.mm.yyyy', E1: '#,##0.00 "KM"', F1: '0" %"' }
    const file = makeBook([[0.05, 0.075, 42, 46_347.5, 1234.5, 5]], kind, (sheet) => {
      for (const [address, format] of Object.entries(formats)) sheet[address].z = format
    })
    const [sheet] = (await readWorkbook(file)).sheets
    for await (const { cells } of sheet?.rows ?? [])
      expect(cells).toEqual([
        { column: 0, kind: 'number', value: 5, shown: '5%', percent: true },
        { column: 1, kind: 'number', value: 7.5, shown: '7.50%', percent: true },
        { column: 2, kind: 'number', value: 42, shown: '00042', percent: false },
        { column: 3, kind: 'date', value: 46_347.5, shown: '21.11.2026. 12:00', percent: false },
        { column: 4, kind: 'number', value: 1234.5, shown: '1234.50 KM', percent: false, unit: 'KM' },
        { column: 5, kind: 'number', value: 5, shown: '5 %', percent: true },
      ])
    expect.assertions(1)
  })

  test('with hidden rows and merged cells', async () => {
    const file = makeBook([['a', 'b', 'c'], [1], [2]], 'xlsx', (sheet) => {
      sheet['!rows'] = [{}, { hidden: true }]
      sheet['!merges'] = [{ s: { r: 1, c: 1 }, e: { r: 2, c: 2 } }]
    })
    const [sheet] = (await readWorkbook(file)).sheets
    const hidden: boolean[] = []
    for await (const row of sheet?.rows ?? []) hidden.push(row.hidden)
    expect(hidden).toEqual([false, true, false])
    expect(await sheet?.merged()).toEqual([{ top: 2, bottom: 3, left: 1, right: 2 }])
  })

  test('with the letters of every code page', async () => {
    const text = 'Čačak, Đorđe Žižić, Šćepan'
    const old = Buffer.from('Èaèak, Ðorðe \u008ei\u009eiæ, \u008aæepan', 'latin1')
    expect(await readRows(makeBook([[text]], 'biff8'))).toEqual([[text]])
    expect(await readRows(windows1250(old))).toEqual([[text]])
  })

  test('with names of JavaScript properties', async () => {
    const file = makeBook([['__proto__', 'constructor']], 'xlsx')
    expect(await readRows(file)).toEqual([['__proto__', 'constructor']])
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })
})

/** An Excel 95 workbook in windows-1250; SheetJS writes code page 1252 only. */
function windows1250(bytes: Buffer): Buffer {
  const file = makeBook([['?'.repeat(bytes.length)]], 'biff5')
  const codePage = file.indexOf(Buffer.from('42000200e404', 'hex'))
  expect(codePage).toBeGreaterThan(0)
  file.writeUInt16LE(1250, codePage + 4)
  bytes.copy(file, file.indexOf('?'.repeat(bytes.length)))
  return file
}
