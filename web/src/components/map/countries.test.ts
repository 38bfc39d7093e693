import { expect, test } from 'vitest'
import { type Countries, isAbroad } from './countries.ts'
import neighbours from './neighbours.json'
import { townOf, towns } from './towns.ts'

const countries = neighbours as Countries
const ulcinj = townOf('Ulcinj') ?? [0, 0]

test('a place in Albania, in the sea or beyond the map is abroad for a store in Ulcinj', () => {
  for (const place of [
    [42.07, 19.81],
    [41.7, 18.9],
    [0, 0],
  ] as const)
    expect(isAbroad(countries, place, ulcinj)).toBe(true)
})

test('no town of the country is abroad, those on the coast included', () => {
  const own = ['Podgorica', 'Bar', 'Ulcinj', 'Herceg Novi', 'Pljevlja', 'Plav', 'Rožaje', 'Tivat', 'Budva']
  for (const name of own)
    expect([name, isAbroad(countries, townOf(name) ?? [0, 0], ulcinj)]).toEqual([name, false])
  expect(isAbroad(countries, townOf('Trebinje') ?? [0, 0], ulcinj)).toBe(true)
})

test('every town lies on land that is drawn', () => {
  for (const { name, point } of towns)
    expect([name, isAbroad(countries, [0, 0], point)]).toEqual([name, true])
})
