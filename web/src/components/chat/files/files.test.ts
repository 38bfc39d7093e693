import { MAX_DOCUMENT_BYTES } from '@kontor/contract/lib/http/files'
import { expect, test } from 'vitest'
import { fileProblem } from './files.ts'

test('an empty or too large file is not sent', () => {
  expect(fileProblem({ size: 0 })?.key).toBe('chat.file_empty')
  expect(fileProblem({ size: MAX_DOCUMENT_BYTES + 1 })?.key).toBe('chat.file_too_large')
  expect(fileProblem({ size: MAX_DOCUMENT_BYTES })).toBeUndefined()
})
