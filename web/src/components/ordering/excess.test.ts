import { describe, expect, test } from 'vitest'
import { excessOf } from './excess.ts'

describe('excessOf', () => {
  const left = { cash: '50.000', spent: '25.990', cash_left: '24.010' }

  test('null without a cash in euros, or while an order fits', () => {
    expect(excessOf({ cash: null, spent: '9', cash_left: null }, '100')).toBeNull()
    expect(excessOf({ cash: '5%', spent: '9', cash_left: null }, '100')).toBeNull()
    expect(excessOf({ cash: '0.000', spent: '9', cash_left: '0.000' }, '100')).toBeNull()
    expect(excessOf(left)).toBeNull()
    expect(excessOf(left, '24.01')).toBeNull()
  })

  test('what an order adds beyond the cash, and what was spent before', () => {
    expect(excessOf(left, '24.02')).toBe('0.010')
    expect(excessOf({ cash: '50.000', spent: '60.000', cash_left: '0.000' })).toBe('10.000')
    expect(excessOf({ cash: '50.000', spent: '60.000', cash_left: '0.000' }, '5')).toBe('15.000')
  })
})
