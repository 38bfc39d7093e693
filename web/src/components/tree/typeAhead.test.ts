import { expect, test } from 'vitest'
import { typeAhead } from './typeAhead.ts'

const names = ['Alati', 'Haynes Pro', 'Hidraulika', 'Montaža', 'Šasija']

test('letters typed in a row are one word, a pause begins another, and case and diacritics do not matter', () => {
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

test('one letter typed again goes on to the next name that begins with it, and round', () => {
  const createSearch = typeAhead(() => 0)
  expect(createSearch.find('h', names, 0)).toBe(1)
  expect(createSearch.find('h', names, 1)).toBe(2)
  expect(createSearch.find('h', names, 2)).toBe(1)
  expect(typeAhead(() => 0).find('x', names, 0)).toBe(-1)
})
