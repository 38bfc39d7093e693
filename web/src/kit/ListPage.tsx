import type { ListDefinition } from '@kontor/contract/kit/list'
import type { Route } from '@kontor/contract/kit/route'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { exportList } from './exportList.ts'
import { useLanguage } from './i18n.tsx'
import { ImportButton, type Imports } from './import/ImportButton.tsx'
import type { Room } from './room.ts'
import { BulkBar } from './table/BulkBar.tsx'
import { ColumnChooser } from './table/ColumnChooser.tsx'
import type { Col } from './table/columns.tsx'
import { DataTable } from './table/DataTable.tsx'
import { EmptyList } from './table/EmptyState.tsx'
import { ExportMenu, type RoomFile } from './table/ExportMenu.tsx'
import { PageHead } from './table/PageHead.tsx'
import { Pagination } from './table/Pagination.tsx'
import { PhoneList } from './table/PhoneList.tsx'
import type { RowAction } from './table/TableBody.tsx'
import { useColumns } from './table/useColumns.ts'
import { useListModel } from './table/useListModel.ts'
import { useListState } from './table/useListState.ts'
import { usePicking } from './table/usePicking.ts'
import { useRecordDialog } from './table/useRecordDialog.ts'
import { useRowActions } from './table/useRowActions.ts'
import type { RowOf } from './table/useRows.ts'
import { useToggle } from './table/useToggle.tsx'
import type { ListRow } from './wholeList.ts'

/** What a dialog of a room gets: the row it is about, null to add one. */
export interface RecordDialogProps<Row> {
  row: Row | null
  onClose: () => void
}

interface ListPageProps<R extends Route> {
  room: Room
  list: ListDefinition
  /** A paged list (POST) or one that answers everything (GET). */
  rows: R
  /** Declared outside the page's component: the table hangs on its identity. */
  columns: readonly Col<RowOf<R>>[]
  /** Adds and edits. */
  form?: (props: RecordDialogProps<RowOf<R>>) => ReactNode
  /** Shows one row and changes nothing. */
  details?: (props: { row: RowOf<R>; onClose: () => void }) => ReactNode
  /** Deactivates and restores. */
  toggle?: Route
  actions?: readonly RowAction<RowOf<R>>[]
  imports?: Imports
  files?: readonly RoomFile[]
  /** A small picture of a row, for phones. */
  picture?: (row: RowOf<R>) => string | null
}

const nameOf = (row: ListRow) => row.name ?? String(row.id)

/** A whole list screen. A room says what it has; how it looks, is sorted, filtered, paged and kept is said here. */
export function ListPage<const R extends Route>(props: ListPageProps<R>) {
  type Row = RowOf<R>
  const { room, list, rows, toggle, imports, files, form: Form, details: Details } = props
  const t = useTranslations()
  const { locale } = useLanguage()
  const [state, onChange] = useListState(list)
  const chooser = useColumns(room, props.columns)
  const { data, form, flag, ready, active } = useListModel({
    room,
    rows,
    list,
    columns: chooser.shown,
    state,
    onChange,
  })
  const { picked, onPick, only, pickedRows } = usePicking<Row>(data.rows)
  const picking = useMemo(() => ({ picked, onPick }), [picked, onPick])
  const { open, show, close } = useRecordDialog<Row>(Form !== undefined)
  const [toggleDialog, runToggle] = useToggle<Row>(room, toggle ?? rows, nameOf)
  const actions = useRowActions<Row>(props, show, runToggle)
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })

  const title = t(`rooms.${room}.title`)
  const add = Form && { label: t(`rooms.${room}.add`), run: () => show({ kind: 'form', row: null }) }
  const save = (format: 'xlsx' | 'pdf', ids?: number[]) =>
    exportList(rows, state, {
      name: title,
      format,
      columns: ready.map(({ key }) => key),
      ...(ids && { ids }),
    })
  const refresh = () => {
    if (state.page === 1 && state.size === list.size) data.refetch()
    else onChange({ page: 1, size: list.size })
  }
  const empty = data.rows.length === 0 && (
    <EmptyList
      room={room}
      data={data}
      state={state}
      active={active}
      form={form}
      list={list}
      onChange={onChange}
      add={add}
    />
  )
  const foot = <Pagination state={state} total={data.total} sizes={list.sizes} onChange={onChange} />
  const shared = { title, data, state, onChange, form, active, flag, actions, nameOf }
  const dialogs = (
    <>
      {toggleDialog}
      {Form && open?.kind === 'form' && <Form row={open.row} onClose={close} />}
      {Details && open?.kind === 'details' && <Details row={open.row} onClose={close} />}
    </>
  )
  if (isPhone)
    return (
      <PhoneList {...shared} columns={ready} picture={props.picture} foot={foot} add={add}>
        {empty}
        {dialogs}
      </PhoneList>
    )
  return (
    <>
      <PageHead
        {...shared}
        onRefresh={refresh}
        add={add}
        columns={
          <ColumnChooser
            columns={props.columns.map((column) => ({
              ...column,
              label: list.columns[column.key]?.label[locale] ?? column.key,
            }))}
            choice={chooser.choice}
            onChoose={chooser.choose}
          />
        }
        files={
          <>
            {imports && <ImportButton {...imports} />}
            <ExportMenu onExport={save} files={files} />
          </>
        }
      />
      <DataTable {...shared} columns={ready} picking={picking} roomBelow={picked.size > 0}>
        {empty}
      </DataTable>
      {foot}
      {picked.size > 0 && (
        <BulkBar
          count={picked.size}
          onToggle={toggle && ((target) => void runToggle(pickedRows, target))}
          onExport={() => void save('xlsx', [...picked])}
          onClear={() => only([])}
        />
      )}
      {dialogs}
    </>
  )
}
