import { expect, test } from 'vitest'
import { pointIn, roundDegrees } from './point.ts'
import { townOf } from './towns.ts'

test.for([
  ['42.441234, 19.262345', [42.441234, 19.262345]],
  ['42,441234 19,262345', [42.441234, 19.262345]],
  ['42,441; 19,262', [42.441, 19.262]],
  ['geo:42.441,19.262', [42.441, 19.262]],
  ['-33.9,151.2', [-33.9, 151.2]],
  ['42.4304° N, 19.2594° E', [42.4304, 19.2594]],
  [`42°26'27"N 19°15'46"E`, [42.440833, 19.262778]],
  ['https://www.google.com/maps/@42.441,19.262,15z', [42.441, 19.262]],
  ['https://www.google.com/maps/place/Bar/@42.5,19.5,13z/data=!3m1!3d42.093!4d19.1', [42.093, 19.1]],
  ['https://maps.google.com/?q=42.441,19.262', [42.441, 19.262]],
  ['https://www.google.com/maps/search/?api=1&query=42.441%2C19.262', [42.441, 19.262]],
  ['https://www.openstreetmap.org/#map=15/42.441/19.262', [42.441, 19.262]],
  ['https://www.openstreetmap.org/?mlat=42.441&mlon=19.262#map=15/42/19', [42.441, 19.262]],
  ['https://maps.apple.com/?ll=42.441,19.262', [42.441, 19.262]],
] as const)('%s is a place', ([text, point]) => {
  expect(pointIn(text)).toEqual(point)
})

test.for([
  '',
  '42',
  '42.441',
  '42,441',
  'Podgorica',
  '91.5, 19.2',
  '42.4, 190.5',
  'https://maps.app.goo.gl/abc',
])('“%s” is none', (text) => {
  expect(pointIn(text)).toBeNull()
})

test('a city is found whatever its case and marks', () => {
  expect(townOf('podgorica')).toEqual([42.441, 19.263])
  expect(townOf(' Zabljak ')).toEqual(townOf('Žabljak'))
  expect(townOf('Nigdje')).toBeNull()
})

test('a view has at most seven lines, all inside', () => {
  for (const [from, to] of [
    [-180, 85],
    [18.4, 20.4],
    [42.43, 42.45],
    [-0.05, 0.05],
  ] as const) {
    const lines = roundDegrees(from, to)
    expect(lines.length).toBeGreaterThan(1)
    expect(lines.length).toBeLessThanOrEqual(7)
    expect(lines.every((line) => line >= from && line <= to)).toBe(true)
  }
})

test('the labels have no floating-point remainder', () => {
  expect(roundDegrees(42.43, 42.45)).toEqual([42.43, 42.435, 42.44, 42.445, 42.45])
})
