import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { type ComponentType, Fragment, type KeyboardEvent, type ReactNode, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ReadyColumn } from './columns.tsx'
import classes from './Groups.module.css'
import { runOnce } from './rowKeys.ts'
import { SelectAll } from './SelectAll.tsx'

/** How adjacent rows are grouped. */
export interface Grouping<Row> {
  keyOf: (row: Row) => number
  nameOf: (row: Row) => string
  /** Facts of the whole group after its name; the page may show only a part of the group. */
  Facts?: ComponentType<{ row: Row }>
  /**
   * Facts under columns of their own, by key. The group's header ends at the first of them; the last one
   * spans the rest.
   */
  cells?: Readonly<Record<string, ComponentType<{ row: Row }>>>
  /** Columns whose value is the same in all rows of a group and shown in its header. */
  hides: readonly string[]
}

interface GroupedRowsProps<Row> {
  rows: readonly Row[]
  groups: Grouping<Row>
  columns: readonly ReadyColumn<Row>[]
  hasActions: boolean
  picked: ReadonlySet<number> | undefined
  onPick: ((ids: number[], on: boolean) => void) | undefined
  children: (row: Row) => ReactNode
}

/** The rows below their group headers. A header collapses its rows and selects all of them. */
export function GroupedRows<Row extends { id: number }>(props: GroupedRowsProps<Row>) {
  const { rows, groups, children } = props
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set())
  const runs = useMemo(() => runsOf(rows, groups), [rows, groups])
  const fold = (key: number) =>
    setFolded((last) =>
      last.has(key) ? new Set([...last].filter((one) => one !== key)) : last.union(new Set([key])),
    )
  return runs.map((run, index) => {
    const [first] = run
    const key = groups.keyOf(first)
    const isFolded = folded.has(key)
    return (
      // Two groups can have the same key only when the sort order separates them.
      <Fragment key={runs.findIndex(([other]) => groups.keyOf(other) === key) === index ? key : -first.id}>
        <GroupRow
          {...props}
          run={run}
          first={first}
          isFirst={index === 0}
          isFolded={isFolded}
          onFold={() => fold(key)}
        />
        {!isFolded && run.map(children)}
      </Fragment>
    )
  })
}

interface GroupRowProps<Row> extends Omit<GroupedRowsProps<Row>, 'rows' | 'children'> {
  run: readonly Row[]
  first: Row
  isFirst: boolean
  isFolded: boolean
  onFold: () => void
}

function GroupRow<Row extends { id: number }>(props: GroupRowProps<Row>) {
  const { run, first, isFirst, isFolded, onFold, groups, picked, onPick } = props
  const t = useTranslations()
  const name = groups.nameOf(first)
  const { span, cells } = placed(props)
  const Icon = isFolded ? IconChevronRight : IconChevronDown
  const pickAll = () => {
    const ids = run.map(({ id }) => id)
    onPick?.(ids, !ids.every((id) => picked?.has(id)))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return
    if (event.key === 'Enter') runOnce(event, onFold)
    else if (event.key === ' ') runOnce(event, pickAll)
  }
  return (
    <tr className={classes.group} tabIndex={isFirst ? 0 : -1} onKeyDown={onKeyDown}>
      {onPick && picked && (
        <td>
          <SelectAll rows={run} picked={picked} onPick={onPick} label={t('table.select', { name })} />
        </td>
      )}
      <td colSpan={span}>
        <div className={classes.head}>
          <button type="button" aria-expanded={!isFolded} onClick={onFold}>
            <Icon size={16} aria-hidden />
            <span>{name}</span>
          </button>
          {groups.Facts && <groups.Facts row={first} />}
        </div>
      </td>
      {cells.map(({ key, align, Cell, span }) => (
        <td key={key} data-align={align} colSpan={span}>
          {Cell && <Cell row={first} />}
        </td>
      ))}
    </tr>
  )
}

/** The column span of the header, without its checkbox, and the cells after it. */
function placed<Row extends { id: number }>({ columns, hasActions, groups }: GroupRowProps<Row>) {
  const { cells = {} } = groups
  const count = columns.length + (hasActions ? 1 : 0)
  const from = columns.findIndex(({ key }) => cells[key])
  if (from < 1) return { span: count, cells: [] }
  const last = columns.findLastIndex(({ key }) => cells[key])
  return {
    span: from,
    cells: columns.slice(from, last + 1).map(({ key, align }, index) => ({
      key,
      align,
      Cell: cells[key],
      span: from + index === last ? count - last : 1,
    })),
  }
}

/** Runs of adjacent rows with the same key. */
function runsOf<Row>(rows: readonly Row[], { keyOf }: Grouping<Row>) {
  const runs: [Row, ...Row[]][] = []
  for (const row of rows) {
    const last = runs.at(-1)
    if (last && keyOf(last[0]) === keyOf(row)) last.push(row)
    else runs.push([row])
  }
  return runs
}
