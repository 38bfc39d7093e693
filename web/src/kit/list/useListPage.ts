import type { Route } from '@kontor/contract/kit/api/route'
import type { ListDefinition } from '@kontor/contract/kit/list/list'
import { useMediaQuery } from '@mantine/hooks'
import type { Icon } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import type { FeatureFile } from '../head/ExportMenu.tsx'
import { type Caution, useToggle } from '../head/useToggle.tsx'
import type { Imports } from '../import/ImportButton.tsx'
import type { AllowedList } from '../rights/useAllowedList.ts'
import type { Col } from '../table/columns.tsx'
import type { RowAction } from '../table/TableBody.tsx'
import { useColumns } from '../table/useColumns.ts'
import { usePicking } from '../table/usePicking.ts'
import { type Subject, subjectName, useWords } from '../texts/words.ts'
import { exportFiltered, exportList } from './exportList.ts'
import { useListModel } from './useListModel.ts'
import { useListState } from './useListState.ts'
import { useRecordDialog } from './useRecordDialog.ts'
import { useRowActions } from './useRowActions.ts'
import type { RowOf } from './useRows.ts'
import type { ListRow } from './wholeList.ts'

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

/** What a feature says about its list screen. */
export interface ListPageProps<R extends Route> {
  feature: Subject
  /** Above the list, when it is not the feature's own. */
  heading?: string
  /** Between the title and the list: ways to what belongs to it. */
  tabs?: ReactNode
  list: ListDefinition
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
  /** Shows one row and changes nothing. */
  details?: (props: { row: RowOf<R>; onClose: () => void }) => ReactNode
  /** Whether a row has details; all have them when absent. */
  hasDetails?: (row: RowOf<R>) => boolean
  /** Deactivates and restores. */
  toggle?: Route
  /** Asked once more before rows are deactivated. */
  caution?: Caution<RowOf<R>>
  actions?: readonly RowAction<RowOf<R>>[]
  imports?: Imports
  files?: readonly FeatureFile[]
  link?: PageLink
  /** A small picture of a row, for phones. */
  picture?: (row: RowOf<R>) => string | null
}

const nameOfRow = (row: ListRow) => row.name ?? String(row.id)

/** Everything a list screen knows and can do, in whatever form it is shown. */
export function useListPage<const R extends Route>(props: AllowedList<R>) {
  type Row = RowOf<R>
  const { feature, list, rows, toggle, canAdd, nameOf = nameOfRow } = props
  const { say, flag } = useWords(feature)
  const [state, onChange] = useListState(list)
  const { shown: columns, choice, choose } = useColumns(subjectName(feature), props.columns)
  const { ready, ...model } = useListModel({ flag, rows, list, columns, state, onChange })
  const { data } = model
  const { picked, onPick, only, pickedRows } = usePicking<Row>(data.rows)
  const canPick = toggle !== undefined || props.canExport
  const picking = useMemo(() => (canPick ? { picked, onPick } : undefined), [canPick, picked, onPick])
  const dialog = useRecordDialog<Row>(canAdd)
  const [toggleDialog, runToggle] = useToggle<Row>(feature, toggle ?? rows, nameOf, props.caution)
  const actions = useRowActions<Row>(
    { ...props, canShow: props.details !== undefined || props.readsColumns },
    dialog.show,
    runToggle,
  )
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })

  const title = say('title')
  const addFirst = () => dialog.show({ kind: 'form', row: null })
  const words = { title: say('empty'), text: say('empty_hint') }
  const shared = { title, words, state, onChange, ...model, actions, nameOf, columns: ready }
  return {
    ...{ shared, choice, choose, dialog, toggleDialog, picking, picked, isPhone },
    // What has a form has the words of one.
    add: canAdd ? { label: say('add'), run: addFirst } : undefined,
    unpick: () => only([]),
    /** Page 1 and the list's own size, read anew; filters stay. */
    refresh: () => {
      if (state.page === 1 && state.size === list.size) data.refetch()
      else onChange({ page: 1, size: list.size })
    },
    save: (format: 'xlsx' | 'pdf', ids?: number[]) => {
      const keys = ready.map(({ key }) => key)
      return exportList(rows, state, { name: title, format, columns: keys, ...(ids && { ids }) })
    },
    saveExcel: (route: Route) => exportFiltered(route, state),
    togglePicked: async (target: boolean) => {
      if (await runToggle(pickedRows, target)) only([])
    },
  }
}
