import { expect, onTestFinished, test, vi } from 'vitest'
import { pastTimeError } from './pastTime.ts'

test.for([
  ['', undefined],
  ['2026-11-20', 'validation.past_date'],
  ['2026-11-21', undefined], // today in the office, where it is half past midnight
  ['2026-11-21T00:30', 'validation.past_moment'],
  ['2026-11-21T00:31', undefined],
  ['2026-11-20T23:29:59Z', 'validation.past_moment'],
  ['2026-11-20T23:31:00Z', undefined],
  ['2026-11-20T', undefined], // the rules of the field refuse it
] as const)('the error of %s is %s', ([value, error]) => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T23:30:00Z') })
  onTestFinished(() => void vi.useRealTimers())
  expect(pastTimeError(value)).toBe(error)
})
