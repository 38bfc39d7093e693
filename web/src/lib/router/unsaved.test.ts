import { expect, test, vi } from 'vitest'
import { type UnsavedWork, unsaved } from './unsaved.ts'

test('the question about a draft goes when the draft is saved, and the next unsaved one is asked about', async () => {
  const note: UnsavedWork = { isUnsaved: true }
  const form: UnsavedWork = { isUnsaved: true }
  const remove = [note, form].map(unsaved.add)
  const leaving = unsaved.mayLeave()
  expect(unsaved.question()?.draft).toBe(note)
  unsaved.update(note, { isUnsaved: false })
  await expect.poll(() => unsaved.question()?.draft).toBe(form)
  unsaved.update(form, { isUnsaved: false })
  expect(await leaving).toBe(true)
  expect(unsaved.question()).toBeNull()
  for (const one of remove) one()
})

test('where the app stays open, a draft that every screen keeps is neither asked about nor closed', async () => {
  const close = vi.fn()
  const remove = unsaved.add({ isUnsaved: true, within: 'app', close })
  expect(await unsaved.mayClose()).toBe(true)
  expect([unsaved.question(), close.mock.calls]).toEqual([null, []])
  remove()
})
