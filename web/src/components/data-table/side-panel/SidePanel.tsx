// The open row of a list: a side panel, on phones a page.
import { IconX } from '@tabler/icons-react'
import { type ComponentProps, type ReactNode, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { FallbackContext, lazyPart } from '../../../lib/router/lazyPart.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { NotLoaded } from '../../ui/ErrorPages.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import type { ListRow } from '../listRow.ts'
import type { PreviewPanel as Panel, PreviewPanelProps } from './PreviewPanel.tsx'
import classes from './preview.module.css'
import { useRowKeys } from './useRowKeys.ts'

// lazyPart() drops the type parameter.
const PreviewPanel = lazyPart(() => import('./PreviewPanel.tsx'), 'PreviewPanel') as unknown as typeof Panel

interface SidePanelProps<Row> extends Omit<PreviewPanelProps<Row>, 'row'> {
  row: Row | undefined
  /** The row that the URL names could not be loaded. */
  failed: LoadErrorProps['failed'] | undefined
  /** The rows of the list. */
  rows: readonly Row[]
  /** Selection, where rows can be selected. */
  picking: { onPick: (ids: number[], on: boolean) => void } | undefined
  onOpen: (id: number) => void
  /** The list. */
  children?: ReactNode
}

/**
 * A list with the open row at its right. The list keeps its position in the React tree, so opening the
 * panel does not remount it.
 */
export function SidePanel<Row extends ListRow>({
  row,
  failed,
  rows,
  picking,
  onOpen,
  children,
  ...panel
}: SidePanelProps<Row>) {
  const list = useRef<HTMLDivElement>(null)
  useRowKeys(list, { row, rows, actions: panel.actions, isPhone: panel.isPhone, picking, onOpen })
  const shown = row ? (
    // The room of the panel before its code is there: the columns make way at once.
    <FallbackContext value={panel.isPhone ? null : <aside className={classes.panel} aria-busy />}>
      <PreviewPanel {...panel} row={row} />
    </FallbackContext>
  ) : (
    failed && <LoadError failed={failed} isPhone={panel.isPhone} onClose={panel.onClose} />
  )
  if (panel.isPhone) return shown
  return (
    <div className={classes.split}>
      <div ref={list} className={classes.list}>
        {children}
      </div>
      {shown}
    </div>
  )
}

interface LoadErrorProps {
  failed: ComponentProps<typeof NotLoaded> & { id: number }
  isPhone: boolean
  onClose: () => void
}

/** Shown when the row could not be loaded: the error, with a retry button. */
function LoadError({ failed, isPhone, onClose }: LoadErrorProps) {
  const t = useTranslations()
  const id = String(failed.id)
  if (isPhone)
    return (
      <Dialog title={t('preview.record', { id })} full onClose={onClose}>
        <NotLoaded {...failed} />
      </Dialog>
    )
  return (
    <aside className={classes.panel} data-side-panel aria-label={t('preview.record', { id })}>
      <header className={classes.head}>
        <div className={classes.walk} />
        <IconButton icon={IconX} label={t('preview.close')} onClick={onClose} />
      </header>
      <NotLoaded {...failed} />
    </aside>
  )
}
