import type { TreeNode } from '@kontor/contract/lib/resources/tree'
import { VisuallyHidden } from '@mantine/core'
import { IconDots, IconGripVertical } from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from '../ui/IconButton.tsx'
import { Actions, Cells, Failed, Guides, Name } from './RowParts.tsx'
import classes from './row.module.css'
import type { RowStyle } from './rowStyle.ts'
import type { NodeRow, Parent, Row } from './rows.ts'

interface TreeRowProps<N> {
  row: Row<N>
  rowStyle: RowStyle<N>
  /** Pixels. */
  top: number
  height: number
  isChosen: boolean
  isFocused: boolean
  isCut: boolean
  over: 'dragged' | 'allowed' | 'refused' | undefined
  onRetry: (parent: Parent) => void
}

function Line<N extends TreeNode>(props: TreeRowProps<N>) {
  const { row, top, height, isFocused } = props
  const position = { transform: `translateY(${top}px)`, height }
  if (row.kind === 'node') return <NodeLine {...props} row={row} position={position} />
  const guides = <Guides depth={row.depth} />
  if (row.kind === 'waiting') {
    return (
      <div className={classes.row} style={position} aria-hidden>
        {guides}
        <span className={classes.bar} />
      </div>
    )
  }
  const parent = row.kind === 'extra' ? row.extra.parent : row.parent
  return (
    <div
      role="treeitem"
      aria-level={row.depth}
      aria-selected={false}
      tabIndex={isFocused ? 0 : -1}
      data-key={row.key}
      data-drop={parent ?? ''}
      className={classes.row}
      style={position}
    >
      {guides}
      {row.kind === 'extra' ? row.extra.content : <Failed onRetry={() => props.onRetry(row.parent)} />}
    </div>
  )
}
export const TreeRow = memo(Line) as typeof Line

/** Screen readers read the row by its name, not by the order of its children. */
function NodeLine<N extends TreeNode>(props: TreeRowProps<N> & { row: NodeRow<N>; position: object }) {
  const { row, rowStyle, isChosen, isFocused, isCut, over } = props
  const { node, depth, canOpen, isOpen, isShown } = row
  const t = useTranslations()
  const id = `node-${node.id}`
  return (
    <div
      role="treeitem"
      aria-level={depth}
      aria-posinset={row.position}
      aria-setsize={row.of}
      aria-expanded={canOpen ? isOpen : undefined}
      aria-selected={isChosen}
      aria-labelledby={`${id} ${id}-note ${id}-more ${id}-cut`}
      tabIndex={isFocused ? 0 : -1}
      data-key={row.key}
      data-drop={node.is_item ? (node.parent_id ?? '') : node.id}
      data-hidden={isShown ? undefined : ''}
      data-cut={isCut || undefined}
      data-over={over}
      data-aside={rowStyle.matches && !rowStyle.matches.has(node.id) ? '' : undefined}
      className={classes.row}
      style={props.position}
    >
      {rowStyle.canDrag && <IconGripVertical className={classes.grip} size={16} aria-hidden />}
      <Guides depth={depth} />
      <Name row={row} rowStyle={rowStyle} id={id} />
      <Cells row={row} rowStyle={rowStyle} id={`${id}-more`} />
      {isCut && <VisuallyHidden id={`${id}-cut`}> {t('tree.is_cut')}</VisuallyHidden>}
      {rowStyle.isPhone ? (
        <IconButton
          icon={IconDots}
          label={t('tree.more', { name: node.name })}
          onClick={() => rowStyle.onMore?.(node)}
        />
      ) : (
        <Actions name={node.name} actions={rowStyle.actions(node)} isFocused={isFocused} />
      )}
    </div>
  )
}
