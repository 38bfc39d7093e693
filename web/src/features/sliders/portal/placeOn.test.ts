import { expect, test } from 'vitest'
import { placeOn, turnOn } from './placeOn.ts'

const full = { day: '2099-05-04', free: 0, waiting: 2 }
const free = { day: '2099-05-05', free: 3, waiting: null }

test('a day has its place in the queue, also in a slider that was cached before days had places', () => {
  const slider = { places: [full, free] }
  expect([placeOn(slider, full.day), turnOn(slider, full.day)]).toEqual([full, 2])
  expect([turnOn(slider, free.day), turnOn(slider, '2099-05-06')]).toEqual([null, null])
  expect([placeOn({}, full.day), turnOn({}, full.day)]).toEqual([undefined, null])
})
