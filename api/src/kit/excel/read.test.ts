import { describe, expect, test } from 'vitest'
import { makeBook, makeXlsx, refusal } from './odd-files.ts'
import { readLimits, readWorkbook } from './read.ts'

const cellsOf = async (file: Buffer) => (await readWorkbook(file)).sheets[0]?.rows.map((row) => row.cells)
const refused = (file: Buffer, limits = {}) => refusal(readWorkbook(file, { ...readLimits, ...limits }))

describe('a file is refused', () => {
  test('when it is too large or no workbook', async () => {
    expect(await refused(Buffer.alloc(11), { bytes: 10 })).toEqual({ code: 'excel.too_large' })
    expect(await refused(Buffer.from('a;b'))).toEqual({ code: 'excel.file_validation', reason: 'text' })
  })

  test('when it is damaged inside, whichever kind it is', async () => {
    const damaged = { code: 'excel.file_validation', reason: 'damaged' }
    expect(await refused(makeBook([['a']]).fill(0xee, 76, 200))).toEqual(damaged)
    expect(await refused((await makeXlsx('')).fill(0, 40, 60))).toEqual(damaged)
  })

  test('when reading takes too long', async () => {
    expect(await refused(await makeXlsx(''), { time: 1 })).toEqual({ code: 'excel.timeout' })
  })

  test('when the process grows too much', async () => {
    const rows = Array.from({ length: 60_000 }, (_, i) => `<row><c t="str"><v>${i}</v></c></row>`).join('')
    expect(await refused(await makeXlsx(rows), { memory: 16 * 1024 * 1024 })).toEqual({
      code: 'excel.too_large',
    })
  })

  test('when it has too many rows, columns or cells', async () => {
    const file = makeBook([['a', 'b', 'c'], [1], [2], [3]], 'xlsx')
    expect(await refused(file, { rows: 2 })).toEqual({ code: 'excel.too_many_rows', max: 2 })
    expect(await refused(file, { columns: 2 })).toEqual({ code: 'excel.too_many_columns', max: 2 })
    expect(await refused(file, { cells: 5 })).toEqual({ code: 'excel.too_large' })
    expect(await refused(file, { rows: 3, columns: 3, cells: 6 })).toEqual(new Error('nothing was refused'))
  })

  test('when its last cell is the last one that Excel has', async () => {
    const far = await makeXlsx('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>')
    expect(await refused(far)).toEqual({ code: 'excel.too_many_columns', max: 200 })
  })
})

describe('a workbook is read', () => {
  test('without its empty rows, however many, and without cells that cannot exist', async () => {
    const empty = Array.from({ length: 100_000 }, (_, i) => `<row r="${i + 2}"><c s="1"/></row>`).join('')
    const file = await makeXlsx(
      `<row r="1"><c r="A1"><v>1</v></c><c r="A99999999999"><v>2</v></c></row>${empty}<row r="200000"><c r="B200000"><v>3</v></c></row>`,
    )
    expect((await readWorkbook(file)).sheets[0]?.rows).toEqual([
      { number: 1, cells: [1] },
      { number: 200_000, cells: [null, 3] },
    ])
  })

  test('with what the number formats say', async () => {
    const formats = { A1: '0%', B1: '0.00%', C1: '00000', D1: 'dd.mm.yyyy', E1: '#,##0.00', F1: '0" %"' }
    for (const kind of ['xlsx', 'biff8'] as const) {
      const file = makeBook([[0.05, 0.075, 42, 46_347.5, 1234.5, 5]], kind, (sheet) => {
        for (const [address, format] of Object.entries(formats)) sheet[address].z = format
      })
      expect(await cellsOf(file)).toEqual([['5%', '7.5%', '00042', '21.11.2026. 12:00', 1234.5, 5]])
    }
  })

  test('with the saved value of a formula, errors as such and blank text as nothing', async () => {
    const file = await makeXlsx(
      '<row><c><f>1+1</f><v>2</v></c><c t="e"><f>A9</f><v>#REF!</v></c><c t="str"><v>  </v></c><c t="b"><v>1</v></c></row>',
    )
    expect(await cellsOf(file)).toEqual([[2, { error: '#REF!' }, null, true]])
  })

  test('with the letters of every code page', async () => {
    const text = 'Čačak, Đorđe Žižić, Šćepan'
    const old = Buffer.from('Èaèak, Ðorðe \u008ei\u009eiæ, \u008aæepan', 'latin1')
    expect(await cellsOf(makeBook([[text]], 'biff8'))).toEqual([[text]])
    expect(await cellsOf(windows1250(old))).toEqual([[text]])
  })

  test('without harm from names that JavaScript knows', async () => {
    const file = makeBook([['__proto__', 'constructor']], 'xlsx')
    expect(await cellsOf(file)).toEqual([['__proto__', 'constructor']])
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })
})

/** An Excel 95 workbook as a Central European Windows wrote it; SheetJS itself writes code page 1252 alone. */
function windows1250(bytes: Buffer): Buffer {
  const file = makeBook([['?'.repeat(bytes.length)]], 'biff5')
  const codePage = file.indexOf(Buffer.from('42000200e404', 'hex'))
  expect(codePage).toBeGreaterThan(0)
  file.writeUInt16LE(1250, codePage + 4)
  bytes.copy(file, file.indexOf('?'.repeat(bytes.length)))
  return file
}
