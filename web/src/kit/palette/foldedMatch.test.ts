import { expect, test } from 'vitest'
import { containsAll, foldedMatch } from './foldedMatch.ts'

const marked = (text: string, typed: string) => {
  const match = foldedMatch(text, typed)
  return match && text.slice(match.from, match.to)
}

test('nothing typed and nothing found mark nothing', () => {
  expect(marked('Proizvodi', '')).toBeNull()
  expect(marked('Proizvodi', 'xyz')).toBeNull()
})

test.each([
  ['Proizvodi', 'pro', 'Pro'],
  ['Države', 'drzave', 'Države'],
  ['Đurđevdan', 'djurdj', 'Đurđ'],
  ['Auto Đurišić', 'risic', 'rišić'],
  ['Auto Đurišić', 'duri', 'Đuri'],
  ['Duško', 'đus', 'Duš'],
  ['Šljiva', 'шљ', 'Šlj'],
  ['🚗 Gume', 'gum', 'Gum'],
])('in %s, %s marks %s', (text, typed, found) => {
  expect(marked(text, typed)).toBe(found)
})

test('every word has to be there, in any order', () => {
  expect(containsAll('Promijeni temu', 'temu prom')).toBe(true)
  expect(containsAll('Promijeni temu', 'temu jezik')).toBe(false)
})
