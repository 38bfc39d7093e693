import type { TreeNode } from '@kontor/contract/lib/resources/tree'
import { expect, test } from 'vitest'
import { type Level, levelsOf, neighbour, type Parent, type Row, rowsOf } from './rows.ts'

const makeNode = (id: number, parent_id: Parent, more: Partial<TreeNode> = {}): TreeNode => ({
  id,
  parent_id,
  name: `n${id}`,
  description: null,
  is_item: false,
  is_visible: true,
  is_shown: true,
  children: 0,
  items: 0,
  folders: 0,
  categories: [],
  version: 1,
  updated_at: '2026-11-22T08:00:00.000Z',
  ...more,
})
const level = (...nodes: TreeNode[]): Level<TreeNode> => ({ nodes, failed: false })
const written = (rows: readonly Row<TreeNode>[]) =>
  rows.map((row) => `${'-'.repeat(row.depth)}${row.kind === 'node' ? row.node.id : row.kind}`)

test('the children of an open folder follow it, with a placeholder while they load', () => {
  const levels = new Map([
    [null, level(makeNode(1, null, { children: 1 }), makeNode(2, null, { children: 3 }), makeNode(3, null))],
    [1, level(makeNode(4, 1, { is_item: true }))],
  ])
  expect(written(rowsOf(levels, () => true))).toEqual(['-1', '--4', '-2', '--waiting', '-3'])
  expect(written(rowsOf(levels, ({ id }) => id === 2))).toEqual(['-1', '-2', '--waiting', '-3'])
  levels.set(2, { nodes: undefined as never, failed: true })
  expect(written(rowsOf(levels, ({ id }) => id === 2))).toEqual(['-1', '-2', '--failed', '-3'])
})

test('a moved node has one row, although its old folder has not been refetched', () => {
  const levels = new Map([
    [null, level(makeNode(1, null, { children: 1 }), makeNode(2, null, { children: 1 }))],
    [1, level(makeNode(4, 1))],
    [2, level(makeNode(4, 2, { version: 2 }))],
  ])
  expect(written(rowsOf(levels, () => true))).toEqual(['-1', '-2', '--4'])
})

test('a hidden folder hides its descendants', () => {
  const levels = new Map([
    [null, level(makeNode(1, null, { children: 1, is_visible: false }))],
    [1, level(makeNode(2, 1))],
  ])
  const shown = rowsOf(levels, () => true).map((row) => row.kind === 'node' && row.isShown)
  expect(shown).toEqual([false, false])
})

test('search results are ordered like a folder: folders first, then by name', () => {
  const compare = new Intl.Collator('sr-Latn').compare
  const nodes = [
    makeNode(1, null, { name: 'ž', is_item: true }),
    makeNode(2, null, { name: 'č' }),
    makeNode(3, null, { name: 'c' }),
  ]
  expect(
    levelsOf(nodes, compare)
      .get(null)
      ?.nodes?.map(({ id }) => id),
  ).toEqual([3, 2, 1])
})

test('after a removal the focus is on the next node, else the previous one, else the folder', () => {
  const a = makeNode(1, null, { children: 1 })
  const b = makeNode(2, null)
  const c = makeNode(3, 1)
  const rows = rowsOf(
    new Map([
      [null, level(a, b)],
      [1, level(c)],
    ]),
    () => true,
  )
  expect([neighbour(rows, a), neighbour(rows, b), neighbour(rows, c)]).toEqual([2, 1, 1])
})
