import type { Route } from '@kontor/contract/lib/http/route'
import type { ListDefinition } from '@kontor/contract/lib/lists/list'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Subject } from '../../../lib/i18n/words.ts'
import type { Imports } from '../../import-wizard/ImportButton.tsx'
import type { BulkEditing } from '../bulk-edit/BulkEdit.tsx'
import type { Col } from '../columns.tsx'
import type { Totals } from '../DataTable.tsx'
import type { RowAction } from '../rowAction.ts'
import type { Preview } from '../side-panel/PreviewPanel.tsx'
import type { BulkAction } from '../toolbar/BulkBar.tsx'
import type { FeatureFile } from '../toolbar/ExportMenu.tsx'
import type { ListView } from '../toolbar/listView.ts'
import type { Caution } from '../toolbar/useToggle.tsx'
import type { RowOf, Scope } from './useRows.ts'

/** What a dialog of a feature gets: the row it is about, null to add one. */
export interface RecordDialogProps<Row> {
  row: Row | null
  onClose: () => void
}

/** A way from a list to another screen. */
export interface PageLink {
  to: string
  label: string
  icon: Icon
}

/** What a feature declares of its list screen. */
export interface ListPageProps<R extends Route> {
  feature: Subject
  /** Above the list, when it is not the feature's own. */
  heading?: string
  /** Between the title and the list: ways to what belongs to it, or what it comes to. */
  above?: ReactNode
  /** Orders to choose from, the first of which is the list's own. */
  views?: readonly ListView<RowOf<R>>[]
  list: ListDefinition
  /** The name, for the address, of a dialog over another screen that the list then is, and how that is closed. */
  dialog?: { under: string; onClose: () => void }
  /** Begins the names that it has in the address, where the screen has another list. */
  under?: string
  /** Asked for beside its state, by a paged list that takes more. */
  body?: object
  /** Reads what is above anew, together with the rows. */
  onRefresh?: () => void
  /** What is behind the list's title in the names of its files, such as the days that it shows. */
  named?: string
  /** Below the rows: what all that the filters match come to. */
  totals?: Totals
  /** Narrows the list to what belongs to one record, on whose screen it then is: that has the title. */
  scope?: Scope
  /** A paged list (POST) or one that answers everything (GET). */
  rows: R
  /** Declared outside the page's component: the table hangs on its identity. */
  columns: readonly Col<RowOf<R>>[]
  /** Adds and edits; records are only added where `routes` has no update. */
  form?: (props: RecordDialogProps<RowOf<R>>) => ReactNode
  /** What the form calls. Who may not is not offered it. */
  routes?: { create: Route; update?: Route }
  /** What people call a row, when it has no name. */
  nameOf?: (row: RowOf<R>) => string
  /** A file of the rows as they are filtered and sorted, by a button of its own. */
  excel?: Route
  /** Leads to a row's own screen, instead of details. */
  goTo?: (row: RowOf<R>) => void
  /** What a row shows beside the list, instead of its plain columns. */
  preview?: Preview<RowOf<R>>
  /** Shows one row and changes nothing. */
  details?: (props: { row: RowOf<R>; onClose: () => void }) => ReactNode
  /** Whether a row has details; all have them when absent. */
  hasDetails?: (row: RowOf<R>) => boolean
  /** Deactivates and restores. */
  toggle?: Route
  /** Asked once more before rows are deactivated. */
  caution?: Caution<RowOf<R>>
  /** Hears the answers of `toggle`: it stays the same function. */
  onToggled?: (replies: readonly unknown[]) => void
  actions?: readonly RowAction<RowOf<R>>[]
  bulk?: readonly BulkAction<RowOf<R>>[]
  /** Values that are changed in many rows at once. */
  bulkEdit?: BulkEditing
  /** What the rows that are picked come to. */
  pickedText?: (rows: readonly RowOf<R>[]) => string
  imports?: Imports
  files?: readonly FeatureFile[]
  link?: PageLink
  /** A small picture of a row, for phones. */
  picture?: (row: RowOf<R>) => string | null
}
