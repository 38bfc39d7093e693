import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { focusRows } from '../../lib/shortcuts/focusRows.ts'
import type { FlagWords, ReadyColumn } from './columns.tsx'
import type { ListState } from './list-page/listState.ts'
import type { ChangeList } from './list-page/useListState.ts'
import { actionsWidth, EDGE_WIDTH, frozen, frozenActions, frozenSelect, SELECT_WIDTH } from './placing.ts'
import { SelectAll } from './SelectAll.tsx'
import classes from './table.module.css'
import { FilterInput } from './toolbar/FilterInput.tsx'
import type { FilterForm } from './toolbar/useFilterForm.ts'

interface TableHeadProps<Row> {
  columns: readonly ReadyColumn<Row>[]
  state: ListState
  onChange: ChangeList
  form: FilterForm
  flag: FlagWords
  /** Most actions that a row has. */
  actions: number
  /** Whether rows can be selected; `select` is given when several can. */
  selectable: boolean
  select?:
    | {
        rows: readonly { id: number }[]
        picked: ReadonlySet<number>
        onPick: (ids: number[], on: boolean) => void
      }
    | undefined
}

/** The header: column names, which sort, and the filters below. */
export function TableHead<Row>(props: TableHeadProps<Row>) {
  const { columns, state, onChange, actions, selectable, select } = props
  const t = useTranslations()
  return (
    <thead>
      <tr>
        {selectable && (
          <td {...frozenSelect(columns)} style={{ width: SELECT_WIDTH, ...frozenSelect(columns).style }}>
            {select && <SelectAll {...select} />}
          </td>
        )}
        {columns.map((column, index) => (
          <ColumnName
            key={column.key}
            column={column}
            state={state}
            onChange={onChange}
            frozenProps={frozen(columns, index, selectable)}
            edge={index === 0 && !selectable && !column.locked ? EDGE_WIDTH : 0}
          />
        ))}
        {actions > 0 && (
          <th
            scope="col"
            data-align="right"
            data-actions
            {...frozenActions(columns)}
            style={{ width: actionsWidth(actions) }}
          >
            {t('table.actions')}
          </th>
        )}
      </tr>
      <FilterRow {...props} />
    </thead>
  )
}

function FilterRow<Row>({ columns, state, form, flag, actions, selectable }: TableHeadProps<Row>) {
  return (
    <tr ref={form.ref} onKeyDown={focusRows}>
      {selectable && <td {...frozenSelect(columns)} />}
      {columns.map((column, index) => (
        <td key={column.key} data-main={column.main} {...frozen(columns, index, selectable)}>
          {column.definition.filter && <FilterInput column={column} state={state} form={form} flag={flag} />}
        </td>
      ))}
      {actions > 0 && <td {...frozenActions(columns)} />}
    </tr>
  )
}

interface ColumnNameProps<Row> {
  column: ReadyColumn<Row>
  state: ListState
  onChange: ChangeList
  frozenProps: ReturnType<typeof frozen>
  /** Pixels added to the column's width. */
  edge: number
}

function ColumnName<Row>({ column, state, onChange, frozenProps, edge }: ColumnNameProps<Row>) {
  const sorted = state.by === column.key
  const Arrow = state.desc ? IconArrowDown : IconArrowUp
  return (
    <th
      scope="col"
      aria-sort={sorted ? (state.desc ? 'descending' : 'ascending') : undefined}
      data-align={column.align}
      {...frozenProps}
      style={{
        ...('style' in frozenProps && frozenProps.style),
        width: column.main || column.grows ? undefined : column.width + edge,
      }}
    >
      {column.definition.sort === false ? (
        column.label
      ) : (
        <button
          type="button"
          className={classes.sort}
          onClick={() => onChange({ by: column.key, desc: sorted && !state.desc })}
        >
          {column.label}
          {sorted && <Arrow size={14} aria-hidden />}
        </button>
      )}
    </th>
  )
}
