// preview: a row of a list open beside it, and on a phone as a page. Also entered at PreviewPanel.tsx (which comes with
// the first row that is opened), OpenRow.tsx (its dialog), PreviewHead.tsx and Section.tsx (what its parts look like), narrowColumns.ts (what the list keeps
// beside it), rowKeys.ts and usePreview.ts (which row it is).
import { type ReactNode, Suspense, useRef } from 'react'
import type { ListRow } from '../list/wholeList.ts'
import { lazyPart } from '../router/lazyPart.ts'
import type { PreviewPanel as Panel, PreviewPanelProps } from './PreviewPanel.tsx'
import classes from './preview.module.css'
import { useRowKeys } from './useRowKeys.ts'

// `lazy` drops the type parameter.
const PreviewPanel = lazyPart(() => import('./PreviewPanel.tsx'), 'PreviewPanel') as unknown as typeof Panel

interface BesideProps<Row> extends Omit<PreviewPanelProps<Row>, 'row'> {
  row: Row | undefined
  /** The rows that the list shows. */
  rows: readonly Row[]
  /** How they are chosen, where they can be. */
  picking: { onPick: (ids: number[], on: boolean) => void } | undefined
  /** The list. */
  children?: ReactNode
}

/** A list with the row that is open at its right. The list keeps its place in the tree, whether one is open or not. */
export function Beside<Row extends ListRow>({ row, rows, picking, children, ...panel }: BesideProps<Row>) {
  const list = useRef<HTMLDivElement>(null)
  useRowKeys(list, { row, rows, actions: panel.actions, isPhone: panel.isPhone, picking })
  const shown = row && (
    <Suspense>
      <PreviewPanel {...panel} row={row} />
    </Suspense>
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
