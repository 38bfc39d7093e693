import type { Route } from '@kontor/contract/lib/http/route'
import { useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { lazyPart } from '../../../lib/router/lazyPart.tsx'
import type { DetailsDialog as Details } from '../../form/DetailsDialog.tsx'
import { ShowAddedContext } from '../../form/useSavedLink.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { useSearchFlag } from '../../ui/dialog/useSearchFlag.ts'
import { NotLoaded } from '../../ui/ErrorPages.tsx'
import { PlainNames } from '../mobile/plainNames.ts'
import { Withheld } from '../saved-views/SavedViews.tsx'
import { type SavedViewsOfList, useSavedViews } from '../saved-views/useSavedViews.ts'
import { DesktopLayout, PhoneLayout, type ShownProps, WithPreview } from './layouts.tsx'
import type { ListPageProps } from './listPageProps.ts'
import { filtersIn, lacksAny } from './listState.ts'
import { type AllowedList, useAllowedList } from './useAllowedList.ts'
import { useListPage } from './useListPage.ts'
import { useShowAdded } from './useListState.ts'

const ImportDialog = lazyPart(() => import('../../import-wizard/ImportDialog.tsx'), 'ImportDialog')
const BulkBar = lazyPart(() => import('../toolbar/BulkBar.tsx'), 'BulkBar')

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
  if (listViews.hasTabs && view && !viewState) {
    if (listViews.isAwaited) return null
    if (listViews.failed) return <NotLoaded {...listViews.failed} level={1} />
  }
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
  const { list, page, form: Form, details: Details } = props
  const { open, close } = page.dialog
  return (
    <>
      {Form && open?.kind === 'form' && <Form row={open.row} onClose={close} />}
      {Details && open?.kind === 'details' && <Details row={open.row} onClose={close} />}
      {props.readsColumns && open?.kind === 'details' && (
        <RowDetails
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
          hidden={page.picked.size - page.shared.data.rows.filter(({ id }) => page.picked.has(id)).length}
          text={props.pickedText?.(page.pickedRows)}
          actions={props.bulk?.filter(({ when }) => !when || page.pickedRows.some(when))}
          edit={
            props.bulkEdit && { ...props.bulkEdit, ...page.inBulk, filterSummary: page.shared.filterSummary }
          }
          onAction={(key) => void page.runBulk(key)}
          onToggle={toggle && page.togglePicked}
          states={new Set(page.pickedRows.map((row) => row.is_active !== false))}
          onExport={
            canExport && page.exportLacks !== 'columns'
              ? () => void page.save('xlsx', [...page.picked])
              : undefined
          }
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
