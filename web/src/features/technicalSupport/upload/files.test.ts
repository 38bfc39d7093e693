import { expect, test } from 'vitest'
import { documentName } from './files.ts'

test('a node is named after its file, without the extension unless nothing remains', () => {
  expect(documentName('Katalog ventila 2026.pdf')).toBe('Katalog ventila 2026')
  expect(documentName('arhiva.tar.gz')).toBe('arhiva.tar')
  expect(documentName('.env')).toBe('.env')
  expect(documentName('a.pdf')).toBe('a.pdf')
})
