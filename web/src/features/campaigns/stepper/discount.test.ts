import { expect, test } from 'vitest'
import { differenceInPercent, discounted, discountProblem } from './discount.ts'

test.for(['', 'abc', '0', '-5', '100', '12.345'])('“%s” is no discount', (percent) => {
  expect(discountProblem(percent)).not.toBeNull()
})

test('a discount takes its part of the price and rounds half up to cents', () => {
  expect(discountProblem('12.5')).toBeNull()
  expect(discountProblem('99.99')).toBeNull()
  expect(discounted('88.4', '15')).toBe('75.14')
  expect(discounted('100', '15')).toBe('85')
  expect(discounted('0.1', '50')).toBe('0.05')
  expect(discounted('0.01', '50')).toBe('0.01')
  expect(discounted('1.005', '0.01')).toBe('1')
  expect(discounted('88.4', '99.99')).toBe('0.01') // a price is more than zero
  expect(discounted('0', '99.99')).toBe('0')
  expect(discounted('12345678901234.99', '12.5')).toBe('10802469038580.62')
})

test('a price is compared with the usual one', () => {
  expect(differenceInPercent('75.14', '88.4')).toBe(-15)
  expect(differenceInPercent('90', '88.4')).toBe(1.8)
  expect(differenceInPercent('5', '0')).toBeNull()
})
