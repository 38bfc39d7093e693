import { type Column, type ListDefinition, optionLabel } from '@kontor/contract/kit/list'
import type { Locale } from '@kontor/contract/kit/locales'
import type { ReactNode } from 'react'
import type { Format } from '../format.ts'
import { StatusChip } from '../StatusChip.tsx'
import { cellValue, type ListRow } from '../wholeList.ts'

/** What a room says about a column; name, filter and format come from the list's definition. */
export interface Col<Row> {
  /** Column of the list's definition. */
  key: string
  /** Pixels; by kind when absent. */
  width?: number
  /** The column people know the row by: 500 weight, takes the width that is left. */
  main?: true
  /** Frozen left, cannot be hidden or moved. */
  locked?: true
  /** A code: plain digits, left. */
  code?: true
  /** Hidden until someone chooses it. */
  optional?: true
  /** Instead of the format of its kind. */
  cell?: (row: Row, format: Format) => ReactNode
  /** Place in a phone's two-line row; other columns are left out there. */
  phone?: 'title' | 'line' | 'end' | 'below'
}

/** The words for a flag in this list: 'Aktivna', 'Neaktivna'. */
export interface FlagWords {
  yes: string
  no: string
}

/** A column ready to be drawn. */
export interface ReadyColumn<Row> extends Col<Row> {
  label: string
  definition: Column
  width: number
  align: 'left' | 'right'
  content: (row: Row) => ReactNode
}

interface Look {
  locale: Locale
  format: Format
  flag: FlagWords
}

/** Columns with their names, widths and cells. Keep the result while the arguments stay: the table body hangs on it. */
export function readyColumns<Row extends ListRow>(
  list: ListDefinition,
  columns: readonly Col<Row>[],
  { locale, format, flag }: Look,
): ReadyColumn<Row>[] {
  return columns.map((column) => {
    const definition = list.columns[column.key]
    if (!definition) throw new Error(`the list has no column ${column.key}`)
    const isCode = column.code || definition.options || column.key === 'id'
    const isNumber = definition.filter === 'number' && !isCode
    return {
      ...column,
      definition,
      label: definition.label[locale],
      width: column.width ?? (column.main ? 260 : (widths[definition.filter ?? 'text'] ?? 160)),
      align: isNumber || definition.money ? 'right' : 'left',
      content: (row) =>
        column.cell
          ? column.cell(row, format)
          : content(definition, cellValue(row, column.key, definition), { format, flag, locale, isNumber }),
    }
  })
}

const widths: Record<string, number> = { text: 180, number: 96, day: 150, flag: 116 }

function content(
  column: Column,
  value: unknown,
  { format, flag, locale, isNumber }: Look & { isNumber: boolean },
): ReactNode {
  const word = optionLabel(column, value, locale)
  if (column.filter === 'flag')
    return <StatusChip on={value === true} label={word ?? (value ? flag.yes : flag.no)} />
  if (word !== undefined) return word
  if (value === null || value === undefined || value === '') return null
  if (column.money)
    return Number(value) === 0 ? <Quiet>{format.euro('0')}</Quiet> : format.euro(String(value))
  if (column.filter === 'day') return format.dateTime(String(value))
  return isNumber ? format.decimal(String(value)) : String(value)
}

const Quiet = ({ children }: { children: ReactNode }) => (
  <span style={{ color: 'var(--text-3)' }}>{children}</span>
)
