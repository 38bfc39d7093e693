// A virtualised tree of records.
import type { TreeNode } from '@kontor/contract/lib/resources/tree'
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type MouseEvent, type RefObject, useCallback, useRef, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useTranslations } from 'use-intl'
import { useMedia } from '../../lib/layout/useMedia.ts'
import type { RowStyle, TreeColumn } from './rowStyle.ts'
import type { Parent, Row } from './rows.ts'
import { TreeRow } from './TreeRow.tsx'
import classes from './tree.module.css'
import { type RevealTarget, useGoTo, useRevealTarget, useRoving } from './useRoving.ts'
import { type Dropping, rowAt, useTreeDrag } from './useTreeDrag.ts'
import { type TreeHandlers, useTreeKeys } from './useTreeKeys.ts'

interface TreeProps<N extends TreeNode> {
  label: string
  rows: readonly Row<N>[]
  rowStyle: RowStyle<N>
  chosen: number | null
  cut: number | null
  handlers: TreeHandlers<N>
  revealTarget: RevealTarget | null
  dropping?: Dropping<N> | undefined
  onFiles?: ((files: DataTransfer, parent: Parent) => void) | undefined
}

const HEAD = 36
const HEIGHTS = { desk: 40, touch: 48, phone: 64 }

/** The tree with columns, keyboard navigation and drag and drop. */
export function Tree<N extends TreeNode>(props: TreeProps<N>) {
  const { label, rows, rowStyle, handlers: treeHandlers, dropping, onFiles } = props
  const scroller = useRef<HTMLDivElement>(null)
  const onOpen = useCallback((node: N) => treeHandlers.toggle(node, true), [treeHandlers])
  const { dragging, ghost, handlers } = useTreeDrag({ scroller, rows, dropping, onFiles, onOpen })
  const { drawn, height, events } = useLines(props, scroller, dragging?.node?.id)
  return (
    <div
      ref={scroller}
      className={classes.scroller}
      data-drop=""
      data-over={dragging?.target === null ? (dragging.reason ? 'refused' : 'allowed') : undefined}
      onPointerUp={(event) => event.target === scroller.current && treeHandlers.clearSelection?.()}
      style={{ '--columns': rowStyle.columns.map(({ width }) => `${width}px`).join(' ') } as object}
      {...handlers}
    >
      {!rowStyle.isPhone && <TreeHead columns={rowStyle.columns} isDragging={dragging !== null} />}
      <div role="tree" aria-label={label} className={classes.tree} style={{ height }} {...events}>
        {drawn.map(({ row, ...position }) => (
          <TreeRow
            key={row.key}
            row={row}
            rowStyle={rowStyle}
            {...position}
            isChosen={row.kind === 'node' && row.node.id === props.chosen}
            isCut={row.kind === 'node' && row.node.id === props.cut}
            over={overOf(row, dragging)}
            onRetry={treeHandlers.retry}
          />
        ))}
      </div>
      {dragging?.node && <Ghost ghostRef={ghost} name={dragging.node.name} reason={dragging.reason} />}
    </div>
  )
}

/** The virtual rows, and their key and click handlers. */
function useLines<N extends TreeNode>(
  { rows, rowStyle, chosen, handlers, revealTarget }: TreeProps<N>,
  scroller: RefObject<HTMLDivElement | null>,
  dragged: number | undefined,
) {
  const focus = useRoving(rows, chosen)
  const isPrinting = usePrinting()
  const isTouch = useMedia('(pointer: coarse)')
  const height = rowStyle.isPhone ? HEIGHTS.phone : isTouch ? HEIGHTS.touch : HEIGHTS.desk
  const headHeight = rowStyle.isPhone ? 0 : HEAD
  const draggedIndex = dragged === undefined ? -1 : rows.findIndex(({ key }) => key === String(dragged))
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: (index) => rows[index]?.key ?? index,
    rangeExtractor: (range) => withPinned(range, [focus.index, draggedIndex]),
    overscan: isPrinting ? rows.length : 12,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
  })
  const goTo = useGoTo(scroller, rows, focus.set, (index) => virtual.scrollToIndex(index))
  useRevealTarget(rows, revealTarget, goTo)
  const onKeyDown = useTreeKeys({ rows, index: focus.index, chosen, handlers, goTo: goTo.focus })
  const onClick = ({ target }: MouseEvent<HTMLElement>) => {
    const row = rowAt(target, rows)
    if (!row || !(target instanceof Element) || target.closest('button, a')) return
    goTo.focus(rows.indexOf(row))
    if (target.closest('[data-chevron]') && row.canOpen) handlers.toggle(row.node, !row.isOpen)
    else handlers.choose(row.node)
  }
  const onDoubleClick = ({ target }: MouseEvent<HTMLElement>) => {
    const row = rowAt(target, rows)
    const isOwn = target instanceof Element && target.closest('button, a, [data-chevron]')
    if (row && !isOwn) handlers.run(row.node)
  }
  return {
    height: virtual.getTotalSize(),
    drawn: virtual.getVirtualItems().flatMap(({ index, start, size }) => {
      const row = rows[index]
      return row ? [{ row, top: start - headHeight, height: size, isFocused: index === focus.index }] : []
    }),
    events: { onKeyDown, onClick, onDoubleClick, onFocus: focus.onFocus },
  }
}

const overOf = <N extends TreeNode>(
  row: Row<N>,
  dragging: { node?: N; target: Parent | undefined; reason: string | undefined } | null,
) => {
  if (!dragging || row.kind !== 'node') return undefined
  if (row.node.id === dragging.node?.id) return 'dragged'
  if (row.node.id !== dragging.target) return undefined
  return dragging.reason ? 'refused' : 'allowed'
}

/**
 * The visible rows, plus those that must stay mounted: unmounting the focused or dragged row would lose
 * the focus or the touch.
 */
const withPinned = (range: Range, always: readonly number[]) =>
  [...new Set([...defaultRangeExtractor(range), ...always])]
    .filter((index) => index >= 0 && index < range.count)
    .sort((a, b) => a - b)

/** The column headers; during a drag the drop target for the root. */
function TreeHead<N>({ columns, isDragging }: { columns: readonly TreeColumn<N>[]; isDragging: boolean }) {
  const t = useTranslations()
  return (
    <div className={classes.head} data-drop="" aria-hidden>
      <span>{isDragging ? t('tree.to_top') : t('tree.name')}</span>
      {columns.map(({ key, label, align }) => (
        <span key={key} data-align={align}>
          {label}
        </span>
      ))}
    </div>
  )
}

interface GhostProps {
  ghostRef: RefObject<HTMLDivElement | null>
  name: string
  reason: string | undefined
}

/** The dragged row at the pointer, with the reason when it cannot be dropped. */
const Ghost = ({ ghostRef, name, reason }: GhostProps) =>
  createPortal(
    <div ref={ghostRef} className={classes.ghost} data-refused={reason ? '' : undefined}>
      <b>{name}</b>
      {reason && <span>{reason}</span>}
    </div>,
    document.body,
  )

let isPrinting = false

function subscribeToPrinting(listener: () => void) {
  const ends = new AbortController()
  for (const name of ['beforeprint', 'afterprint'])
    addEventListener(
      name,
      () => {
        isPrinting = name === 'beforeprint'
        listener()
      },
      { signal: ends.signal },
    )
  return () => ends.abort()
}

/**
 * Whether the page is being printed, so that what renders only its visible rows renders all of them. The
 * media query `print` changes too late: the browser has counted the pages by then.
 */
const usePrinting = () => useSyncExternalStore(subscribeToPrinting, () => isPrinting)
