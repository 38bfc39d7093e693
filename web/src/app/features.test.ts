import type { Resource } from '@kontor/contract/lib/resources/resource'
import { partnerFields } from '@kontor/contract/partners/fields'
import { productFields } from '@kontor/contract/products'
import { resources } from '@kontor/contract/resources'
import { expect, test, vi } from 'vitest'

vi.stubGlobal('localStorage', { getItem: () => null }) // nobody is signed in
const { screens } = await import('./features.ts')
const { menu } = await import('./navigation.ts')
const { pickers } = await import('./pickers.tsx')

test('every resource that a field refers to has a picker', () => {
  const fields = [
    ...Object.values<Resource>(resources).map((one) => one.fields),
    productFields,
    partnerFields,
  ]
  const referred = fields.flatMap((some) =>
    Object.values(some).flatMap((field) => (field.kind === 'reference' ? [field.to] : [])),
  )
  expect(referred).toContain('partners')
  expect(referred.filter((to) => !pickers[to])).toEqual([])
})

test('no two screens have the same path or the same shortcut letter', () => {
  const twice = (all: (string | undefined)[]) =>
    all.filter((one, index) => one !== undefined && all.indexOf(one) !== index)
  expect(twice(menu.map(({ path }) => path))).toEqual([])
  expect(twice(menu.map(({ letter }) => letter))).toEqual([])
  expect(menu.length).toBeGreaterThan(screens.length)
})
