import { describe, expect, test } from 'vitest'
import { makeXlsx, makeZip, refusal, worksheet } from './odd-files.ts'
import { guardZip } from './zip-guard.ts'

const MB = 1024 * 1024
const limits = { entries: 50, unpacked: 40 * MB, ratio: 200 }
const guard = (file: Buffer) => refusal(guardZip(file, limits))
const reason = (text: string) => ({ code: 'excel.file_validation', reason: text })
const tooLarge = { code: 'excel.too_large' }

/** Changes the central directory's record of a file; `offset` counts from the record's signature. */
function patch(zip: Buffer, name: string, offset: number, change: (at: number) => void) {
  const record = zip.lastIndexOf(name) - 46
  expect(zip.readUInt32LE(record)).toBe(0x02014b50)
  change(record + offset)
  return zip
}

describe('a zip is refused', () => {
  test('when it unpacks to more than the limit, before it is unpacked', async () => {
    const blob = Buffer.from(Array.from({ length: 2 * MB }, (_, i) => (i * i) % 251))
    const parts = Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`xl/media/${i}.bin`, blob]))
    expect(await guard(await makeXlsx('', parts))).toEqual(tooLarge)
  })

  test('when one of its files is a bomb', async () => {
    expect(await guard(await makeXlsx(' '.repeat(30 * MB)))).toEqual(tooLarge)
  })

  test('when a file is longer than the zip says', async () => {
    const zip = await makeXlsx(' '.repeat(20 * MB))
    patch(zip, 'xl/worksheets/sheet1.xml', 24, (at) => zip.writeUInt32LE(1000, at))
    expect(await guard(zip)).toEqual(reason('damaged'))
  })

  test('when it holds too many files', async () => {
    const parts = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`xl/${i}.xml`, '']))
    expect(await guard(await makeXlsx('', parts))).toEqual(tooLarge)
  })

  test('when two files share a name', async () => {
    const sheet = worksheet('')
    const zip = await makeZip([
      ['xl/sheet1.xml', sheet],
      ['xl/SHEET1.xml', sheet],
    ])
    expect(await guard(zip)).toEqual(reason('unsafe'))
  })

  test('when a file does not match its checksum', async () => {
    const zip = await makeXlsx('')
    patch(zip, 'xl/worksheets/sheet1.xml', 16, (at) => zip.writeUInt32LE(1, at))
    expect(await guard(zip)).toEqual(reason('damaged'))
  })

  test('when a file is encrypted', async () => {
    const zip = await makeXlsx('')
    patch(zip, 'xl/worksheets/sheet1.xml', 8, (at) => zip.writeUInt16LE(zip.readUInt16LE(at) | 1, at))
    expect(await guard(zip)).toEqual({ code: 'excel.encrypted' })
  })

  test.each([0, 16_380, 65_530])(
    'when a DOCTYPE stands after %i bytes, on the seam of two chunks too',
    async (at) => {
      const xml = `${'\n'.repeat(at)}<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>${worksheet('')}`
      expect(await guard(await makeXlsx('', { 'xl/worksheets/sheet1.xml': xml }))).toEqual(reason('unsafe'))
      const wide = Buffer.from(xml, 'utf16le')
      expect(await guard(await makeXlsx('', { 'xl/worksheets/sheet1.xml': wide }))).toEqual(reason('unsafe'))
    },
  )

  test('when it is a Word document or no Office file at all', async () => {
    const types =
      '<Types><Override PartName="/xl/workbook.xml" ContentType="x.wordprocessingml.document.main+xml"/></Types>'
    expect(await guard(await makeXlsx('', { '[Content_Types].xml': types }))).toEqual(reason('document'))
    expect(await guard(await makeZip({ 'a.txt': 'a' }))).toEqual(reason('document'))
  })

  test('when a path leaves it, or it is cut off', async () => {
    const zip = await makeXlsx('')
    const climbing = Buffer.from(
      zip.toString('latin1').replaceAll('xl/styles.xml', '../styles.xml'),
      'latin1',
    )
    expect(await guard(climbing)).toEqual(reason('damaged'))
    expect(await guard(zip.subarray(0, -30))).toEqual(reason('damaged'))
  })
})

test('an honest workbook passes', async () => {
  await expect(
    guardZip(await makeXlsx('<row r="1"><c r="A1"><v>1</v></c></row>'), limits),
  ).resolves.toBeUndefined()
})
