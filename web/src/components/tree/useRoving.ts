import type { TreeNode } from '@kontor/contract/lib/resources/tree'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { isFocusLost } from '../ui/useFocusFallback.ts'
import type { Row } from './rows.ts'

/** A node to scroll to once it is loaded, and whether to focus it. */
export interface RevealTarget {
  id: number
  focus: boolean
}

/** The roving tabindex: which row is focusable. When it is removed, the row that takes its place is. */
export function useRoving<N extends TreeNode>(rows: readonly Row<N>[], chosen: number | null) {
  const [key, set] = useState<string | null>(null)
  const last = useRef(0)
  const find = (rowKey: string | null) => rows.findIndex((row) => row.key === rowKey)
  const rowIndex = find(key)
  const fallen = rowIndex >= 0 ? rowIndex : chosen === null ? -1 : find(String(chosen))
  const index = fallen >= 0 ? fallen : Math.max(0, Math.min(last.current, rows.length - 1))
  last.current = index
  return {
    index,
    set,
    onFocus: ({ target }: { target: Element }) => {
      const focused = target.closest<HTMLElement>('[data-key]')?.dataset.key
      if (focused) set(focused)
    },
  }
}

/** Focuses a row, which may have to be rendered first. */
export function useGoTo<N>(
  scroller: RefObject<HTMLDivElement | null>,
  rows: readonly Row<N>[],
  set: (key: string) => void,
  scroll: (index: number) => void,
) {
  const requestedKey = useRef<string | null>(null)
  const within = useRef(false)
  useLayoutEffect(() => {
    const area = scroller.current
    const lost = within.current && isFocusLost(area)
    const key = requestedKey.current
    const line = key
      ? area?.querySelector<HTMLElement>(`[data-key="${key}"]`)
      : lost && area?.querySelector<HTMLElement>('[role=treeitem][tabindex="0"]')
    if (line) {
      requestedKey.current = null
      line.focus({ preventScroll: true })
    }
    within.current = area?.contains(document.activeElement) ?? false
  })
  return {
    scroll,
    focus: (index: number) => {
      const row = rows[index]
      if (!row) return
      requestedKey.current = row.key
      set(row.key)
      scroll(index)
    },
  }
}

/** Scrolls to the wanted node once, as soon as it is among the rows. */
export function useRevealTarget<N extends TreeNode>(
  rows: readonly Row<N>[],
  target: RevealTarget | null,
  goTo: { focus: (index: number) => void; scroll: (index: number) => void },
) {
  const done = useRef<unknown>(null)
  useLayoutEffect(() => {
    if (!target || done.current === target) return
    const index = rows.findIndex(({ key }) => key === String(target.id))
    if (index < 0) return
    done.current = target
    if (target.focus) goTo.focus(index)
    else goTo.scroll(index)
  })
}
