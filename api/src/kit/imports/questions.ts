import {
  type ImportChoices,
  type ImportQuestion,
  type OddRow,
  QUESTION_EXAMPLES,
} from '@kontor/contract/kit/imports/questions'
import { leftOutRows, type Odd } from '../layouts/odd-rows.ts'

/** Keeps what the rows of a sheet ask while they meet the records, and answers by what was chosen. */
export class PlanQuestions {
  readonly #choices: ImportChoices
  readonly #isLeft: (row: number) => boolean
  /** Rows that were named although they are records, or none at all. */
  readonly #stray: Set<number>
  readonly #odd: { row: number; reason: OddRow; text: string }[] = []
  #oddCount = 0
  readonly #cleared = new Map<string, number>()
  readonly #lacking = new Set<string>()
  #without = 0

  constructor(choices: ImportChoices) {
    this.#choices = choices
    this.#isLeft = leftOutRows(choices)
    this.#stray = new Set(Array.isArray(choices.rows) ? choices.rows : [])
  }

  /** Whether a row that is no record is left out; so it is until somebody wants it read. */
  leavesOut(row: number, odd: Odd): boolean {
    this.#oddCount += 1
    if (this.#odd.length < QUESTION_EXAMPLES) this.#odd.push({ row, ...odd })
    this.#stray.delete(row)
    return this.#isLeft(row)
  }

  /** Whether an empty cell empties what the record has. */
  clears(field: string): boolean {
    this.#cleared.set(field, (this.#cleared.get(field) ?? 0) + 1)
    return this.#choices.clear ?? false
  }

  /** Whether a record is created although it lacks these fields. */
  createsWithout(fields: readonly string[]): boolean {
    this.#without += 1
    for (const field of fields) this.#lacking.add(field)
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
    if (this.#without > 0)
      asked.push({
        ...{ kind: 'create_without', blocking: true, answer: create_without ?? null },
        ...{ fields: [...this.#lacking], count: this.#without },
      })
    const columns = [...this.#cleared].map(([field, cells]) => ({ field, cells }))
    const cells = columns.reduce((sum, column) => sum + column.cells, 0)
    if (cells > 0) asked.push({ kind: 'clear', blocking: false, answer: clear, cells, columns })
    return asked
  }
}
