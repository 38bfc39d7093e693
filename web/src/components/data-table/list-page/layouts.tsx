import type { Route } from '@kontor/contract/lib/http/route'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { lazyPart } from '../../../lib/router/lazyPart.tsx'
import { RunningImport } from '../../import-wizard/RunningImport.tsx'
import { useUndoable } from '../../import-wizard/undoable.ts'
import { Segments } from '../../ui/tabs/Segments.tsx'
import { DataTable } from '../DataTable.tsx'
import type { PhoneList as Phone } from '../mobile/PhoneList.tsx'
import { SavedViews } from '../saved-views/SavedViews.tsx'
import type { SavedViewsOfList } from '../saved-views/useSavedViews.ts'
import { SidePanel } from '../side-panel/SidePanel.tsx'
import { type Arrangement, arrangementOf } from '../toolbar/arrangement.ts'
import { ListToolbar } from '../toolbar/ListToolbar.tsx'
import { ListTools } from '../toolbar/ListTools.tsx'
import { Pagination } from '../toolbar/Pagination.tsx'
import { EmptyList } from './EmptyList.tsx'
import type { ListState } from './listState.ts'
import type { AllowedList } from './useAllowedList.ts'
import type { useListPage } from './useListPage.ts'
import type { ChangeList } from './useListState.ts'

// Not loaded on wide screens; lazyPart() drops the type parameter.
const PhoneList = lazyPart(() => import('../mobile/PhoneList.tsx'), 'PhoneList') as unknown as typeof Phone

/** A list and its state, as both layouts show it. */
export type ShownProps<R extends Route> = AllowedList<R> & {
  page: ReturnType<typeof useListPage<R>>
  listViews: SavedViewsOfList
  onImport: () => void
  onUndoImport: (id: number) => void
}

/** Rows as cards, with one menu of tools. */
export function PhoneLayout<const R extends Route>(props: ShownProps<R>) {
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
        exportLacks: page.exportLacks,
        onImport: imports && onImport,
      }}
    >
      {emptyOf(props)}
    </PhoneList>
  )
}

/** A toolbar, the views, and the table with its side panel. */
export function DesktopLayout<const R extends Route>(props: ShownProps<R>) {
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
export function WithPreview<const R extends Route>(props: ShownProps<R> & { children?: ReactNode }) {
  const { list, columns, picture, page, children } = props
  const { table, close, ...preview } = page.preview
  const { actions, nameOf, data } = page.shared
  return (
    <SidePanel
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

const Footer = <const R extends Route>({ page: { shared, fills } }: ShownProps<R>) => (
  <Pagination {...shared} fills={fills} />
)

/** Shown when there are no rows, not while the first ones are awaited. */
function emptyOf<const R extends Route>({ scope, page: { shared, add } }: ShownProps<R>) {
  const { rows, isLoading, error } = shared.data
  return (
    rows.length === 0 &&
    (!isLoading || error) && <EmptyList {...shared} add={add} isPart={scope !== undefined} />
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
