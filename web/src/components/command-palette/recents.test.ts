import { expect, test, vi } from 'vitest'

let stored: string | null = null
vi.stubGlobal('localStorage', { getItem: () => stored }) // the module reads the user on import
const { recents, withFirst } = await import('./recents.ts')

const recent = (id: number, path = '/partners') => ({ path, id, name: `record ${id}` })

test('invalid entries are ignored, and the valid ones of a list stay', () => {
  for (stored of [null, '', '{', 'null', '7', '{"path":"/partners"}']) expect(recents.list()).toEqual([])
  stored = JSON.stringify([null, 7, { path: '/partners' }, recent(1)])
  expect(recents.list()).toEqual([recent(1)])
})

test('the latest entry is first, without duplicates, and the number is limited', () => {
  const list = [1, 2, 3, 2, 4, 5, 6, 7, 8, 9].reduce<ReturnType<typeof recents.list>>(
    (storedIds, id) => withFirst(storedIds, recent(id)),
    [],
  )
  expect(list.map(({ id }) => id)).toEqual([9, 8, 7, 6, 5, 4, 2, 3])
  expect(withFirst([recent(1)], recent(1, '/products'))).toHaveLength(2)
})
