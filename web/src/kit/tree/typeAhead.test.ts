import { expect, test } from 'vitest'
import { typeAhead } from './typeAhead.ts'

const names = ['Alati', 'Haynes Pro', 'Hidraulika', 'Montaža', 'Šasija']

test('letters typed in a row are one word, a pause begins another, and case and diacritics do not matter', () => {
  let now = 0
  const finder = typeAhead(() => now)
  expect(finder.find('h', names, 0)).toBe(1)
  expect(finder.find('i', names, 1)).toBe(2)
  now += 1000
  expect(finder.isTyping()).toBe(false)
  expect(finder.find('s', names, 2)).toBe(4)
  now += 1000
  expect(finder.find('M', names, 4)).toBe(3)
})

test('one letter typed again goes on to the next name that begins with it, and round', () => {
  const finder = typeAhead(() => 0)
  expect(finder.find('h', names, 0)).toBe(1)
  expect(finder.find('h', names, 1)).toBe(2)
  expect(finder.find('h', names, 2)).toBe(1)
  expect(typeAhead(() => 0).find('x', names, 0)).toBe(-1)
})
