import { MAX_DOCUMENT_BYTES } from '@kontor/contract/lib/http/files'
import { expect, test } from 'vitest'
import { documentName, fileProblem } from './files.ts'

test('an empty or too large file is not uploaded', () => {
  expect(fileProblem({ size: 0 })).toBe('support.empty_file')
  expect(fileProblem({ size: MAX_DOCUMENT_BYTES + 1 })).toBe('support.too_large')
  expect(fileProblem({ size: MAX_DOCUMENT_BYTES })).toBeUndefined()
})

test('a node is named after its file, without the extension unless nothing remains', () => {
  expect(documentName('Katalog ventila 2026.pdf')).toBe('Katalog ventila 2026')
  expect(documentName('arhiva.tar.gz')).toBe('arhiva.tar')
  expect(documentName('.env')).toBe('.env')
  expect(documentName('a.pdf')).toBe('a.pdf')
})
