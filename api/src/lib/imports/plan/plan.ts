import { columnLetters, type SheetColumns, type SheetProblem } from '@kontor/contract/lib/imports/columns'
import type { ImportAnswers, ImportQuestion, LeftOutRow } from '@kontor/contract/lib/imports/questions'
import type { Locale } from '@kontor/contract/lib/text/locales'
import { timeSlices } from '../../concurrency/time-slices.ts'
import {
  codeForm,
  codeFormOfProgram,
  isErrorWord,
  isLikeExcelNumber,
  isMangledByProgram,
  looksMangled,
  SCIENTIFIC,
} from '../../spreadsheets/header-mapping/product-code.ts'
import type { Table } from '../../spreadsheets/header-mapping/table.ts'
import type { TableRow } from '../../spreadsheets/header-mapping/table-rows.ts'
import { PackedRows, type Rows } from '../../spreadsheets/packed-rows.ts'
import {
  changedIn,
  type ExistingRecord,
  type ExistingRecords,
  type Match,
  type PlanRules,
  type RowValues,
  type Value,
} from './plan-rules.ts'
import { Questions } from './questions.ts'

export interface Addition {
  row: number
  values: RowValues
}

export interface Change extends Addition {
  id: number
  before: RowValues
}

/** The changes of an import. `values` are whole records: the stored values with the sheet's cells over them. */
export interface Plan {
  create: Rows<Addition>
  update: Rows<Change>
  /** What happens to each row that adds or changes a record, by its number. */
  results: Map<number, 'created' | 'changed'>
  same: number
  problems: SheetProblem[]
  /** Questions that a person has to answer. */
  questions: ImportQuestion[]
  /** Rows that are left out. */
  leftOut: LeftOutRow[]
}

export interface PlanOptions {
  /** The answers of the person. */
  answers?: ImportAnswers | undefined
  /** The language in which problems name columns. */
  locale?: Locale
}

/** Compares a sheet with the records that exist, by key. Nothing is written. */
export async function planImport<C extends SheetColumns>(
  table: Table<C>,
  stored: ExistingRecords,
  rules: PlanRules,
  options: PlanOptions = {},
): Promise<Plan> {
  const planner = new Planner(table, stored, rules, options)
  const slice = timeSlices()
  for (const row of table.rows) {
    if (slice.isOver()) await slice.next()
    planner.add(row)
  }
  return planner.finish()
}

/** How packed changes are shortened and restored: without the names of their properties and without what stays. */
const additions = [
  ({ row, values }: Addition) => [row, values] as const,
  ([row, values]: readonly [number, RowValues]): Addition => ({ row, values }),
] as const
const changes = [
  ({ row, id, values, before }: Change) => [row, id, changedIn(values, before), before] as const,
  ([row, id, changed, before]: readonly [number, number, RowValues, RowValues]): Change => ({
    row,
    id,
    values: { ...before, ...changed },
    before,
  }),
] as const

type Wrong = Pick<SheetProblem, 'reason' | 'params'>

const repeated = (row: number) => ({ reason: 'import.duplicate', params: { row } })

class Planner<C extends SheetColumns> {
  readonly #plan: Plan
  readonly #table: Table<C>
  readonly #stored: ExistingRecords
  readonly #rules: PlanRules
  readonly #questions: Questions
  readonly #locale: Locale
  /** Columns without which no record is created; null where no record is ever created. */
  readonly #missing: string[] | null
  /** The row in which each stored record occurred first, by its key. */
  readonly #storedRows = new Map<string, number>()
  /** The row in which each new record occurred first, by the form of its key. */
  readonly #newRows = new Map<string, number>()

  constructor(
    table: Table<C>,
    stored: ExistingRecords,
    rules: PlanRules,
    { answers = {}, locale = 'cnr' }: PlanOptions,
  ) {
    const rest = { results: new Map(), same: 0, problems: [], questions: [], leftOut: [] }
    this.#plan = table.isFromProgram
      ? { create: new PackedRows(...additions), update: new PackedRows(...changes), ...rest }
      : { create: [], update: [], ...rest }
    this.#table = table
    this.#stored = stored
    this.#rules = rules
    this.#missing = rules.requiredToCreate?.filter((field) => !table.columns.includes(field)) ?? null
    this.#questions = new Questions(answers, this.#missing)
    this.#locale = locale
  }

