import type { KeyboardEvent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { usePickTyping } from './usePickTyping.ts'

const bar = { id: 1, name: 'Bar' }
const tivat = { id: 2, name: 'Tivat' }

interface PressedProps {
  repeat: boolean
  choose: () => void
}

/** Presses Backspace in an empty field with two chosen records. */
function Pressed({ repeat, choose }: PressedProps) {
  const chosen = [bar, tivat]
  const { onKeyDown } = usePickTyping({ chosen, many: true, canEmpty: true, choose, isLocked: false })
  const event = { key: 'Backspace', repeat, nativeEvent: { isComposing: false }, preventDefault: () => {} }
  onKeyDown(event as unknown as KeyboardEvent)
  return null
}

test('Backspace removes the last chosen record, but not while it is held to delete the typed text', () => {
  const choose = vi.fn()
  renderToStaticMarkup(<Pressed repeat choose={choose} />)
  expect(choose).not.toHaveBeenCalled()
  renderToStaticMarkup(<Pressed repeat={false} choose={choose} />)
  expect(choose.mock.calls).toEqual([[[bar]]])
})
