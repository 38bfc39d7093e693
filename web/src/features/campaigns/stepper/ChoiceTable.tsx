import type { Route } from '@kontor/contract/lib/http/route'
import type { ListDefinition } from '@kontor/contract/lib/lists/list'
import { Button } from '@mantine/core'
import { IconFilterOff, IconFilterSearch, IconRefresh, IconSearch } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react'
import { useTranslations } from 'use-intl'
import check from '../../../components/data-table/check.module.css'
import type { Col } from '../../../components/data-table/columns.tsx'
import { DataTable } from '../../../components/data-table/DataTable.tsx'
import { EmptyList } from '../../../components/data-table/list-page/EmptyList.tsx'
import { listBodyOf } from '../../../components/data-table/list-page/listState.ts'
import { useListModel } from '../../../components/data-table/list-page/useListModel.ts'
import { useOwnListState } from '../../../components/data-table/list-page/useListState.ts'
import type { RowOf } from '../../../components/data-table/list-page/useRows.ts'
import { SelectRowByClick } from '../../../components/data-table/SelectRowByClick.tsx'
import { Pagination } from '../../../components/data-table/toolbar/Pagination.tsx'
import { IconButton } from '../../../components/ui/IconButton.tsx'
import { LinkButton } from '../../../components/ui/LinkButton.tsx'
import { shownError } from '../../../lib/api/shownError.ts'
import classes from './ChoiceTable.module.css'
import type { DraftPart } from './draft.ts'
import { type DraftStore, useStore } from './store.ts'

/**
 * A subset of rows shown alone: the selected ones, or those to fix. The subset is fixed while the user
 * works on it.
 */
export interface View {
  kind: 'chosen' | 'fix'
  ids: readonly number[]
}

/** Loads the ids of all rows that match the filters. */
export type AllIds = (filters: Readonly<Record<string, string>>) => Promise<readonly number[]>

interface ChoiceTableProps<R extends Route> {
  title: string
  store: DraftStore
  part: DraftPart
  list: ListDefinition
  listRoute: R
  /** Sent with the list state. */
  body?: object
  columns: readonly Col<RowOf<R>>[]
  nameOf: (row: RowOf<R>) => string
  empty: { title: string; text: string }
  onPick: (ids: number[], on: boolean) => void
  allIds?: AllIds
  view: View | null
  onView?: (view: View | null) => void
  tools?: ReactNode
}

/** A paged table of choices with filters; the selection is in the draft. */
export function ChoiceTable<const R extends Route>(props: ChoiceTableProps<R>) {
  const { title, store, part, list, listRoute, body, columns, nameOf, empty, onPick, view, onView, tools } =
    props
  const tableRef = useRef<HTMLDivElement>(null)
  const chosen = useStore(store, (state) => state.chosen[part])
  const only = view?.ids
  const scope = useMemo(
    () => (body || only ? { body: { ...body, ...(only && { only }) } } : {}),
    [body, only],
  )
  const [state, onChange] = useOwnListState(list)
  const model = useListModel({ listRoute, list, columns, state, onChange, scope })
  const { data } = model
  useEffect(() => begin(tableRef.current), [])
  useFocusToFix(tableRef, view, data)
  const showOnly = (on: boolean) => {
    onChange({ page: 1 })
    onView?.(on ? { kind: 'chosen', ids: [...chosen] } : null)
  }
  const isFiltered = model.filterSummary !== ''
  const picking = useMemo(() => ({ picked: chosen, onPick }), [chosen, onPick])
  return (
    <div ref={tableRef} className={classes.container}>
      <div className={classes.tools}>
        {onView && <OnlyChosen isOn={view?.kind === 'chosen'} onChange={showOnly} />}
        {!view && props.allIds && (
          <AllOfThem
            allIds={props.allIds}
            filters={listBodyOf(state).filters}
            total={data.total}
            hasChosen={chosen.size > 0}
            onPick={onPick}
          />
        )}
        <div className={classes.right}>{tools}</div>
        <Filters {...model} />
      </div>
      {view?.kind === 'fix' && <FixNotice onAll={() => onView?.(null)} />}
      <SelectRowByClick picking={picking}>
        <DataTable {...model} title={title} nameOf={nameOf} picking={picking}>
          {data.rows.length === 0 && (
            <Empty {...model} isSubset={view !== null && !isFiltered} words={empty} />
          )}
        </DataTable>
      </SelectRowByClick>
      <Pagination {...model} title={title} />
    </div>
  )
}

