import { VisuallyHidden } from '@mantine/core'
import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { StaleBar } from '../ui/StaleBar.tsx'
import type { FlagWords, ReadyColumn } from './columns.tsx'
import type { Grouping } from './Groups.tsx'
import type { ListState } from './list-page/listState.ts'
import type { ChangeList } from './list-page/useListState.ts'
import type { Rows } from './list-page/useRows.ts'
import type { ListRow } from './listRow.ts'
import { tableWidth } from './placing.ts'
import type { RowAction } from './rowAction.ts'
import type { RowPreview } from './side-panel/usePreview.ts'
import { TableBody } from './TableBody.tsx'
import { TableHead } from './TableHead.tsx'
import { type Totals, TotalsRow } from './TotalsRow.tsx'
import classes from './table.module.css'
import type { FilterForm } from './toolbar/useFilterForm.ts'
import { useRowAnchor } from './useRowAnchor.ts'

/** Row selection. `single`: one row at a time. */
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
  /** Ids of selected rows that cannot be deselected. */
  lockedIds?: ReadonlySet<number> | undefined
  groups?: Grouping<Row> | undefined
  /** Ids of rows that have just been added. */
  newIds?: ReadonlySet<number> | undefined
  totals?: Totals | undefined
  preview?: RowPreview | undefined
  current?: number | undefined
  /** Adds space below the last row for the floating bulk bar. */
  roomBelow?: boolean
  /** Shown when there are no rows. */
  children?: ReactNode
}

/**
 * From this number of columns on the table is compact, unless it scrolls horizontally. Columns hidden by
 * grouping count as well, because the widths are chosen for all.
 */
const COMPACT_FROM = 7
const NO_ACTIONS: readonly never[] = []

/**
 * A table with sorting, header filters and row selection. It scrolls inside its container, not with the
 * page.
 */
export function DataTable<Row extends ListRow>(props: DataTableProps<Row>) {
  const { title, columns, data, state, onChange, form, flag, actions = NO_ACTIONS, picking, children } = props
  const t = useTranslations()
  const area = useRowAnchor(data.rows, state)
  const select = picking && !picking.single ? { rows: data.rows, ...picking } : undefined
  const places = new Set(actions.map(({ key, slot }) => slot ?? key)).size
  const before = picking ? 1 : 0
  const behind = actions.length > 0 ? 1 : 0
  const width = tableWidth(columns, picking !== undefined, places)
  const isWide = useIsWide(area.ref, width)
  const count = columns.length + (props.groups?.hides.length ?? 0)
  return (
    <>
      {data.refetchFailure && <StaleBar {...data.refetchFailure} onRetry={data.refetch} />}
      <section
        className={classes.wrap}
        data-bulk={props.roomBelow || undefined}
        data-wide={isWide || undefined}
        aria-label={title}
        onScroll={({ currentTarget }) => markEnd(currentTarget)}
        {...area}
      >
        <table
          className={classes.table}
          data-close={(count >= COMPACT_FROM && !columns[0]?.locked) || undefined}
          style={{ minWidth: width }}
          aria-busy={data.isLoading || data.isPlaceholderData}
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
          {data.isLoading && !data.error ? (
            <TableSkeleton rows={Math.min(state.size, 12)} columns={columns.length + before + behind} />
          ) : (
            <TableBody
              rows={data.rows}
              columns={columns}
              actions={actions}
              nameOf={props.nameOf}
              stale={data.isPlaceholderData || data.refetchFailure !== null}
              picked={picking?.picked}
              lockedIds={props.lockedIds}
              single={picking?.single ?? false}
              onPick={picking?.onPick}
              groups={props.groups}
              newIds={props.newIds}
              preview={props.preview}
              current={props.current}
            />
          )}
          {props.totals && <TotalsRow {...props.totals} columns={columns} before={before} behind={behind} />}
        </table>
        {children && (!data.isLoading || data.error) ? <div className={classes.empty}>{children}</div> : null}
      </section>
    </>
  )
}

/** Placeholder of the table until the first rows arrive, with rows of the same height. */
function TableSkeleton({ rows, columns }: { rows: number; columns: number }) {
  const widths = [62, 84, 48, 72, 56]
  return (
    <tbody aria-hidden>
      {Array.from({ length: rows }, (_, row) => (
        // Skeleton rows are static and have no ids.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <tr key={row}>
          {Array.from({ length: columns }, (_, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <td key={column}>
              <span
                className={classes.bar}
                style={{ width: `${widths[(row + column * 2) % widths.length]}%` }}
              />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}

/** Marks a table that is scrolled to its last column. */
const markEnd = (area: HTMLElement) =>
  area.toggleAttribute('data-end', area.scrollLeft + area.clientWidth >= area.scrollWidth - 1)

/** Pixels beside most lists, of the navigation. */
const NAVIGATION_WIDTH = 224

/** Whether the table is wider than its area. A guess until the area has been laid out. */
function useIsWide(area: RefObject<HTMLElement | null>, width: number) {
  const [isWide, setWide] = useState(() => width > innerWidth - NAVIGATION_WIDTH)
  useEffect(() => {
    const { current } = area
    if (!current) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWide(width > entry.contentRect.width)
      markEnd(current)
    })
    observer.observe(current)
    return () => observer.disconnect()
  }, [area, width])
  return isWide
}
