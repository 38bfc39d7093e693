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

/** A whole list screen. A feature says what it has; how it looks, is sorted, filtered, paged and kept is said here. */
export function ListPage<const R extends Route>(said: ListPageProps<R>) {
  const props = useAllowedList(said)
  const { toggle, imports, canExport } = props
  const [isImporting, setImporting] = useState(false)
  const page = useListPage(props)
  const shown = { ...props, page, onImport: () => setImporting(true) }
  const count = page.picked.size
  return (
    <>
      {page.isPhone ? <OnPhone {...shown} /> : <OnDesk {...shown} />}
      {count > 0 && (
        <BulkBar
          count={count}
          onToggle={toggle && page.togglePicked}
          onExport={canExport ? () => void page.save('xlsx', [...page.picked]) : undefined}
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
      <OpenRow {...shown} />
    </>
  )
}

type ShownProps<R extends Route> = AllowedList<R> & {
  page: ReturnType<typeof useListPage<R>>
  onImport: () => void
}

function OnPhone<const R extends Route>(props: ShownProps<R>) {
  const { page, imports, onImport, picture } = props
  const { shared, add, picking } = page
  return (
    <Suspense>
      <Above {...props} />
      <PhoneList
        {...shared}
        title={props.heading ?? shared.title}
        picture={picture}
        foot={<Foot {...props} />}
        add={add}
        picking={picking}
        onUnpick={page.unpick}
        menu={{
          ...props,
          onRefresh: page.refresh,
          onExport: props.canExport ? (format) => void page.save(format) : undefined,
          onImport: imports && onImport,
        }}
      >
        {emptyOf(props)}
      </PhoneList>
    </Suspense>
  )
}

function OnDesk<const R extends Route>(props: ShownProps<R>) {
  const { shared, add, picking, picked, refresh } = props.page
  return (
    <>
      <PageHead
        {...shared}
        title={props.heading ?? shared.title}
        onRefresh={refresh}
        add={add}
        tools={<Tools {...props} />}
      />
      <Above {...props} />
      <DataTable {...shared} {...(picking && { picking })} roomBelow={picked.size > 0}>
        {emptyOf(props)}
      </DataTable>
      <Foot {...props} />
    </>
  )
}

/** What stands between the title and the rows. */
function Above<const R extends Route>({ tabs, imports, onImport }: ShownProps<R>) {
  return (
    <>
      {tabs}
      {imports && <RunningImport routes={imports.routes} onOpen={onImport} />}
    </>
  )
}

function Foot<const R extends Route>({ list, page: { shared } }: ShownProps<R>) {
  const { title, state, data, onChange } = shared
  return <Pagination title={title} state={state} data={data} sizes={list.sizes} onChange={onChange} />
}

/** What stands in place of the rows where there are none. */
const emptyOf = <const R extends Route>({ list, page: { shared, add } }: ShownProps<R>) =>
  shared.data.rows.length === 0 && <EmptyList {...shared} list={list} add={add} />

/** The dialog of the row that is open, to change it or to read. */
function OpenRow<const R extends Route>(props: ShownProps<R>) {
  const { feature, list, page, form: Form, details: Details } = props
  const { open, close } = page.dialog
  return (
    <>
      {Form && open?.kind === 'form' && <Form row={open.row} onClose={close} />}
      {Details && open?.kind === 'details' && <Details row={open.row} onClose={close} />}
      {props.readsColumns && open?.kind === 'details' && (
        <Suspense>
          <RowDetails
            {...{ feature, list }}
            row={open.row}
            fields={props.columns}
            about={page.shared.nameOf(open.row)}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  )
}

/** The tools that differ from feature to feature: columns, and after a line import and export. */
function Tools<const R extends Route>(props: ShownProps<R>) {
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
