// list: a list as a screen; its whole state is in the address. Also entered at EmptyState.tsx, ListDialog.tsx (one
// in a dialog), listState.ts (the address), useListModel.ts (rows and columns), useListPage.ts, useListState.ts,
// useRecordDialog.ts, useRowActions.ts, useRows.ts, wholeList.ts (lists that are not paged).
import type { Route } from '@kontor/contract/kit/api/route'
import { Button } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import type { DetailsDialog as Details } from '../form/DetailsDialog.tsx'
import { BulkBar } from '../head/BulkBar.tsx'
import { ExportMenu } from '../head/ExportMenu.tsx'
import { PageHead } from '../head/PageHead.tsx'
import { Pagination } from '../head/Pagination.tsx'
import { ImportButton, ImportDialog, RunningImport } from '../import/ImportButton.tsx'
import { IconButton } from '../look/IconButton.tsx'
import type { PhoneList as Phone } from '../phone/PhoneList.tsx'
import { type AllowedList, useAllowedList } from '../rights/useAllowedList.ts'
import { lazyPart } from '../router/lazyPart.ts'
import { ColumnChooser } from '../table/ColumnChooser.tsx'
import { DataTable } from '../table/DataTable.tsx'
import { useLanguage } from '../texts/i18n.tsx'
import { useTexts } from '../texts/useTexts.ts'
import { EmptyList } from './EmptyState.tsx'
import { listTexts } from './texts.ts'
import { type ListPageProps, useListPage } from './useListPage.ts'

// A desk never needs it; `lazy` drops the type parameter.
const PhoneList = lazyPart(() => import('../phone/PhoneList.tsx'), 'PhoneList') as unknown as typeof Phone
const RowDetails = lazyPart(
  () => import('../form/DetailsDialog.tsx'),
  'DetailsDialog',
) as unknown as typeof Details

/** A whole list screen. A room says what it has; how it looks, is sorted, filtered, paged and kept is said here. */
export function ListPage<const R extends Route>(said: ListPageProps<R>) {
  const props = useAllowedList(said)
  const { room, list, toggle, imports, form: Form, details: Details, picture } = props
  const [isImporting, setImporting] = useState(false)
  const openImport = () => setImporting(true)
  const page = useListPage(props)
  const { shared, add, picking, dialog } = page
  const { data, state, onChange } = shared
  const { open, close } = dialog
  const empty = data.rows.length === 0 && <EmptyList {...shared} list={list} add={add} />
  const foot = (
    <Pagination title={shared.title} state={state} data={data} sizes={list.sizes} onChange={onChange} />
  )
  const running = imports && <RunningImport routes={imports.routes} onOpen={openImport} />
  const count = page.picked.size
  return (
    <>
      {page.isPhone ? (
        <Suspense>
          {props.tabs}
          {running}
          <PhoneList
            {...shared}
            title={props.heading ?? shared.title}
            picture={picture}
            foot={foot}
            add={add}
            picking={picking}
            onUnpick={page.unpick}
            menu={{
              ...props,
              onRefresh: page.refresh,
              onExport: props.canExport ? (format) => void page.save(format) : undefined,
              onImport: imports && openImport,
            }}
          >
            {empty}
          </PhoneList>
        </Suspense>
      ) : (
        <>
          <PageHead
            {...shared}
            title={props.heading ?? shared.title}
            onRefresh={page.refresh}
            add={add}
            tools={<Tools page={page} onImport={openImport} {...props} />}
          />
          {props.tabs}
          {running}
          <DataTable {...shared} {...(picking && { picking })} roomBelow={count > 0}>
            {empty}
          </DataTable>
          {foot}
        </>
      )}
      {count > 0 && (
        <BulkBar
          count={count}
          onToggle={toggle && page.togglePicked}
          onExport={props.canExport ? () => void page.save('xlsx', [...page.picked]) : undefined}
          onClear={page.unpick}
        />
      )}
      {/* Dialogs stand outside of both forms of the list: a window that is made narrow closes none. */}
      {imports && isImporting && (
        <Suspense>
          <ImportDialog {...imports} onClose={() => setImporting(false)} />
        </Suspense>
      )}
      {page.toggleDialog}
      {Form && open?.kind === 'form' && <Form row={open.row} onClose={close} />}
      {Details && open?.kind === 'details' && <Details row={open.row} onClose={close} />}
      {props.readsColumns && open?.kind === 'details' && (
        <Suspense>
          <RowDetails
            {...{ room, list }}
            row={open.row}
            fields={props.columns}
            about={shared.nameOf(open.row)}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  )
}

type ToolsProps<R extends Route> = AllowedList<R> & {
  onImport: () => void
  page: Pick<ReturnType<typeof useListPage<R>>, 'choice' | 'choose' | 'save' | 'saveExcel'>
}

/** The tools that differ from room to room: columns, and after a line import and export. */
function Tools<const R extends Route>(props: ToolsProps<R>) {
  const { page, list, columns, imports, onImport, files, excel, link } = props
  const t = useTexts(listTexts)
  const { locale } = useLanguage()
  const named = columns.map((column) => ({
    ...column,
    label: list.columns[column.key]?.label[locale] ?? column.key,
  }))
  return (
    <>
      {link && (
        <Button
          variant="subtle"
          color="gray"
          px={10}
          component={Link}
          to={link.to}
          leftSection={<link.icon size={16} stroke={1.6} />}
        >
          {link.label}
        </Button>
      )}
      <ColumnChooser columns={named} choice={page.choice} onChoose={page.choose} />
      {(imports || excel || props.canExport || files?.length) && <hr />}
      {imports && <ImportButton onOpen={onImport} />}
      {excel && (
        <IconButton
          icon={IconFileSpreadsheet}
          label={t('table.excel')}
          onClick={() => void page.saveExcel(excel)}
        />
      )}
      <ExportMenu onExport={props.canExport ? page.save : undefined} files={files} />
    </>
  )
}
