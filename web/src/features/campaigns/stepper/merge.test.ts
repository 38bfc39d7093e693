import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Draft } from './draft.ts'
import { changesOf, conflictName, differ, isChanged, mayBeLost, merged, resolveConflicts } from './merge.ts'

const draft = (partners: Record<number, string>, categories: number[] = []): Draft => ({
  categories: new Map(categories.map((id) => [id, ''])),
  partners: new Map(Object.entries(partners).map(([id, cash]) => [Number(id), cash])),
  products: new Map(),
})
const lines = ({ partners }: Draft) => Object.fromEntries(partners)

describe('concurrent edits of a campaign', () => {
  test('keep the additions, removals and changes of both', () => {
    const base = draft({ 1: '5%', 2: '10', 3: '0' }, [1])
    const mine = draft({ 1: '6%', 3: '0', 4: '7' }, [1, 2])
    const server = draft({ 1: '5%', 2: '10', 5: '1' }, [])
    const both = merged(server, changesOf(base, mine))
    expect(both.conflicts).toEqual([])
    expect(lines(both.draft)).toEqual({ 1: '6%', 4: '7', 5: '1' })
    expect([...both.draft.categories.keys()]).toEqual([2])
  })

  test('conflict where both made different changes, per value', () => {
    const base = draft({ 1: '5%', 2: '10', 3: '3' })
    const mine = draft({ 1: '6%', 3: '4', 4: '1' })
    const server = draft({ 1: '7%', 2: '11', 4: '2' })
    const { draft: both, conflicts } = merged(server, changesOf(base, mine))
    expect(conflicts.map(({ id, base: was, mine: own, server: other }) => [id, was, own, other])).toEqual([
      [1, '5%', '6%', '7%'],
      [3, '3', '4', null],
      [4, null, '1', '2'],
      [2, '10', null, '11'],
    ])
    expect(both).toEqual(server)
    const kept = new Set(conflicts.filter(({ id }) => id !== 4).map(conflictName))
    expect(lines(resolveConflicts(both, conflicts, kept))).toEqual({ 1: '6%', 3: '4', 4: '2' })
  })

  test('may only lose new partners without a category, and any when a category was removed', () => {
    const server = draft({ 1: '5%', 2: '10' }, [1, 2])
    const both = draft({ 1: '5%', 2: '10', 3: '1' }, [1, 2, 3])
    expect(mayBeLost(both, [], server)).toEqual([3])
    expect(mayBeLost({ ...both, categories: new Map([[1, '']]) }, [], server)).toEqual([1, 2, 3])
    const mine = { part: 'partners', id: 4, base: '1', mine: '2', server: null } as const
    expect(mayBeLost(both, [mine, { ...mine, id: 5, mine: null }], server)).toEqual([3, 4])
  })

  test('do not conflict where both made the same change', () => {
    const base = draft({ 1: '5%', 2: '10' })
    const mine = draft({ 1: '6%', 3: '1' })
    expect(merged(mine, changesOf(base, mine))).toEqual({ draft: mine, conflicts: [] })
  })
})

const cash = fc.constantFrom('', '1', '2')
const some = fc.dictionary(fc.constantFrom('1', '2', '3', '4'), cash).map((held) => draft(held))

test('changes applied to their base are the draft, and no changes are none', () => {
  fc.assert(
    fc.property(some, some, (base, mine) => {
      const changes = changesOf(base, mine)
      expect(merged(base, changes)).toEqual({ draft: mine, conflicts: [] })
      expect(isChanged(changes)).toBe(differ(base, mine))
    }),
  )
})

test('with all conflicts resolved for mine, no change of mine is lost and no other one of theirs', () => {
  fc.assert(
    fc.property(some, some, some, (base, mine, server) => {
      const changes = changesOf(base, mine)
      const { draft: both, conflicts } = merged(server, changes)
      const result = resolveConflicts(both, conflicts, new Set(conflicts.map(conflictName)))
      for (const id of [1, 2, 3, 4]) {
        const own = changes.partners.get(id)
        expect(result.partners.get(id) ?? null).toBe(own ? own.now : (server.partners.get(id) ?? null))
      }
    }),
  )
})
