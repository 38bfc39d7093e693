import { expect, test } from 'vitest'
import { typeAhead } from './typeAhead.ts'

const names = ['Alati', 'Haynes Pro', 'Hidraulika', 'Montaža', 'Šasija']

test('letters in a row form a word, a pause starts a new one, and case and diacritics are ignored', () => {
  let now = 0
  const createSearch = typeAhead(() => now)
  expect(createSearch.find('h', names, 0)).toBe(1)
  expect(createSearch.find('i', names, 1)).toBe(2)
  now += 1000
  expect(createSearch.isTyping()).toBe(false)
  expect(createSearch.find('s', names, 2)).toBe(4)
  now += 1000
  expect(createSearch.find('M', names, 4)).toBe(3)
})

test('a repeated letter cycles through the names that start with it', () => {
  const createSearch = typeAhead(() => 0)
  expect(createSearch.find('h', names, 0)).toBe(1)
  expect(createSearch.find('h', names, 1)).toBe(2)
  expect(createSearch.find('h', names, 2)).toBe(1)
  expect(typeAhead(() => 0).find('x', names, 0)).toBe(-1)
})
