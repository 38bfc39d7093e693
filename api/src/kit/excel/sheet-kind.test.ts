import { expect, test } from 'vitest'
import { makeBook, makeXlsx } from './odd-files.ts'
import { sheetKind } from './sheet-kind.ts'

const ole2 = (content: string) =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from(`${content}\0`, 'utf16le')])

test.each([
  ['nothing', Buffer.alloc(0), { reason: 'empty' }],
  ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj'), { reason: 'pdf' }],
  [
    'HTML called .xls',
    Buffer.from('\ufeff\r\n <html><table><tr><td>1</td></tr></table>'),
    { reason: 'html' },
  ],
  ['a CSV', Buffer.from('Šifra;Cijena\nA;1,5\n'), { reason: 'text' }],
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d', 'hex'), { reason: 'other' }],
  ['an old Word document', ole2('WordDocument'), { reason: 'document' }],
])('%s is refused by its bytes', (_, file, params) => {
  expect(() => sheetKind(file)).toThrow(expect.objectContaining({ code: 'excel.file_validation', params }))
})

test('a workbook with a password is refused as encrypted', () => {
  expect(() => sheetKind(ole2('EncryptedPackage'))).toThrow(
    expect.objectContaining({ code: 'excel.encrypted' }),
  )
})

test('both kinds of workbook are known by their bytes', async () => {
  expect(sheetKind(await makeXlsx(''))).toBe('xlsx')
  expect(sheetKind(makeBook([['a']]))).toBe('xls')
  expect(sheetKind(makeBook([['a']], 'biff5'))).toBe('xls')
})
