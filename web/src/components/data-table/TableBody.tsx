import { type MouseEvent, memo, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMedia } from '../../lib/layout/useMedia.ts'
import { IconButton } from '../ui/IconButton.tsx'
import checkClasses from './check.module.css'
import { fitColumns, type ReadyColumn } from './columns.tsx'
import { GroupedRows, type Grouping } from './Groups.tsx'
import type { ListRow } from './listRow.ts'
import { frozen, frozenActions, frozenSelect } from './placing.ts'
import type { RowAction } from './rowAction.ts'
import { moveFocus, previewKey, rowKey } from './rowKeys.ts'
import type { RowPreview } from './side-panel/usePreview.ts'
import classes from './table.module.css'
import { useFocusRestore } from './useFocusRestore.ts'

interface TableBodyProps<Row> {
  rows: readonly Row[]
  columns: readonly ReadyColumn<Row>[]
  actions: readonly RowAction<Row>[]
  nameOf: (row: Row) => string
  stale?: boolean
  picked?: ReadonlySet<number> | undefined
  /** Ids of selected rows that cannot be deselected. */
  lockedIds?: ReadonlySet<number> | undefined
  /** Whether one row or several can be selected. */
  single?: boolean
  groups?: Grouping<Row> | undefined
  /** Ids of rows that have just been added. */
  newIds?: ReadonlySet<number> | undefined
  onPick?: ((ids: number[], on: boolean) => void) | undefined
  /** Opens rows in the side panel; `current` is the open one. */
  preview?: RowPreview | undefined
  current?: number | undefined
}

/**
 * The rows. Memoised on rows, columns, actions and selection, so that typing in a filter or opening a
 * dialog does not render them: every prop must keep its identity.
 */
export const TableBody = memo(Body) as typeof Body // memo() drops the type parameter

function Body<Row extends ListRow>({ rows, stale, groups, ...rest }: TableBodyProps<Row>) {
  const columns = useMemo(() => fitColumns(rest.columns, rows), [rest.columns, rows])
  const body = useRef<HTMLTableSectionElement>(null)
  const { onFocus, onBlur } = useFocusRestore(body, rows)
  const hidesIcons = useMedia('(hover: hover) and (pointer: fine)')
  const drawn = (row: Row) => (
    <TableRow
      key={row.id}
      row={row}
      first={!groups && row === rows[0]}
      isFresh={rest.newIds?.has(row.id) ?? false}
      isPicked={rest.picked?.has(row.id) ?? false}
      isLocked={rest.lockedIds?.has(row.id) ?? false}
      isCurrent={rest.current === row.id}
      hidesIcons={hidesIcons ?? false}
      columns={columns}
      actions={rest.actions}
      nameOf={rest.nameOf}
      single={rest.single}
      onPick={rest.onPick}
      preview={rest.preview}
    />
  )
  const { preview } = rest
  return (
    <tbody
      ref={body}
      className={classes.body}
      data-stale={stale || undefined}
      data-opens={preview && ''}
      onKeyDown={moveFocus}
      onFocus={(event) => {
        onFocus(event)
        if (event.target instanceof HTMLTableRowElement) preview?.follow(Number(event.target.dataset.id))
      }}
      onBlur={onBlur}
      onMouseOver={nameCutText}
      onClick={preview && ((event) => openClickedRow(event, preview))}
    >
      {groups ? (
        <GroupedRows
          rows={rows}
          groups={groups}
          columns={columns}
          hasActions={rest.actions.length > 0}
          picked={rest.picked}
          onPick={rest.onPick}
        >
          {drawn}
        </GroupedRows>
      ) : (
        rows.map(drawn)
      )}
    </tbody>
  )
}

