import type { TreeNode } from '@kontor/contract/lib/resources/tree'
import { type DragEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { followPointer } from './followPointer.ts'
import type { NodeRow, Parent, Row } from './rows.ts'

/** Milliseconds over a closed folder until it opens. */
const OPEN_DELAY = 600

/** What may be dropped where, and what a drop does. */
export interface Dropping<N> {
  /** Why a node may not be moved into a folder; undefined when it may. */
  reasonAgainst: (node: N, parent: Parent) => string | undefined
  drop: (node: N, parent: Parent) => void
}

interface Dragging<N> {
  /** Absent while files are dragged in from outside. */
  node?: N
  /** The folder under the pointer; undefined where dropping is not possible. */
  target: Parent | undefined
  reason: string | undefined
}

interface DragOptions<N> {
  scroller: RefObject<HTMLElement | null>
  rows: readonly Row<N>[]
  dropping: Dropping<N> | undefined
  onFiles: ((files: DataTransfer, parent: Parent) => void) | undefined
  onOpen: (node: N) => void
}

/** Drag and drop of nodes by mouse and touch, and of files from outside. */
export function useTreeDrag<N extends TreeNode>({
  scroller,
  rows,
  dropping,
  onFiles,
  onOpen,
}: DragOptions<N>) {
  const [dragging, setDragging] = useState<Dragging<N> | null>(null)
  const now = useRef<Dragging<N> | null>(null)
  const ghost = useRef<HTMLDivElement>(null)
  const show = (next: Dragging<N> | null) => {
    now.current = next
    setDragging(next)
  }
  useOpening(dragging?.target, rows, onOpen)
  const over = (x: number, y: number, node?: N) => {
    ghost.current?.style.setProperty('translate', `${x + 12}px ${y + 12}px`)
    const target = targetAt(x, y, scroller.current)
    if (now.current && now.current.target === target) return
    const reason = node && target !== undefined ? dropping?.reasonAgainst(node, target) : undefined
    show({ ...(node && { node }), target, reason })
  }
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const row = rowAt(event.target, rows)
    if (!dropping || !row || event.button !== 0 || !event.isPrimary || !scroller.current) return
    if (event.target instanceof Element && event.target.closest('button, a, input')) return
    const { node } = row
    followPointer(event.nativeEvent, scroller.current, {
      begin: () => show({ node, target: undefined, reason: undefined }),
      move: (x, y) => over(x, y, node),
      drop: () => {
        const { target, reason } = now.current ?? {}
        show(null)
        if (target !== undefined && reason === undefined) dropping.drop(node, target)
      },
      cancel: () => show(null),
    })
  }
  const files = {
    onDragOver: (event: DragEvent) => {
      if (!onFiles || !event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      over(event.clientX, event.clientY)
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) show(null)
    },
    onDrop: (event: DragEvent) => {
      if (!onFiles || !event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      const target = targetAt(event.clientX, event.clientY, scroller.current)
      show(null)
      if (target !== undefined) onFiles(event.dataTransfer, target)
    },
  }
  return { dragging, ghost, handlers: { onPointerDown, ...(onFiles && files) } }
}

/** The target folder at a position of the window; every row names its folder. */
function targetAt(x: number, y: number, scroller: HTMLElement | null): Parent | undefined {
  const found = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-drop]')
  if (!found || !scroller?.contains(found)) return undefined
  return found.dataset.drop ? Number(found.dataset.drop) : null
}

/** The node of the row that an event happened in. */
export function rowAt<N>(target: EventTarget, rows: readonly Row<N>[]): NodeRow<N> | undefined {
  const key = target instanceof Element && target.closest<HTMLElement>('[data-key]')?.dataset.key
  return rows.find((row): row is NodeRow<N> => row.kind === 'node' && row.key === key)
}

/** Opens a closed folder when the pointer rests on it. */
function useOpening<N extends TreeNode>(
  target: Parent | undefined,
  rows: readonly Row<N>[],
  onOpen: (node: N) => void,
) {
  const latest = useRef({ rows, onOpen })
  latest.current = { rows, onOpen }
  useEffect(() => {
    if (target === undefined || target === null) return
    const timer = setTimeout(() => {
      const row = latest.current.rows.find((one) => one.key === String(target))
      if (row?.kind === 'node' && row.canOpen && !row.isOpen) latest.current.onOpen(row.node)
    }, OPEN_DELAY)
    return () => clearTimeout(timer)
  }, [target])
}
