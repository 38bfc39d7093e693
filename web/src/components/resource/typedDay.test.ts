import { describe, expect, test } from 'vitest'
import { typedDay } from './typedDay.ts'

describe('a typed date', () => {
  test.for(['', '1.13', '31.11.2026', '01122026', '11.2026', '2026', 'juče', '1.12.202', '.1.', '1.2.3.4'])(
    '%s is invalid',
    (typed) => expect(typedDay(typed)).toBe(null),
  )

  test.for([
    ['21.11.2026', '2026-11-21'],
    ['21.11.2026.', '2026-11-21'],
    ['1/2/2027', '2027-02-01'],
    ['2026-11-21', '2026-11-21'],
  ] as const)('%s is %s', ([typed, day]) => expect(typedDay(typed)).toBe(day))

  test.for([
    ['1.12', '2026-12-01'],
    ['1. 12.', '2026-12-01'],
    ['15.1', '2027-01-15'],
    ['29.2.', '2028-02-29', '2028-06-01'],
    ['31.12', '2025-12-31', '2026-01-02'],
  ] as const)('%s without a year is the nearest date, %s', ([typed, day, today = '2026-11-24']) =>
    expect(typedDay(typed, new Date(today))).toBe(day),
  )
})
