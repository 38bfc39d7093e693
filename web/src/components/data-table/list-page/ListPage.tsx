import type { Route } from '@kontor/contract/lib/http/route'
import { useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { lazyPart } from '../../../lib/router/lazyPart.tsx'
import type { DetailsDialog as Details } from '../../form/DetailsDialog.tsx'
import { ShowAddedContext } from '../../form/useSavedLink.ts'
import { RunningImport } from '../../import-wizard/ImportButton.tsx'
import { useUndoable } from '../../import-wizard/undoable.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { useSearchFlag } from '../../ui/dialog/useSearchFlag.ts'
import { Segments } from '../../ui/tabs/Segments.tsx'
import { DataTable } from '../DataTable.tsx'
import type { PhoneList as Phone } from '../mobile/PhoneList.tsx'
import { PlainNames } from '../mobile/plainNames.ts'
import { SavedViews, Withheld } from '../saved-views/SavedViews.tsx'
import { type SavedViewsOfList, useSavedViews } from '../saved-views/useSavedViews.ts'
import { SidePanel } from '../side-panel/SidePanel.tsx'
import { type Arrangement, arrangementOf } from '../toolbar/arrangement.ts'
import { ListToolbar } from '../toolbar/ListToolbar.tsx'
import { ListTools } from '../toolbar/ListTools.tsx'
import { Pagination } from '../toolbar/Pagination.tsx'
import { EmptyList } from './EmptyList.tsx'
import type { ListPageProps } from './listPageProps.ts'
import { filtersIn, type ListState, lacksAny } from './listState.ts'
import { type AllowedList, useAllowedList } from './useAllowedList.ts'
import { useListPage } from './useListPage.ts'
import { type ChangeList, useShowAdded } from './useListState.ts'

const ImportDialog = lazyPart(() => import('../../import-wizard/ImportDialog.tsx'), 'ImportDialog')
const BulkBar = lazyPart(() => import('../toolbar/BulkBar.tsx'), 'BulkBar')
// Not loaded on wide screens; lazyPart() drops the type parameter.
const PhoneList = lazyPart(() => import('../mobile/PhoneList.tsx'), 'PhoneList') as unknown as typeof Phone

/**
 * A list screen. The feature declares columns and actions; layout, sorting, filters, pages and saved
 * views are generic. The list state is in the URL.
 */
export function ListPage<const R extends Route>(listProps: ListPageProps<R>) {
  const props = useAllowedList(listProps)
  const { listRoute, list, scope, dialog, paramPrefix, body } = props
  const isInside = [scope, dialog, paramPrefix, body].some((one) => one !== undefined)
  const listViews = useSavedViews(listRoute, list, isInside)
  const { view, ...query }: { view?: string } = useSearch({ strict: false })
  // The filters of a saved view come from the server; nothing is shown until then.
  const viewState = listViews.hasTabs && view ? listViews.preferences.of(view) : undefined
  if (listViews.hasTabs && view && listViews.isAwaited && !viewState) return null
  const isLink = !scope && !dialog && !paramPrefix && lacksAny(list, filtersIn(query))
  if (isLink || lacksAny(list, Object.keys(viewState?.filters ?? {}))) return <Withheld isLink={isLink} />
  return <ListContent {...props} listViews={listViews} />
}

// Loaded only for users without edit permission; lazyPart() drops the type parameter.
const RowDetails = lazyPart(
  () => import('../../form/DetailsDialog.tsx'),
  'DetailsDialog',
) as unknown as typeof Details

/** The dialog of the open row: form or details. */
function OpenRow<const R extends Route>(props: AllowedList<R> & { page: ReturnType<typeof useListPage<R>> }) {
  const { feature, list, page, form: Form, details: Details } = props
  const { open, close } = page.dialog
  return (
    <>
      {Form && open?.kind === 'form' && <Form row={open.row} onClose={close} />}
      {Details && open?.kind === 'details' && <Details row={open.row} onClose={close} />}
      {props.readsColumns && open?.kind === 'details' && (
        <RowDetails
          feature={feature}
          list={list}
          row={open.row}
          fields={props.columns}
          subtitle={page.shared.nameOf(open.row)}
          onClose={close}
        />
      )}
    </>
  )
}

function ListContent<const R extends Route>(props: AllowedList<R> & { listViews: SavedViewsOfList }) {
  const { toggle, imports, canExport, listViews } = props
  const [importing, setImporting] = useState<{ undoId?: number }>()
  const onImport = () => setImporting({})
  const onUndoImport = (undoId: number) => setImporting({ undoId })
  const page = useListPage<R>(props, listViews)
  useSearchFlag('import', imports && !props.scope ? onImport : undefined)
  const showAdded = useShowAdded(
    props.list,
    props.paramPrefix ?? props.dialog?.paramPrefix,
    page.shared.nameOf,
  )
  const shown = { ...props, page, onImport, onUndoImport }
  return (
    <Frame {...shown}>
      <PlainNames value={page.isPhone}>
        {page.isPhone ? <PhoneLayout {...shown} /> : <DesktopLayout {...shown} />}
      </PlainNames>
      {page.isPhone && <WithPreview {...shown} />}

      {page.picked.size > 0 && (
        <BulkBar
          count={page.picked.size}
          text={props.pickedText?.(page.pickedRows)}
          actions={props.bulk?.filter(({ when }) => !when || page.pickedRows.some(when))}
          edit={props.bulkEdit && { ...props.bulkEdit, ...page.inBulk, named: page.shared.named }}
          onAction={(key) => void page.runBulk(key)}
          onToggle={toggle && page.togglePicked}
          states={new Set(page.pickedRows.map((row) => row.is_active !== false))}
          onExport={canExport ? () => void page.save('xlsx', [...page.picked]) : undefined}
          onClear={page.unpick}
        />
      )}
      {/* Dialogs are outside of both layouts: resizing the window closes none. */}
      {imports && importing && (
        <ImportDialog {...imports} {...importing} onClose={() => setImporting(undefined)} />
      )}

      {page.toggleDialog}
      <ShowAddedContext value={showAdded}>
        <OpenRow {...shown} />
      </ShowAddedContext>
    </Frame>
  )
}

type ShownProps<R extends Route> = AllowedList<R> & {
  page: ReturnType<typeof useListPage<R>>
  listViews: SavedViewsOfList
  onImport: () => void
  onUndoImport: (id: number) => void
}

/**
 * A screen of its own, or a dialog over another one; on wide screens the list's header is the dialog's
 * header.
 */
function Frame<const R extends Route>(props: ShownProps<R> & { children: ReactNode }) {
  const { dialog, page, children } = props
  if (!dialog) return children
  return (
    <Dialog title={page.shared.title} full ownHead={!page.isPhone} onClose={dialog.onClose}>
      {/* A header inside a section is not the banner of the page. */}
      <section style={{ display: 'contents' }}>{children}</section>
    </Dialog>
  )
}

function PhoneLayout<const R extends Route>(props: ShownProps<R>) {
  const { page, imports, onImport, picture } = props
  const { shared, add, picking } = page
  return (
    <PhoneList
      {...shared}
      title={titleOf(props)}
      above={
        <>
          <Above {...props} />
          <SavedViews {...props} />
        </>
      }
      picture={picture}
      onOpen={page.preview.table.open}
      foot={<Footer {...props} />}
      add={add}
      isPart={props.scope !== undefined}
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
  )
}

function DesktopLayout<const R extends Route>(props: ShownProps<R>) {
  const { shared, add, picking, picked, groups, newIds, refresh, preview } = props.page
  return (
    <>
      {props.scope && <Above {...props} />}
      <ListToolbar
        {...shared}
        title={titleOf(props)}
        onRefresh={refresh}
        add={add}
        onClose={props.dialog?.onClose}
        arrangements={
          props.arrangements && (
            <Arrangements arrangements={props.arrangements} state={shared.state} onChange={shared.onChange} />
          )
        }
        tools={<ListTools {...props} />}
      />
      {!props.scope && <Above {...props} />}
      <SavedViews {...props} />
      <WithPreview {...props}>
        <DataTable
          {...shared}
          {...(picking && { picking })}
          {...(preview.row && { actions: NO_ACTIONS })}
          groups={groups}
          newIds={newIds}
          totals={props.totals}
          preview={preview.table}
          current={preview.row?.id}
          roomBelow={picked.size > 0}
        >
          {emptyOf(props)}
        </DataTable>
        <Footer {...props} />
      </WithPreview>
    </>
  )
}

const NO_ACTIONS: readonly never[] = []

/** The list with the side panel; on a phone the open row covers the list. */
function WithPreview<const R extends Route>(props: ShownProps<R> & { children?: ReactNode }) {
  const { feature, list, columns, picture, page, children } = props
  const { table, close, ...preview } = page.preview
  const { actions, nameOf, data } = page.shared
  return (
    <SidePanel
      feature={feature}
      list={list}
      columns={columns}
      picture={picture}
      actions={actions}
      nameOf={nameOf}
      {...preview}
      rows={data.rows}
      picking={page.picking}
      preview={props.preview}
      isPhone={page.isPhone ?? false}
      onOpen={table.open}
      onClose={close}
    >
      {children}
    </SidePanel>
  )
}

/** No title where the record's screen, or the dialog on a phone, has one. */
const titleOf = <const R extends Route>({ scope, dialog, heading, page }: ShownProps<R>) =>
  scope || (dialog && page.isPhone) ? undefined : (heading ?? page.shared.title)

/** Shown between the title and the rows. */
function Above<const R extends Route>({ above, imports, page, onImport, onUndoImport }: ShownProps<R>) {
  const [undoable] = useUndoable(imports)
  return (
    <>
      {above}
      {imports && (undoable || !page.shared.data.isLoading) && (
        // The height of the notice, before it is loaded.
        <div style={{ flex: 'none', minHeight: undoable ? 43 : undefined }}>
          <RunningImport {...imports} onOpen={onImport} onUndo={onUndoImport} />
        </div>
      )}
    </>
  )
}

function Footer<const R extends Route>({ list, page: { shared, fills } }: ShownProps<R>) {
  const { title, state, data, onChange } = shared
  return (
    <Pagination
      title={title}
      state={state}
      data={data}
      fills={fills}
      onChange={onChange}
      sizes={list.sizes}
    />
  )
}

/** Shown when there are no rows, not while the first ones are awaited. */
function emptyOf<const R extends Route>({ list, scope, page: { shared, add } }: ShownProps<R>) {
  const { rows, isLoading, error } = shared.data
  return (
    rows.length === 0 &&
    (!isLoading || error) && <EmptyList {...shared} list={list} add={add} isPart={scope !== undefined} />
  )
}

interface ArrangementsProps {
  arrangements: readonly Pick<Arrangement<never>, 'label' | 'by' | 'desc'>[]
  state: ListState
  onChange: ChangeList
}

/** The arrangements of a list as a segmented control; a phone has them in the menu of columns to sort by. */
function Arrangements({ arrangements, state, onChange }: ArrangementsProps) {
  const t = useTranslations()
  return (
    <Segments
      label={t('table.view')}
      segments={arrangements.map(({ by, label }) => ({ key: by, label }))}
      current={arrangementOf(arrangements, state)?.by}
      onChoose={(by) => onChange({ by, desc: arrangements.find((one) => one.by === by)?.desc ?? false })}
    />
  )
}
