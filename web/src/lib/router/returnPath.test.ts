import { expect, test } from 'vitest'
import { returnPath } from './returnPath.ts'

const from = (to: unknown) => returnPath({ to }, 'https://kontor.example')

test.each([
  'https://evil.example/',
  '//evil.example/x',
  '/\\evil.example',
  '\\\\evil.example',
  'javascript:alert(1)',
  'https://kontor.example.evil.example/',
  '/login?to=/users',
  '/app/login',
  '/app',
  '/app/stores',
  undefined,
  5,
  'http://[',
])('a return path to %s leads to home', (to) => {
  expect(from(to)).toBe('/')
})

test('a path of this site is returned with its search', () => {
  expect(from('/products?f.quantity=0&page=2#row')).toBe('/products?f.quantity=0&page=2#row')
})