  add(row: TableRow<C>) {
    if (row.isTorn) {
      this.#plan.problems.push(...row.problems)
      return
    }
    const code = row.cells[this.#rules.key] as { raw: string; value: Value } | undefined // by kind
    const { key, record: old, wrong: unclear } = this.#stored.matches?.get(row.row) ?? this.#byCode(code)
    if (!old && row.odd && this.#questions.askOddRow(row, row.odd)) return
    if (key !== undefined && !old && this.#isUnknown(key, code) && this.#questions.askUnknownRow(row)) return
    this.#plan.problems.push(...row.problems)
    if (unclear) {
      this.#addProblem(row.row, unclear.field, cellText(row, unclear.field), unclear.reason, unclear.params)
      return
    }
    if (key === undefined) {
      if (code) this.#addProblem(row.row, this.#rules.key, '', 'validation.field')
      return
    }
    const raw = code?.raw ?? ''
    const wrong = this.#keyProblem(key, String(code?.value ?? ''), old, row.row)
    if (wrong) this.#addProblem(row.row, this.#rules.key, raw, wrong.reason, wrong.params)
    else if (row.problems.length === 0) this.#compare(row, raw, old)
    else this.#readCells(row, old) // for the problems of its other cells
  }

  #byCode(code: { value: Value } | undefined): Match {
    if (!code || code.value === null) return {}
    const key = String(code.value)
    // Not looked up again: packed records are found quickly only in their order.
    const earlier = this.#table.isFromProgram && this.#storedRows.get(key)
    if (earlier) return { wrong: { field: this.#rules.key, ...repeated(earlier) } }
    const record = this.#stored.records.get(key)
    return { key, ...(record && { record }) }
  }

  #isMangled = (code: string) => (this.#table.isFromProgram ? isMangledByProgram : looksMangled)(code)

  #exists = (key: string) => this.#rules.exists?.(key) ?? this.#missing?.length === 0

  /** Whether a row's record does not exist and is not added, and its key is neither damaged nor similar to another. */
  #isUnknown(key: string, code: { value: Value } | undefined) {
    return (
      !this.#exists(key) && !this.#stored.lookalikes.has(key) && !this.#isMangled(String(code?.value ?? ''))
    )
  }

  /** Why a row's key is wrong: it looks like another code, is repeated, damaged, or unknown. */
  #keyProblem(key: string, code: string, old: ExistingRecord | undefined, row: number): Wrong | undefined {
    const lookalike = old ? undefined : this.#stored.lookalikes.get(key)
    if (lookalike !== undefined) return { reason: 'import.twin', params: { code: lookalike } }
    const formOf = this.#table.isFromProgram ? codeFormOfProgram : codeForm
    const rows = old ? this.#storedRows : this.#newRows
    const identity = old || this.#stored.matches ? key : formOf(key)
    const earlier = rows.get(identity)
    if (earlier !== undefined) return repeated(earlier)
    rows.set(identity, row)
    if (old) return undefined
    if (this.#isMangled(code)) return { reason: 'excel.damaged_code' }
    if (this.#exists(key)) return undefined
    return { reason: this.#rules.unknown, params: { columns: this.#headers(this.#missing ?? []) } }
  }

  #headers = (fields: readonly string[]) =>
    fields.map((field) => this.#table.layout[field]?.header[this.#locale] ?? field).join(', ')

  #compare(row: TableRow<C>, raw: string, old: ExistingRecord | undefined) {
    const { given, wrong } = this.#readCells(row, old)
    if (wrong > 0) return
    if (old) {
      const values = { ...old.values, ...given }
      const isSame = Object.keys(given).every((field) => old.values[field] === given[field])
      if (isSame) this.#plan.same += 1
      else if (this.#validate(row, values)) {
        this.#plan.update.push({ row: row.row, id: old.id, values, before: old.values })
        this.#plan.results.set(row.row, 'changed')
      }
      return
    }
    const isMissing = (field: string) => given[field] === undefined
    // rows of an API sync; rows of a sheet have all columns
    const needed = (this.#rules.requiredToCreate ?? []).filter(isMissing)
    const lacks = (this.#rules.confirmIfMissing ?? []).filter(isMissing)
    const warned = (this.#rules.warnIfMissing ?? []).filter(isMissing)
    const columns = this.#headers([...needed, ...lacks, ...warned])
    if (
      needed.length > 0 ||
      (lacks.length + warned.length > 0 && !this.#questions.askCreateWithout(lacks, warned))
    )
      return this.#addProblem(row.row, this.#rules.key, raw, 'import.needs', { columns })
    const values = { ...this.#rules.defaults, ...given }
    if (!this.#validate(row, values)) return
    this.#plan.create.push({ row: row.row, values })
    this.#plan.results.set(row.row, 'created')
  }

  #validate(row: TableRow<C>, values: RowValues) {
    const wrong = this.#rules.validate?.(values) ?? []
    for (const { field, reason } of wrong) this.#addProblem(row.row, field, cellText(row, field), reason)
    return wrong.length === 0
  }

  /** A row's values by field. An empty cell leaves the stored value, unless it is to be cleared. */
  #readCells({ row, cells }: TableRow<C>, old: ExistingRecord | undefined) {
    const values: RowValues = {}
    const before = this.#plan.problems.length
    for (const field of Object.keys(cells)) {
      const { raw, value } = cells[field] as { raw: string; value: Value } // a row's cells by kind
      const blank = this.#table.layout[field]?.filled ? undefined : this.#rules.defaults[field]
      if (value === null && old) {
        const clears = blank !== undefined && old.values[field] !== blank && this.#questions.askClear(field)
        if (clears) values[field] = blank
        continue
      }
      if (value === null && blank !== undefined) continue
      const read = this.#readCell(field, value, old)
      if ('value' in read) values[field] = read.value
      else this.#addProblem(row, field, raw, read.reason, read.params)
    }
    return { given: values, wrong: this.#plan.problems.length - before }
  }

  #readCell(field: string, value: Value, old: ExistingRecord | undefined): { value: Value } | Wrong {
    if (value === null && this.#table.layout[field]?.filled) return { reason: 'validation.field' }
    const isUnchanged = field === this.#rules.key || old?.values[field] === value
    if (!isUnchanged && isErrorWord(value)) return { reason: 'excel.cell_error' }
    if (!isUnchanged && String(value).includes('\ufffd')) return { reason: 'excel.unreadable' }
    const stored = old?.values[field]
    if (typeof stored === 'string' && stored !== value && this.#asWritten(field, stored) === value)
      return { value: stored }
    const isFromSheet = !this.#table.isFromProgram && this.#table.layout[field]?.kind === 'text'
    if (isFromSheet && !isUnchanged && SCIENTIFIC.test(String(value))) return { reason: 'excel.damaged_text' }
    if (isFromSheet && typeof stored === 'string' && isLikeExcelNumber(String(value), stored))
      return { reason: 'import.like_number', params: { stored } }
    return this.#rules.converters?.[field]?.(value, old?.values[field], old) ?? { value }
  }

  /** A stored text as its rule writes it now: older ones may have several blanks. */
  #asWritten = (field: string, stored: string) => {
    const { kind, check } = this.#table.layout[field] ?? {}
    return kind === 'text' ? check?.safeParse(stored).data : undefined
  }

  #addProblem(row: number, key: string, raw: string, reason: string, params?: SheetProblem['params']) {
    const { column, header } = this.#table.headers[key] ?? { column: columnLetters(0), header: key }
    this.#plan.problems.push({ row, column, key, header, raw, reason, ...(params ? { params } : {}) })
  }

  finish(): Plan {
    const { problems } = this.#plan
    problems.sort(inOrder)
    const leftOut = [...this.#questions.leftOut, ...this.#table.leftOut].sort((a, b) => a.row - b.row)
    return { ...this.#plan, leftOut, questions: [...this.#table.questions, ...this.#questions.questions()] }
  }
}

/** Wrong cells in the order of the sheet. */
export const inOrder = (a: SheetProblem, b: SheetProblem) =>
  a.row - b.row || a.column.length - b.column.length || (a.column < b.column ? -1 : 1)

/** The text of a row's cell; empty when the row has none. */
export const cellText = <C extends SheetColumns>({ cells }: TableRow<C>, field: string) =>
  (cells[field] as { raw: string } | undefined)?.raw ?? ''
