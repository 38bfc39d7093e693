import { expect, test } from 'vitest'
import { dayPlaces, waitingPosition } from './dayPlaces.ts'

const full = { day: '2099-05-04', free: 0, waiting: 2 }
const free = { day: '2099-05-05', free: 3, waiting: null }

test('a day has its place in the queue, also in a slider that was cached before days had places', () => {
  const slider = { places: [full, free] }
  expect([dayPlaces(slider, full.day), waitingPosition(slider, full.day)]).toEqual([full, 2])
  expect([waitingPosition(slider, free.day), waitingPosition(slider, '2099-05-06')]).toEqual([null, null])
  expect([dayPlaces({}, full.day), waitingPosition({}, full.day)]).toEqual([undefined, null])
})