interface TableRowProps<Row>
  extends Omit<
    TableBodyProps<Row>,
    'rows' | 'picked' | 'lockedIds' | 'single' | 'groups' | 'newIds' | 'current'
  > {
  row: Row
  first: boolean
  isFresh: boolean
  isPicked: boolean
  isLocked: boolean
  isCurrent: boolean
  /** Its buttons are seen when it is pointed at or has the focus, see `.actions`. */
  hidesIcons: boolean
  single: boolean | undefined
}

const TableRow = memo(PlainRow) as typeof PlainRow

function PlainRow<Row extends ListRow>(props: TableRowProps<Row>) {
  const { row, first, isPicked, isLocked, columns, actions, nameOf, single, onPick, preview } = props
  const t = useTranslations()
  const [isReached, setReached] = useState(false)
  const reach = isReached || !props.hidesIcons ? undefined : () => setReached(true)
  const available = actions.filter((action) => action.when?.(row) ?? true)
  const pick = onPick && (() => !isLocked && onPick([row.id], !isPicked))
  return (
    <tr
      className={classes.row}
      tabIndex={first ? 0 : -1}
      data-id={row.id}
      data-fresh={props.isFresh || undefined}
      aria-selected={onPick ? isPicked || isLocked : undefined}
      data-held={isLocked || undefined}
      data-off={row.is_active === false || undefined}
      data-current={props.isCurrent || undefined}
      aria-current={props.isCurrent || undefined}
      onPointerEnter={reach}
      onFocus={reach}
      onKeyDown={(event) =>
        preview
          ? previewKey(event, row, preview, { actions: available, pick })
          : rowKey(event, row, { actions: available, pick })
      }
    >
      {pick && (
        <td {...frozenSelect(columns)}>
          <input
            type={single ? 'radio' : 'checkbox'}
            className={checkClasses.check}
            checked={isPicked || isLocked}
            disabled={isLocked}
            onChange={pick}
            aria-label={t('table.select', { name: nameOf(row) })}
          />
        </td>
      )}
      {columns.map((column, index) => (
        <td
          key={column.key}
          data-align={column.align}
          data-main={column.main}
          data-code={column.code}
          data-day={column.definition.filter === 'day' || undefined}
          data-digits={column.isDigits || undefined}
          {...frozen(columns, index, pick !== undefined)}
        >
          {column.wraps ? <span className={classes.wraps}>{column.content(row)}</span> : column.content(row)}
        </td>
      ))}
      {actions.length > 0 && (
        <ActionsCell row={row} actions={available} columns={columns} hasIcons={!reach} />
      )}
    </tr>
  )
}

type ActionsCellProps<Row> = Pick<TableRowProps<Row>, 'row' | 'columns'> & {
  actions: readonly RowAction<Row>[]
  hasIcons: boolean
}

const ActionsCell = <Row,>({ row, actions, columns, hasIcons }: ActionsCellProps<Row>) => (
  <td {...frozenActions(columns)}>
    <div className={classes.actions} data-actions>
      {actions.map((action) => (
        <IconButton
          key={action.key}
          icon={hasIcons ? action.icon : undefined}
          label={action.label}
          data-action={action.key}
          size="small"
          onClick={() => action.run(row)}
        />
      ))}
    </div>
  </td>
)

/** A text that is cut is whole in its cell's tooltip. */
function nameCutText({ target }: MouseEvent) {
  const cell = (target as Element).closest('td')
  if (!cell) return
  if (cell.scrollWidth > cell.clientWidth) cell.title = cell.textContent
  else cell.removeAttribute('title') // it was cut before
}

const CONTROLS = 'a, button, input, label, select, textarea, [data-inline]'

/** Opens the clicked row, unless a control inside was clicked or text is being selected. */
function openClickedRow({ target }: MouseEvent, preview: RowPreview) {
  if (!(target instanceof Element) || target.closest(CONTROLS)) return
  const row = target.closest<HTMLElement>('tr[data-id]')
  if (row && getSelection()?.isCollapsed !== false) preview.open(Number(row.dataset.id))
}
