import { expect, test, vi } from 'vitest'
import { type Entry, type Key, makeRegistry } from './registry.ts'

const stroke = (key: string, more = {}) => ({
  key,
  code: '',
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  repeat: false,
  timeStamp: 0,
  ...more,
})

function registered(
  ...sets: [keys: Partial<Key>[], group?: 'everywhere' | 'list' | 'here', within?: symbol][]
) {
  const entries: Entry[] = []
  const registry = makeRegistry(entries)
  const ran: string[] = []
  const removals = sets.map(([keys, group = 'here', within]) => {
    const own = keys.map((key) => ({
      key: 'n',
      label: group,
      ...key,
      run: () => ran.push(key.label ?? group),
    }))
    const entry = { group, within, keys: () => own }
    entries.push(entry)
    return () => void entries.splice(entries.indexOf(entry), 1)
  })
  return { registry, ran, removals }
}

test('an unknown, inactive or removed shortcut does nothing', () => {
  const { registry, ran, removals } = registered([[{ key: 'n', when: false }, { key: 'e' }]])
  expect(registry.press(stroke('x'), undefined)).toBe(false)
  expect(registry.press(stroke('n'), undefined)).toBe(false)
  removals[0]?.()
  expect(registry.press(stroke('e'), undefined)).toBe(false)
  expect(ran).toEqual([])
})

test('a dialog deactivates the shortcuts behind it', () => {
  const dialog = Symbol('dialog')
  const { registry, ran } = registered(
    [[{ key: 'n', label: 'screen' }]],
    [[{ key: 'e', label: 'dialog' }], 'here', dialog],
  )
  expect(registry.press(stroke('n'), dialog)).toBe(false)
  expect(registry.press(stroke('e'), undefined)).toBe(false)
  expect(registry.press(stroke('e'), dialog)).toBe(true)
  expect(ran).toEqual(['dialog'])
})

test('the more specific shortcut wins regardless of the order, and the other one after its removal', () => {
  const { registry, ran, removals } = registered(
    [[{ key: '/', label: 'list' }], 'list'],
    [[{ key: '/', label: 'palette' }], 'everywhere'],
    [[{ key: '/', label: 'later list' }], 'list'],
  )
  registry.press(stroke('/'), undefined)
  removals[2]?.()
  registry.press(stroke('/'), undefined)
  removals[0]?.()
  registry.press(stroke('/'), undefined)
  expect(ran).toEqual(['later list', 'list', 'palette'])
})

test('a sequence needs two keys within the time limit, else the second key counts alone', () => {
  const { registry, ran } = registered([
    [
      { key: 'g p', label: 'partners' },
      { key: 'p', label: 'p' },
    ],
  ])
  const press = (key: string, timeStamp: number) => registry.press(stroke(key, { timeStamp }), undefined)
  expect(press('g', 0)).toBe(true)
  expect(press('p', 400)).toBe(true)
  press('p', 500)
  press('g', 1000)
  press('p', 9000)
  press('g', 10_000)
  expect(press('x', 10_100)).toBe(false)
  press('p', 10_200)
  expect(ran).toEqual(['partners', 'p', 'p', 'p'])
})

test('on a Cyrillic keyboard letters are matched by position', () => {
  const { registry, ran } = registered([[{ key: 'j', label: 'next' }]])
  registry.press(stroke('ј', { code: 'KeyJ' }), undefined)
  registry.press(stroke('J', { code: 'KeyJ' }), undefined) // Caps Lock
  expect(registry.press(stroke('J', { code: 'KeyJ', shiftKey: true }), undefined)).toBe(false)
  expect(ran).toEqual(['next', 'next'])
})

test('Ctrl and a key is another shortcut, and unused ones are left to the browser', () => {
  const { registry, ran } = registered([
    [
      { key: 'a', label: 'alone' },
      { key: 'Ctrl a', label: 'all' },
    ],
  ])
  expect(registry.press(stroke('c', { ctrlKey: true }), undefined)).toBe(false)
  expect(registry.press(stroke('A', { ctrlKey: true, shiftKey: true }), undefined)).toBe(false)
  for (const more of [{ ctrlKey: true }, { metaKey: true }, {}]) registry.press(stroke('a', more), undefined)
  expect(ran).toEqual(['all', 'all', 'alone'])
})

test('key repeat runs a shortcut only if it moves', () => {
  const { registry, ran } = registered([
    [
      { key: 'n', label: 'add' },
      { key: 'j', label: 'next', repeats: true },
    ],
  ])
  for (const repeat of [false, true, true]) {
    registry.press(stroke('n', { repeat }), undefined)
    registry.press(stroke('j', { repeat }), undefined)
  }
  expect(ran.filter((one) => one === 'add')).toHaveLength(1)
  expect(ran.filter((one) => one === 'next')).toHaveLength(3)
})

test('the shortcuts are read on each key press', () => {
  const run = vi.fn()
  let when = false
  const keys = () => [{ key: 'n', label: '', run, when }]
  const registry = makeRegistry([{ group: 'here', within: undefined, keys }])
  registry.press(stroke('n'), undefined)
  when = true
  registry.press(stroke('n'), undefined)
  expect(run).toHaveBeenCalledOnce()
})

test('an alternative key works while nothing has the focus, and is left to the focused element otherwise', () => {
  const run = vi.fn()
  const entry: Entry = {
    group: 'row',
    within: undefined,
    keys: () => [{ key: 'j', also: 'ArrowDown', label: 'next', run }],
  }
  const registry = makeRegistry([entry])
  expect(registry.press(stroke('ArrowDown'), undefined)).toBe(false)
  expect(registry.press(stroke('ArrowDown', { bare: true }), undefined)).toBe(true)
  expect(run).toHaveBeenCalledTimes(1)
})
