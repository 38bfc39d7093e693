import { MAX_CELL_TEXT } from '../limits.ts'
import { type Cell, textCell } from '../workbook.ts'

/** Programs write `="00123"` to make Excel treat a value as text. */
const KEPT_AS_TEXT = /^\s*="([^"]*)"\s*$/

/** A cell of a text file; undefined when it is blank. */
export function cellOfText(text: string): Omit<Cell, 'column'> | undefined {
  const content = text.slice(0, MAX_CELL_TEXT + 1)
  return textCell(KEPT_AS_TEXT.exec(content)?.[1] ?? content)
}

/** As {@link cellOfText} for CSV, where a stray quote may have merged several rows. */
export function cellOfCsv(text: string, separator: string, column: number): Cell | undefined {
  const cell = cellOfText(text)
  if (!cell) return undefined
  const [last = '', ...before] = text
    .trimEnd()
    .split(/[\r\n]+/)
    .toReversed()
  if (before.length === 0) return { ...cell, column }
  if (!text.includes(separator)) return { ...cell, column, isOnLines: true }
  return { ...cell, column, kind: 'torn', hasRows: last.split(separator).length > column }
}
