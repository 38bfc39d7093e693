import { describe, expect, test } from 'vitest'
import { aboveZeroSince, debtByMonth, monthsUntil } from './rules.ts'

const months = monthsUntil(new Date('2026-11-22T12:00:00Z'))

describe('the months of the line', () => {
  test('are twelve with this one last, by the clock in Podgorica', () => {
    expect([months.length, months[0], months.at(-1)]).toEqual([12, '2025-12', '2026-11'])
    expect(monthsUntil(new Date('2026-12-31T23:30:00Z')).at(-1)).toBe('2027-01')
  })
})

describe('the debt at the end of a month', () => {
  const debts = (changes: Parameters<typeof debtByMonth>[2], now: string, opened = '2020-01-01T00:00:00Z') =>
    debtByMonth(months, opened, changes, now).map(({ debt }) => debt)

  test('is none while there was no partner, and none when it was in percent', () => {
    expect(debts([], '7', '2026-10-05T08:00:00Z')).toEqual([...Array(10).fill(null), '7', '7'])
    expect(debts([{ at: '2026-11-02T08:00:00Z', before: '5%' }], '7').slice(-2)).toEqual([null, '7'])
  })

  test('is what stood there before the first change after it', () => {
    const changes = [
      { at: '2026-08-10T08:00:00Z', before: '100' },
      { at: '2026-10-01T08:00:00Z', before: '200' },
      { at: '2026-10-20T08:00:00Z', before: '300' },
    ]
    expect(debts(changes, '400').slice(-5)).toEqual(['100', '200', '200', '400', '400'])
  })
})

describe('since when something is overdue', () => {
  const at = (day: number, before: string | null) => ({ at: `2026-11-0${day}T08:00:00Z`, before })
  test('nobody knows when it was so before all that is known, and nothing is when it is zero', () => {
    expect(aboveZeroSince([at(1, '5'), at(2, '6')], '7')).toBeNull()
    expect(aboveZeroSince([at(1, '0')], '0.000')).toBeNull()
  })

  test('is the last time that it rose from zero', () => {
    expect(aboveZeroSince([at(1, '0'), at(2, '5'), at(3, '0.000'), at(4, '6')], '7')).toBe(at(3, '').at)
  })
})
