import { expect, test } from 'vitest'
import { makeBook, makeXlsx } from '../../../test/odd-files.ts'
import { fileKind } from './file-kind.ts'

const ole2 = (content: string) =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from(`${content}\0`, 'utf16le')])
const expectError = (file: Buffer | string, name: string, code: string) =>
  expect(() => fileKind(Buffer.from(file), name)).toThrow(expect.objectContaining({ code }))

const page = '\ufeff\r\n <html><table><tr><td>1</td></tr></table>'
const list = 'Šifra;Cijena\nA;1,5\n'

test.each<[what: string, file: Buffer | string, code: string]>([
  ['nothing', '', 'excel.empty'],
  ['blanks', '\ufeff \n', 'excel.empty'],
  ['a PDF', '%PDF-1.7\n1 0 obj', 'excel.pdf'],
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d', 'hex'), 'excel.other'],
  ['an old Word document', ole2('WordDocument'), 'excel.document'],
  ['rich text', '{\\rtf1 a}', 'excel.document'],
  ['a web page with its pictures', 'MIME-Version: 1.0\nContent-Type: multipart/related', 'excel.mhtml'],
  ['a workbook with a password', ole2('EncryptedPackage'), 'excel.encrypted'],
])('%s is rejected by its bytes, with any name', (_, file, code) => {
  for (const name of ['a.xls', 'a.XLSX', 'a.csv']) expectError(file, name, code)
})

test('accepts a text with the extensions with which Excel opens it', () => {
  expect(fileKind(Buffer.from(page), 'a.xls')).toBe('html')
  expect(fileKind(Buffer.from(list), 'a.csv')).toBe('csv')
  expect(fileKind(Buffer.from(list, 'utf16le'), 'a.xls')).toBe('csv')
  expectError(page, 'a.xlsx', 'excel.html')
  expectError(list, 'a.xlsm', 'excel.text')
})

test('detects a workbook by its bytes, and requires an extension of a sheet', async () => {
  expect(fileKind(await makeXlsx(''), 'a.xls')).toBe('xlsx')
  expect(fileKind(makeBook([['a']]), 'a.xlsx')).toBe('xls')
  expect(fileKind(makeBook([['a']], 'biff5'), 'A.XLS')).toBe('xls')
  for (const name of ['a.pdf', 'a.xls.exe', 'xls', 'a.xlsb', ''])
    expectError(await makeXlsx(''), name, 'excel.extension')
})
