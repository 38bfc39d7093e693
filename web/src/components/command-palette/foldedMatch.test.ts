import { expect, test } from 'vitest'
import { called, containsAll, foldedMatch } from './foldedMatch.ts'

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

const choice = (name: string, also?: string) => ({ name, also })
const names = (typed: string, ...groups: ReturnType<typeof choice>[][]) =>
  called(groups, typed).map((group) => group.map(({ name }) => name))

test('what does not have every typed word is not offered, and nothing typed offers all', () => {
  const all = [choice('Partneri'), choice('Proizvodi')]
  expect(names('part x', all)).toEqual([[]])
  expect(names('', all)).toEqual([['Partneri', 'Proizvodi']])
})

test('d for dj is as good as nothing where anything is called as it was typed', () => {
  const places = [choice('Prodavnice', 'prodajna mjesta')]
  expect(names('odja', places, [choice('Odjava')])).toEqual([[], ['Odjava']])
  expect(names('prodjav', places, [choice('Odjava')])).toEqual([['Prodavnice'], []])
})

test('the beginning of a word comes before its middle, and a name before other words for it', () => {
  const all = [choice('Kampanje', 'part'), choice('Prijavljeni apart'), choice('Dodaj partnera')]
  expect(names('part', all)).toEqual([['Dodaj partnera', 'Prijavljeni apart', 'Kampanje']])
})
