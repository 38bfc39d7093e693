import { type Column, type ListDefinition, optionLabel } from '@kontor/contract/lib/lists/list'
import type { Locale } from '@kontor/contract/lib/text/locales'
import type { ReactNode } from 'react'
import type { Format } from '../../lib/i18n/format.ts'
import { StatusChip } from '../ui/StatusChip.tsx'
import { cellValue, type ListRow } from './list-page/wholeList.ts'

/** What a feature defines of a column; name, filter and format come from the list's definition. */
export interface Col<Row> {
  /** Column of the list's definition. */
  key: string
  /** Pixels; by kind when absent. */
  width?: number
  /** The column people know the row by: 500 weight, takes the width that is left. */
  main?: true
  /** Frozen left, cannot be hidden or moved. */
  locked?: true
  /** Texts may take up to three lines, of which two fit into any row. */
  wraps?: true
  /** A code: plain digits, left. */
  code?: true
  /** Shown from the start, here where the list is another's. */
  optional?: false
  /** Instead of the format of its kind, which it can put inside of something else. */
  cell?: (row: Row, format: Format, plain: () => ReactNode) => ReactNode
  /** Place in a phone's two-line row; other columns are left out there. */
  phone?: 'title' | 'line' | 'end' | 'below'
}

/** Columns by name, each with its definition here; the rest comes from the list's definition. */
export const columnsWith = <Row, const Name extends string>(
  names: readonly Name[],
  definitions: { [name in Name]?: Omit<Col<Row>, 'key'> },
): Col<Row>[] => names.map((key) => ({ key, ...definitions[key] }))

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
  /** Numbers, dates and codes, whose digits stand one below the other. */
  isDigits: boolean
  /** `padded` leaves room for the third decimal that another row has. */
  content: (row: Row, padded?: boolean) => ReactNode
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
    const isRight = isNumber || definition.money === true
    const isCoded = isCode && !definition.options
    return {
      ...column,
      definition,
      label: definition.label[locale],
      width: column.width ?? (column.main ? 260 : widthOf(definition)),
      align: isRight ? 'right' : 'left',
      isDigits: isRight || isCoded || definition.filter === 'day',
      content: (row, padded = false) => {
        const look = { format, flag, locale, isNumber, padded }
        const plain = () => content(definition, cellValue(row, column.key, definition), look)
        return column.cell ? column.cell(row, format, plain) : plain()
      },
    }
  })
}

/** The columns as these rows need them: where one amount has thousandths, the others leave room for them. */
export function fitColumns<Row extends ListRow>(
  columns: readonly ReadyColumn<Row>[],
  rows: readonly Row[],
): readonly ReadyColumn<Row>[] {
  const isWide = ({ key, definition }: ReadyColumn<Row>) =>
    definition.money === true && rows.some((row) => hasThousandths(cellValue(row, key, definition)))
  const wide = new Set(columns.filter(isWide))
  const fit = (column: ReadyColumn<Row>) =>
    wide.has(column) ? { ...column, content: (row: Row) => column.content(row, true) } : column
  return wide.size > 0 ? columns.map(fit) : columns
}

const hasThousandths = (value: unknown) => /\.\d\d[1-9]$/.test(String(value))

/** A digit that nobody sees, behind the last one. Percentages stand at the right edge by themselves. */
function Padded({ text }: { text: string }) {
  const [, digits, unit] = /^(.*\d)(\D*)$/s.exec(text) ?? []
  if (digits === undefined || unit === '%') return text
  return (
    <>
      {digits}
      <span data-pad aria-hidden>
        0
      </span>
      {unit}
    </>
  )
}

/** Pixels by kind; money has room for sums such as `-133.300,00 €`. */
const widths = { text: 180, number: 96, day: 150, flag: 116, choice: 150, money: 132 }
const widthOf = ({ filter = 'text', money }: Column) => widths[money ? 'money' : filter]

function content(
  column: Column,
  value: unknown,
  { format, flag, locale, isNumber, padded }: Look & { isNumber: boolean; padded: boolean },
): ReactNode {
  const word = optionLabel(column, value, locale)
  if (column.filter === 'flag')
    return <StatusChip on={value === true || value === 1} label={word ?? (value ? flag.yes : flag.no)} />
  if (word !== undefined) return word
  if (value === null || value === undefined || value === '') return null
  if (column.money) {
    const text = format.euro(String(value))
    const shown = padded && !hasThousandths(value) ? <Padded text={text} /> : text
    return Number(value) === 0 ? <Quiet>{shown}</Quiet> : shown
  }
  if (column.filter === 'day') return column.day ? format.date(String(value)) : format.dateTime(String(value))
  if (column.percent) return `${format.decimal(String(value))}%`
  return isNumber ? format.decimal(String(value)) : String(value)
}

const Quiet = ({ children }: { children: ReactNode }) => (
  <span style={{ color: 'var(--text-3)' }}>{children}</span>
)
