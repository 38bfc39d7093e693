import { expect, test } from 'vitest'
import { markedParts } from './Marked.tsx'

const marked = (text: string, words: string) =>
  markedParts(text, words)
    .map(({ part, isMarked }) => (isMarked ? `[${part}]` : part))
    .join('')

test('every search word is marked, ignoring case and diacritics', () => {
  expect(marked('Šljiva, sljiva i шљива', 'sljiva')).toBe('[Šljiva], [sljiva] i [шљива]')
  expect(marked('Đačka torba', 'dj torb')).toBe('[Đ]ačka [torb]a')
  expect(marked('Montaža', 'x')).toBe('Montaža')
  expect(marked('a.b', '.')).toBe('a[.]b')
})
