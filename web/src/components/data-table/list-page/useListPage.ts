import type { Route } from '@kontor/contract/lib/http/route'
import { FILLING } from '@kontor/contract/lib/lists/default-views'
import type { ListDefinition } from '@kontor/contract/lib/lists/list'
import { useCallback, useMemo, useRef } from 'react'
import { useLabels } from '../../../lib/i18n/words.ts'
import { useIsPhone } from '../../../lib/layout/useMedia.ts'
import { useTrackRecent } from '../../command-palette/useTrackRecent.ts'
import type { ReadyColumn } from '../columns.tsx'
import type { ListRow } from '../listRow.ts'
import { useColumnChoice } from '../saved-views/useColumnChoice.ts'
import type { SavedViewsOfList } from '../saved-views/useSavedViews.ts'
import { usePreview } from '../side-panel/usePreview.ts'
import { arrangementOf } from '../toolbar/arrangement.ts'
import { useToggle } from '../toolbar/useToggle.tsx'
import { useColumns } from '../useColumns.ts'
import { usePicking } from '../usePicking.ts'
import { exportableOf, exportFiltered, exportList } from './exportList.ts'
import type { ListPageProps } from './listPageProps.ts'
import { filtersBeyondView, type ListState, listBodyOf, ownSize, viewShown } from './listState.ts'
import type { AllowedList } from './useAllowedList.ts'
import { useListModel } from './useListModel.ts'
import { type ChangeList, useListState } from './useListState.ts'
import { useNewRows } from './useNewRows.ts'
import { useRecordDialog } from './useRecordDialog.ts'
import { useRowActions } from './useRowActions.ts'
import type { RowOf, Scope } from './useRows.ts'
import { useShownColumns } from './useShownColumns.ts'

const nameOfRow = (row: ListRow) => row.name ?? String(row.id)

/** The state and actions of a list screen, for both layouts. */
export function useListPage<const R extends Route>(props: AllowedList<R>, listViews: SavedViewsOfList) {
  type Row = RowOf<R>
  const { list, listRoute, scope, body, toggle, canAdd, nameOf = nameOfRow } = props
  const labels = useLabels(list)
  const paramPrefix = props.paramPrefix ?? props.dialog?.paramPrefix ?? ''
  const [state, onChange] = useSavedState(list, paramPrefix, listViews)
  const requestScope = useMemo<Scope>(() => ({ ...scope, ...(body && { body }) }), [scope, body])
  const chosen = useColumnChoice(listViews, viewShown(state, list) ?? '')
  const { shown: columns, choice } = useColumns(list, props.columns, chosen.saved)
  const model = useListModel({
    flag: labels.flag,
    listRoute,
    list,
    columns,
    state,
    onChange,
    scope: requestScope,
    isAwaited: listViews.isAwaited, // they have the page size
  })
  const { data, columns: ready } = model
  const ownsParams = scope === undefined && props.dialog === undefined
  const dialog = useRecordDialog<Row>({ canAdd, canEdit: props.canEdit, rows: data.rows, ownsParams })
  const [toggleDialog, runToggle] = useToggle<Row>(list, toggle ?? listRoute, nameOf, props)
  const picks = usePicks(props, data.rows, runToggle)
  const actions = useRowActions<Row>(
    { ...props, canShow: props.details !== undefined || props.readsColumns },
    dialog.show,
    runToggle,
  )
  const isPhone = useIsPhone()
  const isKnown = !data.isLoading && !data.isPlaceholderData && !data.isWithheld
  const newIds = useNewRows(data.rows, data.total, state, isKnown)

  const preview = usePreview<R>({ route: listRoute, scope: requestScope, data, state, onChange, paramPrefix })
  useTrackRecent(ownsParams ? preview.row : null)
  const { title } = labels
  const { drawn, groups } = useGroups(ready, props.arrangements, state)
  const exportable = exportableOf(
    list,
    state,
    ready.map(({ key }) => key),
    props.notExported,
  )
  const shownColumns = useShownColumns(drawn, preview.row !== undefined)
  const shared = {
    title,
    words: labels.empty,
    ...model,
    // The current tab says the filters of its view.
    chips: listViews.hasTabs
      ? model.active.filter(({ key }) => filtersBeyondView(state, list).includes(key))
      : model.active,
    actions,
    nameOf,
    columns: isPhone ? ready : shownColumns,
  }
  return {
    shared,
    choice,
    chosen,
    dialog,
    toggleDialog,
    ...picks,
    isPhone,
    groups,
    newIds,
    preview,
    add: canAdd ? { label: labels.add, run: () => dialog.show({ kind: 'form', row: null }) } : undefined,
    refresh: () => {
      props.onRefresh?.()
      model.refresh(ownSize(list, listViews.preferences))
    },
    /** Whether the page size is the one that fills the height. */
    fills: listViews.preferences.fills === true && state.size === listViews.preferences.size,
    /** Why the list cannot be exported as shown. */
    exportLacks: exportable.lacks,
    save: (format: 'xlsx' | 'pdf', ids?: number[]) => {
      const name = [title, props.fileNameSuffix].filter(Boolean).join(' ')
      const file = { name, format, columns: exportable.columns, ...(ids && { ids }) }
      return exportList(listRoute, exportable.state, file, requestScope)
    },
    saveExcel: (route: Route) => exportFiltered(route, state),
    inBulk: { picked: [...picks.picked], filters: listBodyOf(state).filters, total: data.total },
  }
}

/** The selected rows and the bulk actions; an action clears the selection. */
function usePicks<R extends Route>(
  { scope, toggle, bulk, canExport }: Pick<AllowedList<R>, 'scope' | 'toggle' | 'bulk' | 'canExport'>,
  rows: readonly RowOf<R>[],
  runToggle: (rows: readonly RowOf<R>[], target: boolean) => Promise<boolean>,
) {
  const { picked, onPick, only, pickedRows } = usePicking<RowOf<R>>(rows)
  const canPick = toggle !== undefined || bulk?.length || (canExport && !scope)
  const picking = useMemo(() => (canPick ? { picked, onPick } : undefined), [canPick, picked, onPick])
  return {
    picking,
    picked,
    pickedRows,
    unpick: () => only([]),
    togglePicked: async (target: boolean) => {
      if (await runToggle(pickedRows, target)) only([])
    },
    runBulk: async (key: string) => {
      if (await bulk?.find((action) => action.key === key)?.run(pickedRows)) only([])
    },
  }
}

/** The visible columns, and the groups, whose headers show the hidden ones. */
function useGroups<Row, R extends Route>(
  ready: readonly ReadyColumn<Row>[],
  arrangements: ListPageProps<R>['arrangements'],
  state: ListState,
) {
  const groups = arrangementOf(arrangements, state)?.groups
  const drawn = useMemo(
    () => (groups ? ready.filter(({ key }) => !groups.hides.includes(key)) : ready),
    [ready, groups],
  )
  return { drawn, groups }
}

/**
 * The list state with its views. A page size that the user changes on its own is stored as a preference;
 * refreshing resets the size without storing it.
 */
function useSavedState(
  list: ListDefinition,
  paramPrefix: string | undefined,
  { preferences, prefer, filling }: SavedViewsOfList,
) {
  const [state, change] = useListState(list, paramPrefix, preferences)
  const latest = useRef(prefer)
  latest.current = prefer
  const onChange = useCallback<ChangeList>(
    (partial, options) => {
      const { size, ...others } = partial
      change(size === FILLING ? { size: filling } : partial, options)
      if (size !== undefined && Object.keys(others).length === 0) latest.current({ size })
    },
    [change, filling],
  )
  return [state, onChange] as const
}
