import type { SheetColumns } from '@kontor/contract/lib/imports/columns'
import {
  type ImportAnswers,
  type ImportQuestion,
  type LeftOutRow,
  type OddRow,
  QUESTION_EXAMPLES,
} from '@kontor/contract/lib/imports/questions'
import { leftOutRows } from '../../spreadsheets/header-mapping/odd-rows.ts'
import type { TableRow } from '../../spreadsheets/header-mapping/table-rows.ts'

type Row = Pick<TableRow<SheetColumns>, 'row' | 'text'>
type Unknown = Extract<ImportQuestion, { kind: 'unknown' }>

/** Collects the questions of a sheet while its rows are matched, and applies the given answers. */
export class Questions {
  readonly #answers: ImportAnswers
  readonly #isLeft: (row: number) => boolean
  /** Row numbers in the answers that are records, or that do not exist. */
  readonly #stray: Set<number>
  readonly #odd: { row: number; reason: OddRow; text: string }[] = []
  #oddCount = 0
  readonly #unknown: Unknown['rows'] = []
  #unknownCount = 0
  /** The columns without which no record is added; null where no record is ever added. */
  readonly #missing: readonly string[] | null
  /** Rows that are not read as records, in the order of the sheet. */
  readonly leftOut: LeftOutRow[] = []
  readonly #cleared = new Map<string, number>()
  readonly #lacking = new Set<string>()
  #without = 0
  /** Whether a row lacks a field that needs a confirmation. */
  #mustConfirm = false

  constructor(answers: ImportAnswers, missing: readonly string[] | null) {
    this.#answers = answers
    this.#missing = missing
    this.#isLeft = leftOutRows(answers)
    this.#stray = new Set(Array.isArray(answers.rows) ? answers.rows : [])
  }

  /**
   * Records an odd row for its question. Returns the answer so far: whether it is left out, the default until an answer
   * includes it.
   */
  askOddRow({ row, text }: Row, reason: OddRow): boolean {
    this.#oddCount += 1
    if (this.#odd.length < QUESTION_EXAMPLES) this.#odd.push({ row, reason, text })
    this.#stray.delete(row)
    if (this.#isLeft(row)) this.leftOut.push({ row, reason, text })
    return this.#isLeft(row)
  }

  /** Records a row of an unknown record for its question. Returns the answer so far: whether it is left out. */
  askUnknownRow({ row, text }: Row): boolean {
    this.#unknownCount += 1
    if (this.#unknown.length < QUESTION_EXAMPLES) this.#unknown.push({ row, text })
    const isLeft = (this.#answers.unknown ?? (this.#asksUnknown ? 'leave_out' : 'refuse')) === 'leave_out'
    if (isLeft) this.leftOut.push({ row, reason: 'unknown', text })
    return isLeft
  }

  /** Where the file only lacks columns, it may be the wrong file: no row is left out without an answer. */
  get #asksUnknown() {
    return this.#missing === null || this.#missing.length === 0
  }

  /**
   * Records an empty cell for its question. Returns the answer so far: whether it clears the stored value of the field.
   */
  askClear(field: string): boolean {
    this.#cleared.set(field, (this.#cleared.get(field) ?? 0) + 1)
    return this.#answers.clear ?? false
  }

  /**
   * Records a record that lacks fields for its question or warning. Returns the answer so far: whether it is created
   * nevertheless.
   */
  askCreateWithout(confirmed: readonly string[], warned: readonly string[]): boolean {
    this.#without += 1
    if (confirmed.length > 0) this.#mustConfirm = true
    for (const field of [...confirmed, ...warned]) this.#lacking.add(field)
    return this.#answers.create_without ?? true
  }

  questions(): ImportQuestion[] {
    const { rows, create_without, clear = false } = this.#answers
    const questions: ImportQuestion[] = []
    const isStray = this.#stray.size > 0
    if (this.#oddCount > 0 || isStray)
      questions.push({
        kind: 'rows',
        blocking: true,
        answer: isStray ? null : (rows ?? null),
        count: this.#oddCount,
        rows: this.#odd,
      })
    if (this.#unknownCount > 0)
      questions.push({
        kind: 'unknown',
        blocking: this.#asksUnknown,
        answer: this.#answers.unknown ?? (this.#asksUnknown ? null : 'refuse'),
        count: this.#unknownCount,
        fields: [...(this.#missing ?? [])],
        rows: this.#unknown,
      })
    if (this.#without > 0)
      questions.push({
        kind: 'create_without',
        blocking: this.#mustConfirm,
        answer: create_without ?? (this.#mustConfirm ? null : true),
        fields: [...this.#lacking],
        count: this.#without,
      })
    const columns = [...this.#cleared].map(([field, cells]) => ({ field, cells }))
    const cells = columns.reduce((sum, column) => sum + column.cells, 0)
    if (cells > 0) questions.push({ kind: 'clear', blocking: false, answer: clear, cells, columns })
    return questions
  }
}
