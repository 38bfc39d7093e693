import type { ListDefinition } from '@kontor/contract/kit/list'
import type { Route } from '@kontor/contract/kit/route'
import { Button } from '@mantine/core'
import { IconFilterOff, IconPlus, IconRefresh, IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog } from './Dialog.tsx'
import { IconButton } from './IconButton.tsx'
import classes from './ListDialog.module.css'
import type { Room } from './room.ts'
import type { Col } from './table/columns.tsx'
import { DataTable } from './table/DataTable.tsx'
import { EmptyList } from './table/EmptyState.tsx'
import { SearchInput } from './table/PageHead.tsx'
import { Pagination } from './table/Pagination.tsx'
import type { RowAction } from './table/TableBody.tsx'
import { useListModel } from './table/useListModel.ts'
import { useOwnListState } from './table/useListState.ts'
import type { RowOf, Scope } from './table/useRows.ts'

interface ListDialogProps<R extends Route> {
  room: Room
  title: string
  list: ListDefinition
  /** A paged list (POST) or one that answers everything (GET). */
  rows: R
  columns: readonly Col<RowOf<R>>[]
  /** The one record whose list it is: parameters of a paged list, the query of a whole one. */
  scope?: Scope
  nameOf: (row: RowOf<R>) => string
  actions?: readonly RowAction<RowOf<R>>[]
  add?: { label: string; run: () => void }
  /** Above the list. */
  intro?: ReactNode
  note?: ReactNode
  buttons?: ReactNode
  onClose: () => void
}

/** A list on the whole screen that belongs to one record, with search, filters and pages. */
export function ListDialog<const R extends Route>(props: ListDialogProps<R>) {
  const { room, title, list, rows, columns, scope, nameOf, actions, add, intro } = props
  const t = useTranslations()
  const [state, onChange] = useOwnListState(list)
  const shown = useListModel({ room, rows, list, columns, state, onChange, ...(scope && { scope }) })
  const { ready, ...rest } = shown
  const model = { ...rest, state, onChange, columns: ready }
  const { data } = model
  const name = t(`rooms.${room}.title`)
  const refresh = () => {
    if (state.page === 1 && state.size === list.size) data.refetch()
    else onChange({ page: 1, size: list.size })
  }
  return (
    <Dialog title={title} full onClose={props.onClose} note={props.note} buttons={props.buttons}>
      {intro}
      <div className={classes.tools}>
        <SearchInput form={model.form} applied={state.search} first />
        <IconButton icon={IconSearch} label={t('table.search')} onClick={model.form.apply} />
        {(model.active.length > 0 || state.search) && (
          <IconButton icon={IconFilterOff} label={t('table.clear')} onClick={model.form.clearAll} />
        )}
        <IconButton icon={IconRefresh} label={t('table.refresh')} onClick={refresh} />
        {add && (
          <Button
            className={classes.add ?? ''}
            leftSection={<IconPlus size={16} stroke={1.6} />}
            onClick={add.run}
          >
            {add.label}
          </Button>
        )}
      </div>
      <DataTable {...model} title={name} nameOf={nameOf} {...(actions && { actions })}>
        {data.rows.length === 0 && <EmptyList {...model} room={room} list={list} {...(add && { add })} />}
      </DataTable>
      <Pagination title={name} state={state} total={data.total} sizes={list.sizes} onChange={onChange} />
    </Dialog>
  )
}
