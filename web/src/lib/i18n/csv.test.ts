import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

test('Excel reads no cell as a formula', () => {
  for (const text of ['=1+1', '+1', '-1', '@x', '\tx']) expect(csvOf([[text]])).toBe(`\ufeff"'${text}"\r\n`)
})

test('quotes, semicolons and line ends stay inside their cell', () => {
  expect(csvOf([['a"b', 'c;d'], ['e\nf']])).toBe('\ufeff"a""b";"c;d"\r\n"e\nf"\r\n')
})
