import type { Route } from '@kontor/contract/lib/http/route'
import type { RecordList } from '@kontor/contract/lib/lists/record-list'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Imports } from '../../import-wizard/importProps.ts'
import type { BulkEditing } from '../bulk-edit/BulkEdit.tsx'
import type { Col } from '../columns.tsx'
import type { RowAction } from '../rowAction.ts'
import type { Preview } from '../side-panel/PreviewPanel.tsx'
import type { Totals } from '../TotalsRow.tsx'
import type { Arrangement } from '../toolbar/arrangement.ts'
import type { BulkAction } from '../toolbar/BulkBar.tsx'
import type { FeatureFile } from '../toolbar/ExportMenu.tsx'
import type { DeactivationWarning } from '../toolbar/useToggle.tsx'
import type { RowOf, Scope } from './useRows.ts'

/** Props of a feature's record dialog: the row to edit, null to add one. */
export interface RecordDialogProps<Row> {
  row: Row | null
  onClose: () => void
}

/** A link from a list to another screen. */
export interface PageLink {
  to: string
  label: string
  icon: Icon
}

/** A further tool of a list, for the whole of it. */
export interface ListTool {
  label: string
  icon: Icon
  run: () => void
}

/** What a feature declares for its list screen. */
export interface ListPageProps<R extends Route> {
  /** Title, when it is not the list's. */
  heading?: string
  /** Shown between title and list: links to related screens, or totals. */
  above?: ReactNode
  /** Arrangements to choose from; the first has the list's default order. */
  arrangements?: readonly Arrangement<RowOf<R>>[]
  list: RecordList
  /** For a list in a dialog over another screen: its name in the URL, and how it closes. */
  dialog?: { paramPrefix: string; onClose: () => void }
  /** Prefix of its search params, when the screen has another list. */
  paramPrefix?: string
  /** Sent with the list state, for paged lists that take more. */
  body?: object
  /** Refetches what `above` shows, together with the rows. */
  onRefresh?: () => void
  /** Suffix of the title in file names, such as the date range. */
  fileNameSuffix?: string
  /** Footer: totals of all rows that match. */
  totals?: Totals
  /** Narrows the list to one record's rows, on that record's screen, which has the title. */
  scope?: Scope
  /** A paged list (POST) or a whole one (GET). */
  listRoute: R
  /** Declared at module level: the table memoises on its identity. */
  columns: readonly Col<RowOf<R>>[]
  /** Columns and filters that the user sees but may not export. */
  notExported?: readonly string[] | undefined
  /** Adds and edits; only adds where `routes` has no update. */
  form?: (props: RecordDialogProps<RowOf<R>>) => ReactNode
  /** The form's routes. Users without permission do not see the form's buttons. */
  routes?: { create: Route; update?: Route }
  /** Name of a row for messages, when it has no name field. */
  nameOf?: (row: RowOf<R>) => string
  /** Route of an extra export of the filtered and sorted rows, with its own button. */
  excel?: Route
  /** Opens a row's own screen instead of its details. */
  goTo?: (row: RowOf<R>) => void
  /** Content of the side panel, instead of plain columns. */
  preview?: Preview<RowOf<R>>
  /** Read-only details of one row. */
  details?: (props: { row: RowOf<R>; onClose: () => void }) => ReactNode
  /** Whether a row has details; all have them when absent. */
  hasDetails?: (row: RowOf<R>) => boolean
  /** Deactivates and restores. */
  toggle?: Route
  /** A second confirmation before rows are deactivated. */
  deactivationWarning?: DeactivationWarning<RowOf<R>>
  /** Called with the responses of `toggle`. Its identity must be stable. */
  onToggled?: (replies: readonly unknown[]) => void
  actions?: readonly RowAction<RowOf<R>>[]
  bulk?: readonly BulkAction<RowOf<R>>[]
  /** Fields that can be edited in bulk. */
  bulkEdit?: BulkEditing
  /** Summary of the selected rows. */
  pickedText?: (rows: readonly RowOf<R>[]) => string
  imports?: Imports
  files?: readonly FeatureFile[]
  link?: PageLink
  tool?: ListTool
  /** Thumbnail of a row, for phones. */
  picture?: (row: RowOf<R>) => string | null
}
