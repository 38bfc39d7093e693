import type { TreeNode } from '@kontor/contract/lib/resources/tree'
import { IconChevronDown, IconChevronRight, IconDots, IconRefresh } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import button from '../ui/IconButton.module.css'
import { IconButton } from '../ui/IconButton.tsx'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import { Marked } from './Marked.tsx'
import classes from './row.module.css'
import type { RowStyle, TreeAction } from './rowStyle.ts'
import type { NodeRow } from './rows.ts'

interface PartProps<N> {
  row: NodeRow<N>
  rowStyle: RowStyle<N>
  /** Id of the name, which labels the row. */
  id: string
}

/** Expand button, icon, name and note; on phones the name gets the space. */
export function Name<N extends TreeNode>({ row, rowStyle, id }: PartProps<N>) {
  const { node, canOpen, isOpen } = row
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <span className={classes.name}>
      <span className={`${button.tiny} ${classes.chevron}`} data-chevron={canOpen ? '' : undefined}>
        {canOpen && !rowStyle.isPhone && <Chevron size={16} aria-hidden />}
      </span>
      <span className={classes.icon}>{rowStyle.icon(node, isOpen)}</span>
      <span id={id} className={classes.words} title={node.name}>
        {rowStyle.matches?.has(node.id) ? <Marked text={node.name} words={rowStyle.words} /> : node.name}
      </span>
      {rowStyle.note && !(rowStyle.isPhone && node.is_item) && (
        <span id={`${id}-note`} className={classes.note} data-counts={node.is_item ? undefined : ''}>
          {' '}
          {rowStyle.note(node)}
        </span>
      )}
    </span>
  )
}

/** The columns; on phones a second line. */
export function Cells<N extends TreeNode>({ row, rowStyle, id }: PartProps<N>) {
  const { node, isShown } = row
  if (rowStyle.isPhone) {
    const at = (position: 'line' | 'end') =>
      rowStyle.columns
        .filter(({ phone }) => phone === position)
        .map(({ key, cell }) => <span key={key}> {cell(node, isShown)}</span>)
    return (
      <span id={id} className={classes.second}>
        <span>{at('line')}</span>
        <span>{at('end')}</span>
      </span>
    )
  }
  return (
    <span id={id} className={classes.cells}>
      {rowStyle.columns.map(({ key, align, cell }) => (
        <span key={key} data-align={align}>
          {' '}
          {cell(node, isShown)}
        </span>
      ))}
    </span>
  )
}

interface ActionsProps {
  name: string
  actions: readonly TreeAction[]
  isFocused: boolean
}

/** Reached from the row by Tab; otherwise shown on hover. */
export function Actions({ name, actions, isFocused }: ActionsProps) {
  const t = useTranslations()
  const quick = actions.filter((action) => action.quick)
  const others = actions.filter((action) => !action.quick)
  if (actions.length === 0) return null
  return (
    <span className={classes.actions}>
      {quick.map(({ key, icon, label, run }) => (
        <IconButton
          key={key}
          size="small"
          icon={icon}
          label={label}
          tabIndex={isFocused ? 0 : -1}
          onClick={run}
        />
      ))}
      {others.length > 0 && (
        <Menu
          target={
            <IconButton
              size="small"
              icon={IconDots}
              label={t('tree.more', { name })}
              tabIndex={isFocused ? 0 : -1}
            />
          }
        >
          {others.map(({ key, icon, label, keys, run }) => (
            <MenuItem key={key} icon={icon} end={keys && <kbd>{keys}</kbd>} onClick={run}>
              {label}
            </MenuItem>
          ))}
        </Menu>
      )}
    </span>
  )
}

/** An indent guide per ancestor. */
export const Guides = ({ depth }: { depth: number }) => (
  <span className={classes.guides} style={{ width: (depth - 1) * 24 }} aria-hidden />
)

/** Shown for a folder whose children could not be loaded. */
export function Failed({ onRetry }: { onRetry: () => void }) {
  const t = useTranslations()
  return (
    <span className={classes.failed}>
      {t('tree.error_loading_data')}
      <IconButton size="small" icon={IconRefresh} label={t('common.retry')} onClick={onRetry} />
    </span>
  )
}
