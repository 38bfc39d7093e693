import type { Permission } from '@kontor/contract/lib/http/permissions'
import { expect, test } from 'vitest'
import { mayTick, tick, withTicks } from './ticks.ts'

const has = new Set<Permission>(['a.see', 'a.change', 'b.see'])
const none = new Map<Permission, boolean>()
const after = (...clicks: [Permission, boolean][]) =>
  clicks.reduce(
    (ticks, [permission, on]) => tick(ticks, has, permission, on),
    none as ReadonlyMap<Permission, boolean>,
  )
const permissions = (...clicks: [Permission, boolean][]) => [...withTicks(has, after(...clicks))].sort()

test('granting a change grants seeing, and revoking seeing revokes everything', () => {
  expect(permissions(['c.change', true])).toEqual(['a.change', 'a.see', 'b.see', 'c.change', 'c.see'])
  expect(permissions(['a.see', false])).toEqual(['b.see'])
})

test('reverting a change leaves no change, including the implied ones', () => {
  expect(after(['c.change', true], ['c.change', false]).size).toBe(0)
  expect(after(['a.see', false], ['a.see', true]).size).toBe(0)
  expect(after(['a.see', false], ['a.change', true]).size).toBe(0)
  expect(after(['b.export', true], ['b.see', false], ['b.see', true]).size).toBe(0)
})

test('concurrent changes of others are applied, and own changes stay', () => {
  const own = after(['b.change', true], ['a.change', false])
  const theirs = new Set<Permission>(['a.see', 'a.change', 'a.export', 'b.see'])
  expect([...withTicks(theirs, own)].sort()).toEqual(['a.export', 'a.see', 'b.change', 'b.see'])
})

test('seeing is not revoked with a permission that the user does not reach', () => {
  const reaches = (permission: Permission) => permission !== 'a.change'
  const may = (permission: Permission, rights: ReadonlySet<Permission> = has) =>
    mayTick(rights, permission, reaches)
  expect([may('a.change'), may('a.see'), may('b.see'), may('c.see')]).toEqual([false, false, true, true])
  expect(may('a.see', new Set<Permission>(['b.see']))).toBe(true)
})
