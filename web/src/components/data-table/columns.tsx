import { type Column, type ListDefinition, optionLabel } from '@kontor/contract/lib/lists/list'
import type { Locale } from '@kontor/contract/lib/text/locales'
import type { ReactNode } from 'react'
import type { Format } from '../../lib/i18n/format.ts'
import { StatusChip } from '../ui/StatusChip.tsx'
import { cellValue, type ListRow } from './listRow.ts'
import classes from './table.module.css'

/** What a feature defines per column; name, filter and format come from the list definition. */
export interface Col<Row> {
  /** Key of the column in the list definition. */
  key: string
  /** Pixels; by the column's kind when absent. */
  width?: number
  /** The column that identifies the row: weight 500, takes the remaining width, alone or with those that grow. */
  main?: true
  /** Shares the remaining width with the main column. */
  grows?: true
  /** Frozen at the left; cannot be hidden or moved. */
  locked?: true
  /** Text wraps to at most three lines; two fit any row. */
  wraps?: true
  /** A code: plain digits, left-aligned. */
  code?: true
  /** Hidden by default, or visible although the list definition says optional. */
  optional?: boolean
  /** Left out of the side panel, where another column says it. */
  implied?: true
  /** Replaces the default cell; `plain` renders the default inside it. */
  cell?: (row: Row, format: Format, plain: () => ReactNode) => ReactNode
  /** Position in the two-line row on phones; columns without one are not shown there. */
  phone?: 'title' | 'line' | 'end' | 'below'
}

/** Columns by name; the rest comes from the list definition. */
export const columnsWith = <Row, const Name extends string>(
  names: readonly Name[],
  definitions: { [name in Name]?: Omit<Col<Row>, 'key'> },
): Col<Row>[] => names.map((key) => ({ key, ...definitions[key] }))

/** Texts for a flag of this list: 'Aktivna', 'Neaktivna'. */
export interface FlagWords {
  yes: string
  no: string
}

/** A column ready to be rendered. */
export interface ReadyColumn<Row> extends Col<Row> {
  label: string
  definition: Column
  width: number
  align: 'left' | 'right'
  /** Numbers, dates and codes, whose digits are aligned vertically. */
  isDigits: boolean
  /** `padded` leaves room for a third decimal that another row has. */
  content: (row: Row, padded?: boolean) => ReactNode
}

interface CellContext {
  locale: Locale
  format: Format
  flag: FlagWords
}

/**
 * The columns with names, widths and cell renderers. Memoise the result: the table body depends on its
 * identity.
 */
export function readyColumns<Row extends ListRow>(
  list: ListDefinition,
  columns: readonly Col<Row>[],
  { locale, format, flag }: CellContext,
): ReadyColumn<Row>[] {
  return columns.map((column) => {
    const definition = list.columns[column.key]
    if (!definition) throw new Error(`the list has no column ${column.key}`)
    const isCode = column.code || definition.options || column.key === 'id'
    const isNumber = definition.filter === 'number' && !isCode
    const isRightAligned = isNumber || definition.money === true
    const isCoded = isCode && !definition.options
    return {
      ...column,
      definition,
      label: definition.label[locale],
      width: column.width ?? (column.main ? 260 : widthOf(definition)),
      align: isRightAligned ? 'right' : 'left',
      isDigits: isRightAligned || isCoded || definition.filter === 'day',
      content: (row, padded = false) => {
        const formatting = { format, flag, locale, isNumber, padded }
        const plain = () => content(definition, cellValue(row, column.key, definition), formatting)
        return column.cell ? column.cell(row, format, plain) : plain()
      },
    }
  })
}

/** Adapts the columns to the rows: when one amount has three decimals, the others are padded. */
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

/** An invisible digit at the end, so that the commas are aligned. Percentages are right-aligned without it. */
const Padded = ({ text }: { text: string }) => (
  <>
    {text}
    {!text.endsWith('%') && (
      <span data-pad aria-hidden>
        0
      </span>
    )}
  </>
)

/** Pixels by kind; money fits sums such as `-133.300,00 €`. */
const widths = { text: 180, number: 96, day: 122, flag: 116, choice: 150, money: 132 }
const widthOf = ({ filter = 'text', money }: Column) => widths[money ? 'money' : filter]

function content(
  column: Column,
  value: unknown,
  { format, flag, locale, isNumber, padded }: CellContext & { isNumber: boolean; padded: boolean },
): ReactNode {
  const word = optionLabel(column, value, locale)
  if (column.filter === 'flag')
    return <StatusChip on={value === true || value === 1} label={word ?? (value ? flag.yes : flag.no)} />
  if (word !== undefined) return word
  if (value === null || value === undefined || value === '') return null
  if (column.money) {
    const text = format.euro(String(value))
    const shown = padded && !hasThousandths(value) ? <Padded text={text} /> : text
    return Number(value) === 0 ? <span className={classes.zero}>{shown}</span> : shown
  }
  if (column.filter === 'day' && column.day) return format.date(String(value))
  if (column.filter === 'day') return <Moment moment={String(value)} format={format} />
  if (column.percent) return `${format.decimal(String(value))}%`
  return isNumber ? format.decimal(String(value)) : String(value)
}

/** A timestamp: this year's without the year, an older one without the time. The full one is its title. */
const Moment = ({ moment, format }: { moment: string; format: Format }) => (
  <time dateTime={moment} title={format.dateTime(moment)}>
    {format.shortDateTime(moment)}
  </time>
)
