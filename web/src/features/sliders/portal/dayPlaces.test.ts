import { expect, test } from 'vitest'
import { comingDays, dayPlaces, waitingPosition } from './dayPlaces.ts'

const full = { day: '2099-05-04', free: 0, waiting: 2 }
const free = { day: '2099-05-05', free: 3, waiting: null }

test('a day has its place in the queue, also in a slider that was cached before days had places', () => {
  const slider = { places: [full, free] }
  expect([dayPlaces(slider, full.day), waitingPosition(slider, full.day)]).toEqual([full, 2])
  expect([waitingPosition(slider, free.day), waitingPosition(slider, '2099-05-06')]).toEqual([null, null])
  expect([dayPlaces({}, full.day), waitingPosition({}, full.day)]).toEqual([undefined, null])
})

test('of the chosen days only those count that are to come; one that is no longer offered is neither sure nor waited for', () => {
  const slider = {
    chosen_dates: ['2099-05-01', full.day, free.day, '2099-05-06'],
    waiting_dates: ['2099-05-01', full.day, '2099-05-06'],
    available_dates: [full.day, free.day],
  }
  const days = { placed: [free.day], waiting: [full.day], gone: ['2099-05-06'] }
  expect(comingDays(slider, '2099-05-02')).toEqual(days)
  expect(comingDays(slider, free.day)).toEqual({ ...days, waiting: [] })
  const { waiting_dates: _, ...cached } = slider
  expect(comingDays(cached, free.day)).toEqual({ ...days, waiting: [] })
})
