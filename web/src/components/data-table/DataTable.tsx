import { VisuallyHidden } from '@mantine/core'
import {
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTranslations } from 'use-intl'
import { inNextFrame } from '../../lib/layout/nextFrame.ts'
import { StaleBar } from '../ui/StaleBar.tsx'
import type { FlagWords, ReadyColumn } from './columns.tsx'
import type { Grouping } from './Groups.tsx'
import type { ListState } from './list-page/listState.ts'
import type { ChangeList } from './list-page/useListState.ts'
import type { Rows } from './list-page/useRows.ts'
import type { ListRow } from './list-page/wholeList.ts'
import { tableWidth } from './placing.ts'
import type { RowAction } from './rowAction.ts'
import type { RowPreview } from './side-panel/usePreview.ts'
import { TableBody } from './TableBody.tsx'
import { TableHead } from './TableHead.tsx'
import classes from './table.module.css'
import type { FilterForm } from './toolbar/useFilterForm.ts'
import below from './totals.module.css'

/** Row selection. `single`: one row at a time. */
interface Picking {
  picked: ReadonlySet<number>
  onPick: (ids: number[], on: boolean) => void
  single?: boolean
}

/** The footer of all rows, not of one page: a text, and sums by column key. */
export interface Totals {
  text: ReactNode
  cells: Readonly<Record<string, ReactNode>>
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

interface TotalsRowProps<Row> extends Totals {
  columns: readonly ReadyColumn<Row>[]
  /** Number of columns before and after those of the list. */
  before: number
  behind: number
}

/**
 * The text takes the space left of the first sum; a right-aligned sum also takes the columns without a
 * sum before it.
 */
function TotalsRow<Row>({ text, cells, columns, before, behind }: TotalsRowProps<Row>) {
  const first = columns.findIndex(({ key }) => cells[key] !== undefined)
  const from = first < 0 ? columns.length : first
  return (
    <tfoot className={below.totals}>
      <tr>
        {from + before > 0 && (
          <th scope="row" colSpan={from + before}>
            {text}
          </th>
        )}
        {spread(columns.slice(from), cells).map(({ key, align, span }) => (
          <td key={key} data-align={align} colSpan={span}>
            {cells[key]}
          </td>
        ))}
        {behind > 0 && <td />}
      </tr>
    </tfoot>
  )
}

function spread<Row>(columns: readonly ReadyColumn<Row>[], cells: Totals['cells']) {
  const spread: { key: string; align: 'left' | 'right'; span: number }[] = []
  for (const { key, align } of columns) {
    const last = spread.at(-1)
    const takes = last && cells[last.key] === undefined && align === 'right' ? last.span : 0
    if (takes) spread.pop()
    spread.push({ key, align, span: 1 + takes })
  }
  return spread
}

/**
 * Milliseconds after a key or a click outside of the table, such as in a dialog, in which new rows count
 * as the user's own.
 */
const OWN_INPUT_MS = 5000

/**
 * Scroll position of a table: another page starts at its first row, and the row under the pointer stays
 * in place when rows of others are added above it. After an input of the user the table does not scroll,
 * so that rows they have added stay visible. Returns the props of the scroll area.
 */
function useRowAnchor(rows: readonly unknown[], state: { page: number }) {
  const area = useRef<HTMLElement>(null)
  const anchor = useRef<{ row: HTMLElement; top: number; state: unknown } | null>(null)
  const acted = useLastInputTime(area)
  const page = useRef(state.page)
  useEffect(() => {
    if (page.current === state.page) return // a new table is at its top already
    page.current = state.page
    return inNextFrame(() => area.current?.scrollTo({ top: 0 }))
  }, [state.page])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the rows change
  useLayoutEffect(() => {
    const { current } = anchor
    if (!current?.row.isConnected) return
    const pushed = current.row.offsetTop - current.top
    const isOwn = performance.now() - acted.current < OWN_INPUT_MS
    if (pushed && current.state === state && !isOwn)
      area.current?.scrollBy({ top: pushed, behavior: 'instant' })
    anchor.current = { row: current.row, top: current.row.offsetTop, state }
  }, [rows, state, acted])
  return {
    ref: area,
    onPointerOver: ({ target }: PointerEvent<HTMLElement>) => {
      const row = (target as Element).closest('tr')
      anchor.current = row && { row, top: row.offsetTop, state }
    },
    onPointerLeave: () => {
      anchor.current = null
    },
  }
}

/** Pixels beside most lists, of the navigation. */
const NAVIGATION_WIDTH = 224

/** Whether the table is wider than its area. A guess until the area has been laid out. */
function useIsWide(area: RefObject<HTMLElement | null>, width: number) {
  const [isWide, setWide] = useState(() => width > innerWidth - NAVIGATION_WIDTH)
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => entry && setWide(width > entry.contentRect.width))
    if (area.current) observer.observe(area.current)
    return () => observer.disconnect()
  }, [area, width])
  return isWide
}

/** The time of the last key or click outside of the table. */
function useLastInputTime(area: RefObject<HTMLElement | null>) {
  const last = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    const ends = new AbortController()
    const on = { capture: true, signal: ends.signal }
    const note = ({ target, timeStamp }: Event) => {
      if (!area.current?.contains(target as Node)) last.current = timeStamp
    }
    document.addEventListener('pointerdown', note, on)
    document.addEventListener('keydown', note, on)
    return () => ends.abort()
  }, [area])
  return last
}
