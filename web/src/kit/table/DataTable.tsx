// table: rows and columns on a screen. Also entered at ColumnChooser.tsx, TableBody.tsx, columns.tsx, useColumns.ts
// (which are shown), usePicking.ts (which rows are picked).
import { VisuallyHidden } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import type { FilterForm } from '../head/useFilterForm.ts'
import type { ListState } from '../list/listState.ts'
import { listTexts } from '../list/texts.ts'
import type { ChangeList } from '../list/useListState.ts'
import type { Rows } from '../list/useRows.ts'
import type { ListRow } from '../list/wholeList.ts'
import { StaleBar } from '../look/StaleBar.tsx'
import { useTexts } from '../texts/useTexts.ts'
import type { FlagWords, ReadyColumn } from './columns.tsx'
import { tableWidth } from './placing.ts'
import { type RowAction, TableBody } from './TableBody.tsx'
import { TableHead } from './TableHead.tsx'
import { TableSkeleton } from './TableSkeleton.tsx'
import classes from './table.module.css'

/** Which rows are picked. `single` means one at a time. */
interface Picking {
  picked: ReadonlySet<number>
  onPick: (ids: number[], on: boolean) => void
  single?: boolean
}

interface DataTableProps<Row> {
  title: string
  columns: readonly ReadyColumn<Row>[]
  data: Rows<Row>
  state: ListState
  onChange: ChangeList
  form: FilterForm
  flag: FlagWords
  actions?: readonly RowAction<Row>[]
  nameOf: (row: Row) => string
  picking?: Picking
  /** Leaves room below the last row for the bar that floats there. */
  roomBelow?: boolean
  /** Shown instead of rows when there are none. */
  children?: ReactNode
}

const NO_ACTIONS: readonly never[] = []

/** A table with sorting, filters in its head and rows to pick. It scrolls inside itself; the page does not. */
export function DataTable<Row extends ListRow>(props: DataTableProps<Row>) {
  const { title, columns, data, state, onChange, form, flag, actions = NO_ACTIONS, picking, children } = props
  const t = useTexts(listTexts)
  const area = useRef<HTMLElement>(null)
  // Another page begins at its first row.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page is what it waits for
  useEffect(() => {
    area.current?.scrollTo({ top: 0 })
  }, [state.page])
  const select = picking && !picking.single ? { rows: data.rows, ...picking } : undefined
  const places = new Set(actions.map(({ key, slot }) => slot ?? key)).size
  const columnCount = columns.length + (picking ? 1 : 0) + (actions.length > 0 ? 1 : 0)
  return (
    <>
      {data.behind && <StaleBar {...data.behind} onRetry={data.refetch} />}
      <section
        ref={area}
        className={classes.wrap}
        data-bulk={props.roomBelow || undefined}
        aria-label={title}
      >
        <table
          className={classes.table}
          style={{ minWidth: tableWidth(columns, picking !== undefined, places) }}
          aria-busy={data.first || data.stale}
        >
          <caption>
            <VisuallyHidden>{t('table.caption', { title, count: data.total })}</VisuallyHidden>
          </caption>
          <TableHead
            columns={columns}
            state={state}
            onChange={onChange}
            form={form}
            flag={flag}
            actions={places}
            selectable={picking !== undefined}
            select={select}
          />
          {data.first && !data.error ? (
            <TableSkeleton rows={Math.min(state.size, 12)} columns={columnCount} />
          ) : (
            <TableBody
              rows={data.rows}
              columns={columns}
              actions={actions}
              nameOf={props.nameOf}
              stale={data.stale || data.behind !== null}
              picked={picking?.picked}
              single={picking?.single ?? false}
              onPick={picking?.onPick}
            />
          )}
        </table>
        {children && (!data.first || data.error) ? <div className={classes.empty}>{children}</div> : null}
      </section>
    </>
  )
}
