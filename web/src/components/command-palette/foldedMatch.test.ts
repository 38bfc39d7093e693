import { expect, test } from 'vitest'
import { bestMatches, containsAll, foldedMatch } from './foldedMatch.ts'

const marked = (text: string, typed: string) => {
  const match = foldedMatch(text, typed)
  return match && text.slice(match.from, match.to)
}

test('nothing is marked without a typed text or a match', () => {
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

test('every word must match, in any order', () => {
  expect(containsAll('Izmijeni temu', 'temu izm')).toBe(true)
  expect(containsAll('Izmijeni temu', 'temu jezik')).toBe(false)
})

const choice = (name: string, also?: string) => ({ name, also })
const names = (typed: string, ...groups: ReturnType<typeof choice>[][]) =>
  bestMatches(groups, typed).map((group) => group.map(({ name }) => name))

test('a text that lacks a typed word is not offered; an empty query offers everything', () => {
  const all = [choice('Partneri'), choice('Proizvodi')]
  expect(names('part x', all)).toEqual([[]])
  expect(names('', all)).toEqual([['Partneri', 'Proizvodi']])
})

test('d matches dj only when there is no exact match', () => {
  const places = [choice('Prodavnice', 'prodajna mjesta')]
  expect(names('odja', places, [choice('Odjavi se')])).toEqual([[], ['Odjavi se']])
  expect(names('prodjav', places, [choice('Odjavi se')])).toEqual([['Prodavnice'], []])
})

test('the beginning of a word ranks before its middle, and a name before its synonyms', () => {
  const all = [choice('Kampanje', 'part'), choice('Prijavljeni apart'), choice('Dodaj partnera')]
  expect(names('part', all)).toEqual([['Dodaj partnera', 'Prijavljeni apart', 'Kampanje']])
})
