import type { TreeNode } from '@kontor/contract/lib/resources/tree'
import { type KeyboardEvent, useState } from 'react'
import type { NodeRow, Parent, Row } from './rows.ts'
import { typeAhead } from './typeAhead.ts'

/** Handlers of keys and mouse; operations without permission are absent. */
export interface TreeHandlers<N> {
  choose: (node: N) => void
  /** Opens a node that is already selected. */
  run: (node: N) => void
  toggle: (node: N, open: boolean) => void
  openSiblings: (node: N) => void
  retry: (parent: Parent) => void
  edit?: (node: N) => void
  remove?: (node: N) => void
  cut?: (node: N) => void
  paste?: (node: N) => void
  /** Clears, one after the other: the cut node, the search, the selection. Returns whether there was one. */
  forget: () => boolean
  /** Clears the selection. */
  clearSelection?: () => void
}

interface KeyOptions<N> {
  rows: readonly Row<N>[]
  /** Index of the focused row. */
  index: number
  chosen: number | null
  handlers: TreeHandlers<N>
  goTo: (index: number) => void
}

/** Keys that move from a button in a row back to the row. */
const LEAVING = new Set(['Escape', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'])
/** Rows per Page Up or Page Down. */
const PAGE = 12

/** Keyboard navigation of a tree. Letters always start a type-ahead search. */
export function useTreeKeys<N extends TreeNode>({ rows, index, chosen, handlers, goTo }: KeyOptions<N>) {
  const [typeAheadState] = useState(() => typeAhead())
  const targets = targetsFrom(index, rows)
  return (event: KeyboardEvent<HTMLElement>) => {
    const row = rows[index]
    const { key, target } = event
    if (!row || !(target instanceof HTMLElement) || target.closest('[role=menu]')) return
    if (!target.matches('[role=treeitem]')) {
      if (!LEAVING.has(key)) return
      event.preventDefault()
      return goTo(index)
    }
    if (key === 'ContextMenu' || (key === 'F10' && event.shiftKey)) {
      event.preventDefault()
      return target.querySelector<HTMLElement>('[aria-haspopup=menu]')?.click()
    }
    const isCommand = event.ctrlKey || event.metaKey
    if (event.altKey) return
    const targetIndex = isCommand ? undefined : targets.get(key)
    const isDone =
      row.kind === 'node' &&
      (isCommand ? commands(key.toLowerCase(), row, handlers) : runKey(key, row, typeAheadState.isTyping()))
    if (targetIndex !== undefined) goTo(targetIndex)
    else if (!isDone && !isCommand && isLetter(key)) goTo(found(key))
    else if (!isDone) return
    event.preventDefault()
  }

  function runKey(key: string, row: NodeRow<N>, isTyping: boolean): boolean {
    const { node, canOpen, isOpen } = row
    if (key === ' ' && isTyping) return false
    if (key === 'Enter' && node.id === chosen) handlers.run(node)
    else if (key === 'Enter' || key === ' ') handlers.choose(node)
    else if (key === 'ArrowRight') {
      if (canOpen && !isOpen) handlers.toggle(node, true)
      else if (isOpen && rows[index + 1]?.kind !== 'waiting') goTo(index + 1)
    } else if (key === 'ArrowLeft') {
      if (isOpen) handlers.toggle(node, false)
      else goTo(rows.findIndex((one) => one.key === String(node.parent_id)))
    } else if (key === '*') handlers.openSiblings(node)
    else if (key === 'F2') handlers.edit?.(node)
    else if (key === 'Delete') handlers.remove?.(node)
    else if (key === 'Escape') return handlers.forget()
    else return false
    return true
  }

  function found(letter: string) {
    const names = rows.map((row) => (row.kind === 'node' ? row.node.name : ''))
    return typeAheadState.find(letter, names, index)
  }
}

function commands<N extends TreeNode>(key: string, { node }: NodeRow<N>, handlers: TreeHandlers<N>): boolean {
  if (key === 'x' && handlers.cut) handlers.cut(node)
  else if (key === 'v' && handlers.paste) handlers.paste(node)
  else return false
  return true
}

/** Indexes that arrow keys can reach; the loading row of a folder cannot be focused. */
function targetsFrom<N>(index: number, rows: readonly Row<N>[]) {
  const targets = rows.flatMap((row, index) => (row.kind === 'waiting' ? [] : [index]))
  const at = targets.indexOf(index)
  const by = (step: number) => targets[Math.max(0, Math.min(at + step, targets.length - 1))] ?? index
  return new Map([
    ['ArrowDown', by(1)],
    ['ArrowUp', by(-1)],
    ['PageDown', by(PAGE)],
    ['PageUp', by(-PAGE)],
    ['Home', by(-targets.length)],
    ['End', by(targets.length)],
  ])
}

const isLetter = (key: string) => [...key].length === 1
