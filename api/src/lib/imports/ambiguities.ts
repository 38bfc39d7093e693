import {
  type ImportChoices,
  type ImportQuestion,
  type LeftOutRow,
  type OddRow,
  QUESTION_EXAMPLES,
} from '@kontor/contract/lib/imports/ambiguities'
import type { SheetColumns } from '@kontor/contract/lib/imports/columns'
import { leftOutRows } from '../spreadsheets/header-mapping/odd-rows.ts'
import type { TableRow } from '../spreadsheets/header-mapping/table-rows.ts'

type Row = Pick<TableRow<SheetColumns>, 'row' | 'text'>
type Unknown = Extract<ImportQuestion, { kind: 'unknown' }>

/** Keeps what the rows of a sheet ask while they meet the records, and answers by what was chosen. */
export class Ambiguities {
  readonly #choices: ImportChoices
  readonly #isLeft: (row: number) => boolean
  /** Rows that were named although they are records, or none at all. */
  readonly #stray: Set<number>
  readonly #odd: { row: number; reason: OddRow; text: string }[] = []
  #oddCount = 0
  readonly #unknown: Unknown['rows'] = []
  #unknownCount = 0
  /** The fields without whose columns no record is added; null where none ever is. */
  readonly #missing: readonly string[] | null
  /** Rows that are read as none, in the order in which they are met. */
  readonly leftOut: LeftOutRow[] = []
  readonly #cleared = new Map<string, number>()
  readonly #lacking = new Set<string>()
  #without = 0
  /** Whether one lacks what is asked for. */
  #asksWithout = false

  constructor(choices: ImportChoices, missing: readonly string[] | null) {
    this.#choices = choices
    this.#missing = missing
    this.#isLeft = leftOutRows(choices)
    this.#stray = new Set(Array.isArray(choices.rows) ? choices.rows : [])
  }

  /** Whether a row that is no record is left out; so it is until somebody wants it read. */
  leavesOut({ row, text }: Row, reason: OddRow): boolean {
    this.#oddCount += 1
    if (this.#odd.length < QUESTION_EXAMPLES) this.#odd.push({ row, reason, text })
    this.#stray.delete(row)
    if (this.#isLeft(row)) this.leftOut.push({ row, reason, text })
    return this.#isLeft(row)
  }

  /** Whether a row is left out whose record does not exist and is not added. */
  leavesUnknown({ row, text }: Row): boolean {
    this.#unknownCount += 1
    if (this.#unknown.length < QUESTION_EXAMPLES) this.#unknown.push({ row, text })
    const isLeft = (this.#choices.unknown ?? (this.#asksUnknown ? 'leave_out' : 'refuse')) === 'leave_out'
    if (isLeft) this.leftOut.push({ row, reason: 'unknown', text })
    return isLeft
  }

  /** Where the file only lacks columns, the file may be the wrong one: nothing is left out without an answer. */
  get #asksUnknown() {
    return this.#missing === null || this.#missing.length === 0
  }

  /** Whether an empty cell empties what the record has. */
  clears(field: string): boolean {
    this.#cleared.set(field, (this.#cleared.get(field) ?? 0) + 1)
    return this.#choices.clear ?? false
  }

  /** Whether a record is created although it lacks fields that need an answer or a warning. */
  createsWithout(asked: readonly string[], warned: readonly string[]): boolean {
    this.#without += 1
    if (asked.length > 0) this.#asksWithout = true
    for (const field of [...asked, ...warned]) this.#lacking.add(field)
    return this.#choices.create_without ?? true
  }

  questions(): ImportQuestion[] {
    const { rows, create_without, clear = false } = this.#choices
    const asked: ImportQuestion[] = []
    const isStray = this.#stray.size > 0
    if (this.#oddCount > 0 || isStray)
      asked.push({
        ...{ kind: 'rows', blocking: true, answer: isStray ? null : (rows ?? null) },
        ...{ count: this.#oddCount, rows: this.#odd },
      })
    if (this.#unknownCount > 0)
      asked.push({
        ...{ kind: 'unknown', blocking: this.#asksUnknown },
        ...{ answer: this.#choices.unknown ?? (this.#asksUnknown ? null : 'refuse') },
        ...{ count: this.#unknownCount, fields: [...(this.#missing ?? [])], rows: this.#unknown },
      })
    if (this.#without > 0)
      asked.push({
        ...{ kind: 'create_without', blocking: this.#asksWithout },
        ...{ answer: create_without ?? (this.#asksWithout ? null : true) },
        ...{ fields: [...this.#lacking], count: this.#without },
      })
    const columns = [...this.#cleared].map(([field, cells]) => ({ field, cells }))
    const cells = columns.reduce((sum, column) => sum + column.cells, 0)
    if (cells > 0) asked.push({ kind: 'clear', blocking: false, answer: clear, cells, columns })
    return asked
  }
}
