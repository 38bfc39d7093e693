import { describe, expect, test } from 'vitest'
import { arrange, movedTo, placedIds } from './arrangement.ts'

/** Sliders 1 and 2 have places; 3, 4 and 5 follow. Automatically all would be from 5 to 1. */
const stored = [
  { id: 1, position: 1, automatic: 5 },
  { id: 2, position: 2, automatic: 4 },
  { id: 5, position: null, automatic: 1 },
  { id: 4, position: null, automatic: 2 },
  { id: 3, position: null, automatic: 3 },
]
const idsOf = (ids: readonly number[]) => arrange(stored, ids).rows.map(({ id }) => id)
const now = arrange(stored, placedIds(stored))

describe('an arrangement', () => {
  test('is first what has a place, then the others automatically; what is gone is left out', () => {
    expect(placedIds(stored)).toEqual([1, 2])
    expect(now).toEqual({ rows: stored, placed: 2 })
    expect(idsOf([3])).toEqual([3, 5, 4, 2, 1])
    expect(idsOf([])).toEqual([5, 4, 3, 2, 1])
    expect(arrange(stored, [99, 4])).toMatchObject({ placed: 1 })
    expect(idsOf([99, 4])).toEqual([4, 5, 3, 2, 1])
  })

  test.each([
    ['among those with a place', 0, 1, [2, 1]],
    ['up to those with a place', 2, 1, [1, 5, 2]],
    ['to the top', 4, 0, [3, 1, 2]],
    ['up among the others, where it gets a place and what is above it too', 4, 3, [1, 2, 5, 3]],
    ['down among the others', 2, 3, [1, 2, 4, 5]],
    ['down below those with a place', 1, 2, [1, 5, 2]],
    ['nowhere, which gives it the place where it is', 2, 2, [1, 2, 5]],
    ['to the end', 0, 4, [2, 5, 4, 3, 1]],
  ])('after a move %s is the order on screen', (_, from, to, wanted) => {
    const ids = now.rows.map(({ id }) => id)
    const onScreen = ids.toSpliced(from, 1).toSpliced(to, 0, ids[from] ?? 0)
    expect(movedTo(now, from, to)).toEqual(wanted)
    expect(idsOf(wanted)).toEqual(onScreen)
  })
})