/** Focuses the name filter; not on touch screens, where the keyboard would cover the rows. */
function begin(container: HTMLElement | null) {
  if (window.matchMedia('(pointer: coarse)').matches) return
  const filter = container?.querySelector<HTMLElement>('thead input[name=name]')
  filter?.setAttribute('data-autofocus', '') // the dialog focuses it when it opens
  filter?.focus({ preventScroll: true })
}

function OnlyChosen({ isOn, onChange }: { isOn: boolean; onChange: (on: boolean) => void }) {
  const t = useTranslations()
  return (
    <label className={classes.only}>
      <input
        type="checkbox"
        className={check.check}
        checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
      />
      {t('stepper.only_chosen')}
    </label>
  )
}

/** Why there are no rows; for a subset, that it is empty. */
function Empty({ isSubset, ...list }: ComponentProps<typeof EmptyList> & { isSubset: boolean }) {
  const t = useTranslations()
  return isSubset ? <p className={classes.empty}>{t('stepper.nothing_chosen')}</p> : <EmptyList {...list} />
}

/** Focuses the first row to fix once those rows have loaded. */
function useFocusToFix(
  tableRef: RefObject<HTMLElement | null>,
  view: View | null,
  { isLoading, isPlaceholderData }: { isLoading: boolean; isPlaceholderData: boolean },
) {
  const last = useRef<View | null>(null)
  useEffect(() => {
    if (isLoading || isPlaceholderData || view === last.current) return
    last.current = view
    if (view?.kind === 'fix') tableRef.current?.querySelector<HTMLElement>('tbody [data-value]')?.focus()
  }, [tableRef, view, isLoading, isPlaceholderData])
}

interface AllOfThemProps {
  allIds: AllIds
  filters: Readonly<Record<string, string>>
  total: number
  hasChosen: boolean
  onPick: (ids: number[], on: boolean) => void
}

/** Selects or deselects all rows that match the filters, on every page. */
function AllOfThem({ allIds, filters, total, hasChosen, onPick }: AllOfThemProps) {
  const t = useTranslations()
  const { mutate, isPending } = useMutation({
    mutationFn: async (on: boolean) => onPick([...(await allIds(filters))], on),
    onError: shownError.show,
  })
  const buttonProps = { variant: 'subtle', size: 'xs', px: 8 } as const
  return (
    <>
      <Button {...buttonProps} disabled={total === 0} loading={isPending} onClick={() => mutate(true)}>
        {t('stepper.choose_all', { count: total })}
      </Button>
      {hasChosen && (
        <Button {...buttonProps} color="gray" disabled={isPending} onClick={() => mutate(false)}>
          {t('stepper.drop_all')}
        </Button>
      )}
    </>
  )
}

type FiltersProps = Pick<ReturnType<typeof useListModel>, 'form' | 'filterSummary' | 'refresh'>

function Filters({ form, filterSummary, refresh }: FiltersProps) {
  const t = useTranslations()
  return (
    <>
      <IconButton icon={IconSearch} label={t('table.search')} onClick={form.apply} />
      {filterSummary && <IconButton icon={IconFilterOff} label={t('table.clear')} onClick={form.clearAll} />}
      <IconButton icon={IconRefresh} label={t('table.refresh')} onClick={() => refresh()} />
    </>
  )
}

/** Notice that only rows to fix are shown, with a button for all. */
function FixNotice({ onAll }: { onAll: () => void }) {
  const t = useTranslations()
  return (
    <p className={classes.line} role="status">
      <IconFilterSearch size={16} aria-hidden />
      <span>{t('stepper.shown_only')}</span>
      <LinkButton onClick={onAll}>{t('stepper.show_all')}</LinkButton>
    </p>
  )
}
