import type { ReactNode } from 'react'
import type { ReadyColumn } from './columns.tsx'
import classes from './TotalsRow.module.css'

/** The footer of all rows, not of one page: a text, and sums by column key. */
export interface Totals {
  text: ReactNode
  cells: Readonly<Record<string, ReactNode>>
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
export function TotalsRow<Row>({ text, cells, columns, before, behind }: TotalsRowProps<Row>) {
  const first = columns.findIndex(({ key }) => cells[key] !== undefined)
  const from = first < 0 ? columns.length : first
  return (
    <tfoot className={classes.totals}>
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
