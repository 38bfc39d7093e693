import { exportPermission } from '@kontor/contract/lib/http/permissions'
import type { Route } from '@kontor/contract/lib/http/route'
import type { RecordList } from '@kontor/contract/lib/lists/record-list'
import { IconFilterOff, IconRefresh, IconSearch } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { useLabels } from '../../../lib/i18n/words.ts'
import { usePermission } from '../../../lib/permissions/usePermission.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import type { Col } from '../columns.tsx'
import { DataTable } from '../DataTable.tsx'
import type { RowAction } from '../rowAction.ts'
import { AddRecordButton } from '../toolbar/AddRecordButton.tsx'
import { ExportMenu } from '../toolbar/ExportMenu.tsx'
import { SearchInput } from '../toolbar/ListToolbar.tsx'
import { Pagination } from '../toolbar/Pagination.tsx'
import { EmptyList } from './EmptyList.tsx'
import { exportList } from './exportList.ts'
import classes from './ListDialog.module.css'
import type { ListState } from './listState.ts'
import { useListModel } from './useListModel.ts'
import { useOwnListState } from './useListState.ts'
import type { RowOf, Scope } from './useRows.ts'

interface ListDialogProps<R extends Route> {
  /** When it is not the list's. */
  title?: string
  subtitle?: string
  list: RecordList
  /** A paged list (POST) or a whole one (GET), narrowed by `scope`. */
  listRoute: R
  scope: Scope
  /** Initial filters. */
  filters?: ListState['filters']
  columns: readonly Col<RowOf<R>>[]
  nameOf: (row: RowOf<R>) => string
  actions?: readonly RowAction<RowOf<R>>[]
  add?: { label: string; run: () => void }
  /** Pixels; full screen when absent. */
  width?: number
  /** Shown above the list. */
  intro?: ReactNode
  note?: ReactNode
  buttons?: ReactNode
  onClose: () => void
  /** Nested dialogs. */
  children?: ReactNode
}

/** A list of one record's rows in a dialog: filters, sorting, pages and exports as on a list screen. */
export function ListDialog<const R extends Route>(props: ListDialogProps<R>) {
  const { list, listRoute, scope, columns, add, width } = props
  const { flag, empty, ...labels } = useLabels(list)
  const title = props.title ?? labels.title
  const [state, onChange] = useOwnListState(list, props.filters)
  const model = useListModel({ flag, listRoute, list, columns, state, onChange, scope })
  const { data } = model
  const can = usePermission()
  const canExport = can(exportPermission(listRoute.permission ?? 'signed-in'))
  const actions = useMemo(
    () => props.actions?.filter(({ permission }) => can(permission)),
    [props.actions, can],
  )
  const save = (format: 'xlsx' | 'pdf') => {
    const file = { name: title, format, columns: model.columns.map(({ key }) => key) }
    void exportList(listRoute, state, file, scope)
  }
  return (
    <Dialog
      title={title}
      subtitle={props.subtitle}
      full={width === undefined}
      {...(width !== undefined && { width, tall: true })}
      note={props.note}
      buttons={props.buttons}
      onClose={props.onClose}
    >
      {props.intro}
      <Tools {...model} add={add} onExport={canExport ? save : undefined} />
      <DataTable {...model} title={title} nameOf={props.nameOf} {...(actions && { actions })}>
        {data.rows.length === 0 && <EmptyList {...model} words={empty} add={add} />}
      </DataTable>
      <Pagination {...model} title={title} />
      {props.children}
    </Dialog>
  )
}

type Model = ReturnType<typeof useListModel>

interface ToolsProps extends Pick<Model, 'form' | 'active' | 'state' | 'refresh'> {
  add: ListDialogProps<Route>['add']
  onExport: ((format: 'xlsx' | 'pdf') => void) | undefined
}

function Tools({ form, state, active, refresh, add, onExport }: ToolsProps) {
  const t = useTranslations()
  return (
    <div className={classes.tools}>
      <SearchInput form={form} applied={state.search} first />
      <IconButton icon={IconSearch} label={t('table.search')} onClick={form.apply} />
      {(active.length > 0 || state.search) && (
        <IconButton icon={IconFilterOff} label={t('table.clear')} onClick={form.clearAll} />
      )}
      <IconButton icon={IconRefresh} label={t('table.refresh')} onClick={() => refresh()} />
      <ExportMenu onExport={onExport} />
      {add && <AddRecordButton className={classes.add ?? ''} add={add} />}
    </div>
  )
}
