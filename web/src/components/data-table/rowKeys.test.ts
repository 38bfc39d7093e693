import type { KeyboardEvent } from 'react'
import { expect, test, vi } from 'vitest'
import { previewKey, rowKey } from './rowKeys.ts'
import type { RowPreview } from './side-panel/usePreview.ts'

const row = { id: 1 }

/** Presses a key on a row and holds it. */
function hold(key: string, handle: (event: KeyboardEvent) => void) {
  const target = { querySelector: () => null }
  const events = [false, true, true].map((repeat) => {
    const preventDefault = vi.fn()
    handle({ key, repeat, target, currentTarget: target, preventDefault } as unknown as KeyboardEvent)
    return preventDefault
  })
  return events.map(({ mock }) => mock.calls.length)
}

test('a held key opens, toggles and selects a row once, and never scrolls', () => {
  const preview = { open: vi.fn(), toggle: vi.fn() }
  const pick = vi.fn()
  const run = vi.fn()
  const actions = [{ key: 'edit', shortcut: 'e', run }]
  const inPreview = (event: KeyboardEvent) =>
    previewKey(event, row, preview as unknown as RowPreview, { actions, pick })
  for (const key of ['Enter', ' ', 'x', 'e', 'F2']) expect(hold(key, inPreview)).toEqual([1, 1, 1])
  for (const done of [preview.open, preview.toggle, pick, run]) expect(done).toHaveBeenCalledOnce()
  expect(hold('ArrowDown', inPreview)).toEqual([0, 0, 0])

  const inTable = (event: KeyboardEvent) => rowKey(event, row, { actions, pick })
  for (const key of ['Enter', ' ']) expect(hold(key, inTable)).toEqual([1, 1, 1])
  for (const done of [pick, run]) expect(done).toHaveBeenCalledTimes(2)
})
