import { describe, expect, test } from 'vitest'
import { errorOf, makeXlsx, makeZip, worksheet } from '../../../../test/odd-files.ts'
import { readWorkbook } from '../read-workbook.ts'

const MB = 1024 * 1024
const SHEET = 'xl/worksheets/sheet1.xml'
const read = async (file: Buffer, limits = {}) => {
  for (const sheet of (await readWorkbook(file, { limits })).sheets) for await (const _ of sheet.rows);
}
const errorOfReading = (file: Buffer, limits = {}) => errorOf(read(file, limits))
const [tooLarge, damaged, unsafe] = ['too_large', 'damaged', 'unsafe'].map((code) => ({
  code: `excel.${code}`,
}))

/** Changes a file's record in the central directory; `offset` counts from the record's signature. */
function patch(zip: Buffer, name: string, offset: number, change: (at: number) => void) {
  const record = zip.lastIndexOf(name) - 46
  expect(zip.readUInt32LE(record)).toBe(0x02014b50)
  change(record + offset)
  return zip
}

describe('a zip is rejected', () => {
  test('when its parts unpack to more than the limit', async () => {
    const rows = '<row/>'.repeat(100_000)
    expect(await errorOfReading(await makeXlsx(rows), { unpacked: 500_000 })).toEqual(tooLarge)
    expect(await errorOfReading(await makeXlsx(rows), { unpacked: 700_000 })).toEqual(
      new Error('nothing was refused'),
    )
  })

  test('when a part is a zip bomb', async () => {
    expect(await errorOfReading(await makeXlsx(' '.repeat(30 * MB)))).toEqual(tooLarge)
  })

  test('when its index parts are large or deep', async () => {
    const types = (content: string) => ({ '[Content_Types].xml': `<Types>${content}</Types>` })
    expect(await errorOfReading(await makeXlsx('', types(`<!--${'a'.repeat(2 * MB)}-->`)))).toEqual(tooLarge)
    expect(await errorOfReading(await makeXlsx('', types('<a>'.repeat(900_000))))).toEqual(tooLarge)
  })

  test('when a part is longer than declared', async () => {
    const zip = await makeXlsx('<row/>'.repeat(100_000))
    patch(zip, SHEET, 24, (at) => zip.writeUInt32LE(1000, at))
    expect(await errorOfReading(zip)).toEqual(damaged)
  })

  test('when it holds too many files', async () => {
    const parts = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`xl/${i}.xml`, '']))
    expect(await errorOfReading(await makeXlsx('', parts), { entries: 50 })).toEqual(tooLarge)
  })

  test('when two files share a name', async () => {
    const zip = await makeZip([
      ['xl/sheet1.xml', worksheet('')],
      ['xl/SHEET1.xml', worksheet('')],
    ])
    expect(await errorOfReading(zip)).toEqual(unsafe)
  })

  test('when a part does not match its checksum', async () => {
    const zip = await makeXlsx('')
    patch(zip, SHEET, 16, (at) => zip.writeUInt32LE(1, at))
    expect(await errorOfReading(zip)).toEqual(damaged)
  })

  test('when a file is encrypted', async () => {
    const zip = await makeXlsx('')
    patch(zip, SHEET, 8, (at) => zip.writeUInt16LE(zip.readUInt16LE(at) | 1, at))
    expect(await errorOfReading(zip)).toEqual({ code: 'excel.encrypted' })
  })

  test.each([0, 16_380, 65_530])('when a DOCTYPE follows %i bytes, in either encoding', async (at) => {
    const xml = `${'\n'.repeat(at)}<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>${worksheet('')}`
    for (const encoding of ['utf8', 'utf16le'] as const) {
      const part = Buffer.from(`\ufeff${xml}`, encoding)
      expect(await errorOfReading(await makeXlsx('', { [SHEET]: part }))).toEqual(unsafe)
    }
  })

  test('when it is a Word document or no Office file at all', async () => {
    const types =
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="x.wordprocessingml.document.main+xml"/></Types>'
    const document = { code: 'excel.document' }
    expect(await errorOfReading(await makeXlsx('', { '[Content_Types].xml': types }))).toEqual(document)
    expect(await errorOfReading(await makeZip({ 'a.txt': 'a' }))).toEqual(document)
  })

  test('when a path leads outside, or it is truncated', async () => {
    const zip = (await makeXlsx('')).toString('latin1')
    const climbing = Buffer.from(zip.replaceAll('xl/styles.xml', '../styles.xml'), 'latin1')
    expect(await errorOfReading(climbing)).toEqual(damaged)
    expect(await errorOfReading((await makeXlsx('')).subarray(0, -30))).toEqual(damaged)
  })
})
