import {
  type ImportAnswers,
  type ImportQuestion,
  QUESTION_EXAMPLES,
} from '@kontor/contract/lib/imports/questions'
import { type Parsed, readings } from '@kontor/contract/lib/numbers/decimal'
import { type DecimalMark, decimalMarks } from '@kontor/contract/lib/text/locales'
import type { Cell } from '../workbook.ts'
import type { ColumnMapping } from './header.ts'

type Decimals = Extract<ImportQuestion, { kind: 'decimals' }>

/**
 * The decimal marks of a column's numbers that are texts: what its cells prove, otherwise what was chosen. A column
 * with only `1.234` proves nothing, a column with both `12,5` and `12.5` is contradictory: both are questions.
 */
export class DecimalMarks {
  readonly #proven = new Map<string, Set<DecimalMark>>()
  readonly #doubts = new Map<
    string,
    { mapping: ColumnMapping; cells: number; examples: Decimals['examples'] }
  >()
  readonly #wanted: NonNullable<ImportAnswers['decimals']>

  constructor(wanted: ImportAnswers['decimals'] = {}) {
    this.#wanted = wanted
  }

  /** Records a cell, unless it is in a row that does not count; true when its number is ambiguous. */
  doubts(row: number, mapping: ColumnMapping, cell: Cell, counts: boolean): boolean {
    if (cell.kind !== 'text' || (mapping.column.kind !== 'decimal' && mapping.column.kind !== 'integer'))
      return false
    const read = readings(String(cell.value))
    if (read.proves && counts)
      this.#proven.set(mapping.key, (this.#proven.get(mapping.key) ?? new Set()).add(read.proves))
    const comma = textOf(read[','])
    const dot = textOf(read['.'])
    if (comma === undefined || dot === undefined || comma === dot) return false
    if (!counts) return true
    const doubt = this.#doubts.get(mapping.key) ?? { mapping, cells: 0, examples: [] }
    this.#doubts.set(mapping.key, doubt)
    doubt.cells += 1
    if (doubt.examples.length < QUESTION_EXAMPLES)
      doubt.examples.push({ row, raw: String(cell.value).trim(), comma, dot })
    return true
  }

  /** The mark of a field's column; without proof or choice the comma, so that the preview has a value. */
  of(field: string): DecimalMark {
    return this.#knownMark(field) ?? decimalMarks.cnr
  }

  /** Whether the mark is proven or chosen. */
  isKnown(field: string): boolean {
    return this.#knownMark(field) !== undefined
  }

  questions(): Decimals[] {
    return [...this.#doubts].flatMap(([field, { mapping, cells, examples }]) => {
      if (this.#proof(field)) return []
      const answer = this.#wanted[field] ?? null
      const { letter: column, header } = mapping
      return [{ kind: 'decimals', blocking: true, answer, field, column, header, cells, examples }]
    })
  }

  #knownMark(field: string): DecimalMark | undefined {
    return this.#proof(field) ?? this.#wanted[field]
  }

  #proof(field: string): DecimalMark | undefined {
    const proven = this.#proven.get(field)
    return proven?.size === 1 ? [...proven][0] : undefined
  }
}

const textOf = (parsed: Parsed) =>
  'value' in parsed ? `${parsed.value}${parsed.percent ? '%' : ''}` : undefined
