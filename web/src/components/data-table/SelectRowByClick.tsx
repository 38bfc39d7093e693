import type { KeyboardEvent, ReactNode } from 'react'
import classes from './SelectRowByClick.module.css'

interface SelectRowByClickProps {
  single?: boolean
  picking: { picked: ReadonlySet<number>; onPick: (ids: number[], on: boolean) => void }
  onDone?: () => void
  children: ReactNode
}

/** A click anywhere on a row selects it, and Ctrl+A all of the page; in single mode a double click confirms. */
export function SelectRowByClick({ single = false, picking, onDone, children }: SelectRowByClickProps) {
  const rowAt = (target: EventTarget) =>
    target instanceof Element && !target.closest('input, button, a, thead')
      ? target.closest<HTMLElement>('tr[data-id]:not([data-held])')
      : null
  const selectAll = (event: KeyboardEvent<HTMLElement>) => {
    const { key, ctrlKey, metaKey, target, currentTarget } = event
    if (single || key.toLowerCase() !== 'a' || !(ctrlKey || metaKey) || !rowAt(target)) return
    event.preventDefault()
    const rows = [...currentTarget.querySelectorAll<HTMLElement>('tr[data-id]:not([data-held])')]
    picking.onPick(
      rows.map(({ dataset }) => Number(dataset.id)),
      true,
    )
  }
  return (
    // biome-ignore lint/a11y: the keyboard uses the checkbox of each row
    <div
      className={classes.rows}
      onClick={({ target, detail }) => {
        const id = Number(rowAt(target)?.dataset.id)
        if (id && detail === 1) picking.onPick([id], single || !picking.picked.has(id))
      }}
      onKeyDown={selectAll}
      onDoubleClick={({ target }) => single && rowAt(target) && onDone?.()}
    >
      {children}
    </div>
  )
}
