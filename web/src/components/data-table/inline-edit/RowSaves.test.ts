import { views } from '@kontor/contract/lib/lists/saved-views'
import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'

vi.stubGlobal('localStorage', { getItem: () => null })
const { ApiError } = await import('../../../lib/api/apiRequest.ts')
const { RowSaves } = await import('./RowSaves.ts')
const { isSameNumber } = await import('./useNumberEdit.ts')

test('a value saved over a change of another field is no conflict for the next save from the row on screen', async () => {
  const shown = { id: 7, version: 1, name: 'Guma', price: '10' }
  let stored = { ...shown, version: 2, name: 'Preimenovana' } // by somebody else
  const saves = new RowSaves<typeof shown>(new QueryClient())
  const save = (to: string) =>
    saves.save({ list: views.index }, shown, {
      of: ({ price }) => price,
      to,
      async request({ version }) {
        if (version !== stored.version)
          throw new ApiError(409, { message: 'error.outdated', current: { ...stored } })
        stored = { ...stored, version: version + 1, price: to }
        return { version: stored.version, price: to }
      },
    })
  const saved = await Promise.all([save('11'), save('12')])
  expect(saved.map(({ name, version, price }) => [name, version, price])).toEqual([
    ['Preimenovana', 3, '11'],
    ['Preimenovana', 4, '12'],
  ])
})

test.for([
  ['5', '5.0', true],
  ['5%', '5.0%', true],
  ['5%', '5', false],
  ['5%', '6%', false],
  [null, '0', false],
  [null, null, true],
] as const)('%s and %s are the same number: %s', ([one, other, isSame]) => {
  expect(isSameNumber(one, other)).toBe(isSame)
})
