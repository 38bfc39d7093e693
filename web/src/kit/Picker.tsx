import type { ListDefinition } from '@kontor/contract/kit/list'
import type { Route } from '@kontor/contract/kit/route'
import { Button, Switch } from '@mantine/core'
import { IconFilterOff, IconSearch } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog } from './Dialog.tsx'
import { IconButton } from './IconButton.tsx'
import classes from './Picker.module.css'
import type { Room } from './room.ts'
import type { Col } from './table/columns.tsx'
import { DataTable } from './table/DataTable.tsx'
import { EmptyList } from './table/EmptyState.tsx'
import { Count, SearchInput } from './table/PageHead.tsx'
import { Pagination } from './table/Pagination.tsx'
import { useListModel } from './table/useListModel.ts'
import { useOwnListState } from './table/useListState.ts'
import { usePicking } from './table/usePicking.ts'
import type { RowOf } from './table/useRows.ts'
import { type Confirmation, useConfirmCall } from './useConfirmCall.ts'
import type { ListRow } from './wholeList.ts'

/** A picker shows eight rows; the documents' list of sizes lacks the eight. */
const SIZES = [8, 10, 20, 30, 50]

interface PickerProps<R extends Route, C extends Route> {
  room: Room
  title: string
  list: ListDefinition
  /** A paged list (POST) or one that answers everything (GET). */
  rows: R
  columns: readonly Col<RowOf<R>>[]
  /** Further page sizes. */
  sizes?: readonly number[]
  sort?: ListDefinition['sort']
  /** One row or several. */
  single?: boolean
  /** Rows picked beforehand; those of other pages stay picked. */
  first?: readonly RowOf<R>[]
  onPick: (rows: RowOf<R>[]) => void
  onClose: () => void
  /** Sends what was picked before it closes. */
  confirmation?: Confirmation<C>
}

const nameOf = (row: ListRow) => row.name ?? String(row.id)
const NONE: readonly never[] = []

/** Picks records from a list of any kind, with its filters, and can send the choice. */
export function Picker<const R extends Route, const C extends Route = never>(props: PickerProps<R, C>) {
  const { room, title, rows, columns, single = false, first = NONE, onPick, onClose } = props
  const t = useTranslations()
  const list = usePickerList(props)
  const [state, onChange] = useOwnListState(list)
  const [onlyPicked, setOnlyPicked] = useState(false)
  const { data, form, flag, ready, active } = useListModel({ room, rows, list, columns, state, onChange })
  const picking = usePicking<RowOf<R>>(data.rows, first)
  const shown = useMemo(
    () => (onlyPicked ? { ...data, rows: picking.pickedRows, total: picking.pickedRows.length } : data),
    [onlyPicked, data, picking.pickedRows],
  )
  const pick = useMemo(
    () => ({
      picked: picking.picked,
      single,
      onPick: single
        ? (ids: number[]) => picking.only(data.rows.filter((row) => ids.includes(row.id)))
        : picking.onPick,
    }),
    [picking.picked, picking.only, picking.onPick, single, data.rows],
  )
  const call = useConfirmCall(props.confirmation, onClose)
  const confirm = () => {
    onPick([...picking.pickedRows])
    if (props.confirmation) call.send([...picking.picked])
    else onClose()
  }
  const count = picking.picked.size
  return (
    <Dialog
      title={title}
      width={880}
      tall
      onClose={onClose}
      note={
        single ? undefined : (
          <Count data={shown} isFiltered={onlyPicked || active.length > 0 || state.search !== ''} />
        )
      }
      buttons={
        <>
          <Button size="md" variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            size="md"
            disabled={count === 0 && first.length === 0}
            loading={call.isPending}
            onClick={confirm}
          >
            {single ? t('picker.confirm') : t('picker.confirm_count', { count })}
          </Button>
        </>
      }
    >
      <div className={classes.tools}>
        <SearchInput form={form} applied={state.search} />
        <IconButton icon={IconSearch} label={t('table.search')} onClick={form.apply} />
        {(active.length > 0 || state.search) && (
          <IconButton icon={IconFilterOff} label={t('table.clear')} onClick={form.clearAll} />
        )}
        <Switch
          className={classes.only ?? ''}
          label={t('picker.only_picked', { count })}
          checked={onlyPicked}
          onChange={(event) => setOnlyPicked(event.target.checked)}
        />
      </div>
      <DataTable
        title={title}
        columns={ready}
        data={shown}
        state={state}
        onChange={onChange}
        form={form}
        flag={flag}
        nameOf={nameOf}
        picking={pick}
      >
        {shown.rows.length === 0 &&
          (onlyPicked ? (
            <p className={classes.none}>{t('picker.none')}</p>
          ) : (
            <EmptyList {...{ room, list, state, active, form, onChange }} data={data} />
          ))}
      </DataTable>
      {!onlyPicked && <Pagination state={state} total={data.total} sizes={list.sizes} onChange={onChange} />}
    </Dialog>
  )
}

/** The list as the picker begins with it. */
function usePickerList({
  list,
  sizes = NONE,
  sort,
}: Pick<PickerProps<Route, Route>, 'list' | 'sizes' | 'sort'>) {
  return useMemo(
    () => ({ ...list, sizes: [...SIZES, ...sizes], size: 8, sort: sort ?? list.sort }),
    [list, sizes, sort],
  )
}
