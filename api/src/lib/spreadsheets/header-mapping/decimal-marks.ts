import {
  type ImportChoices,
  type ImportQuestion,
  QUESTION_EXAMPLES,
} from '@kontor/contract/lib/imports/ambiguities'
import { type Parsed, readings } from '@kontor/contract/lib/numbers/decimal'
import { type DecimalMark, decimalMarks } from '@kontor/contract/lib/text/locales'
import type { Cell } from '../workbook.ts'
import type { Place } from './header.ts'

type Decimals = Extract<ImportQuestion, { kind: 'decimals' }>

/**
 * What stands before the decimals of a column's numbers that are text: what its cells prove, else what was chosen. A
 * column of nothing but `1.234` proves nothing, one with both `12,5` and `12.5` too much: there it is asked.
 */
export class DecimalMarks {
  readonly #proven = new Map<string, Set<DecimalMark>>()
  readonly #doubts = new Map<string, { place: Place; cells: number; examples: Decimals['examples'] }>()
  readonly #wanted: NonNullable<ImportChoices['decimals']>

  constructor(wanted: ImportChoices['decimals'] = {}) {
    this.#wanted = wanted
  }

  /** Takes note of a cell, unless it does not count; true when it means one thing with a comma and another with a point. */
  doubts(row: number, place: Place, cell: Cell, counts: boolean): boolean {
    if (cell.kind !== 'text' || (place.column.kind !== 'decimal' && place.column.kind !== 'integer'))
      return false
    const read = readings(String(cell.value))
    if (read.proves && counts)
      this.#proven.set(place.key, (this.#proven.get(place.key) ?? new Set()).add(read.proves))
    const [comma, dot] = [textOf(read[',']), textOf(read['.'])]
    if (comma === undefined || dot === undefined || comma === dot) return false
    if (!counts) return true
    const doubt = this.#doubts.get(place.key) ?? { place, cells: 0, examples: [] }
    this.#doubts.set(place.key, doubt)
    doubt.cells += 1
    if (doubt.examples.length < QUESTION_EXAMPLES)
      doubt.examples.push({ row, raw: String(cell.value).trim(), comma, dot })
    return true
  }

  /** The mark of a field's column; without proof and choice the comma, so that there is something to show. */
  of(field: string): DecimalMark {
    return this.#knownMark(field) ?? decimalMarks.cnr
  }

  /** Whether it is proven or chosen. */
  isKnown(field: string): boolean {
    return this.#knownMark(field) !== undefined
  }

  questions(): Decimals[] {
    return [...this.#doubts].flatMap(([field, { place, cells, examples }]) => {
      if (this.#proof(field)) return []
      const answer = this.#wanted[field] ?? null
      const { letter: column, header } = place
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
