import { expect, test } from 'vitest'
import { pageNumbers } from './Pagination.tsx'

test('at most seven page buttons are shown: the first, the last and the neighbours', () => {
  expect(pageNumbers(1, 3)).toEqual([1, 2, 3])
  expect(pageNumbers(1, 65)).toEqual([1, 2, 3, 4, 5, -1, 65])
  expect(pageNumbers(30, 65)).toEqual([1, -1, 29, 30, 31, -2, 65])
  expect(pageNumbers(65, 65)).toEqual([1, -1, 61, 62, 63, 64, 65])
})
