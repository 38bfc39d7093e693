import type { SheetColumns } from '@kontor/contract/lib/imports/columns'
import type { Fields } from '@kontor/contract/lib/resources/fields'
import { digitsIn } from '../../spreadsheets/header-mapping/product-code.ts'
import type { Table } from '../../spreadsheets/header-mapping/table.ts'
import type { TableRow } from '../../spreadsheets/header-mapping/table-rows.ts'
import type { ExistingRecord, Match, Value } from '../plan/plan-rules.ts'
import { foldedIn, type ReferenceResolver } from './reference-resolver.ts'

/** The scope in which a name is unique: a column, and the table that it refers to, if any. */
interface Within {
  column: string
  resolver: ReferenceResolver | undefined
}

/** The identifying fields: the name, the scope in which it is unique, and fields that are unique by themselves. */
interface Known {
  name: string
  own: readonly string[]
  within: readonly Within[]
  fields: Fields
}

type Row = TableRow<SheetColumns>

/**
 * Matches every row of a sheet with a record, by row number: by a unique field of its own, otherwise by name and scope.
 * A unique number distinguishes records of the same name, also after a move to another scope. A number that belongs to
 * a record of another name is a problem, because the row may mean another record.
 */
export function matchRecords(
  table: Table<SheetColumns>,
  stored: readonly ExistingRecord[],
  { name, own, within, fields }: Known,
): Map<number, Match> {
  const folded = (field: string, value: Value | undefined) => foldedIn(fields, field, String(value ?? ''))
  const ownKey = (field: string, value: Value) => `${field} ${folded(field, value)}`
  const recordsByName = Map.groupBy(stored, ({ values }) => folded(name, values[name]))
  const owners = new Map(
    stored.flatMap((record) => own.map((field) => [ownKey(field, record.values[field] ?? null), record])),
  )
  const numbers = new Map(
    [name, ...own].map((field) => [field, Map.groupBy(stored, ({ values }) => numberOf(values[field]))]),
  )
  /** The problem of a row without a record whose field is the number of another record's, see `digitsIn`. */
  const lookalikeOf = (row: Row, field: string): Match | undefined => {
    const digits = numberOf(valueIn(row, field))
    const same = digits === undefined ? [] : (numbers.get(field)?.get(digits) ?? [])
    const [lookalike] = field === name ? same.filter(isInScope(row, within, folded)) : same
    const code = lookalike?.values[field]
    return typeof code === 'string'
      ? { wrong: { field, reason: 'import.twin', params: { code } } }
      : undefined
  }
  const matchRow = (row: Row): Match => {
    const typed = valueIn(row, name)
    if (typed === null) return {}
    const same = recordsByName.get(folded(name, typed)) ?? []
    const id = valueIn(row, 'id')
    if (id !== null) return byNumber(same.find((record) => record.id === id))
    const ownField = own.find((field) => valueIn(row, field) !== null)
    if (ownField === undefined) {
      const match = byName(row, same.filter(isInScope(row, within, folded)), { name, within }, folded)
      return match.key !== undefined && !match.record ? (lookalikeOf(row, name) ?? match) : match
    }
    const key = ownKey(ownField, valueIn(row, ownField))
    const record = owners.get(key)
    if (record) return { record, key: `id ${record.id}` }
    return lookalikeOf(row, ownField) ?? { key: `${ownField} ${keyPart(key, row, ownField)}` }
  }
  return new Map(Iterator.from(table.rows).map((row) => [row.row, matchRow(row)]))
}

const valueIn = ({ cells }: Row, field: string): Value => cells[field]?.value ?? null

/** The digits of a value that may be a number of Excel. */
const numberOf = (value: Value | undefined) => (typeof value === 'string' ? digitsIn(value) : undefined)
/** The digits of a row's number, which another row may write with zeros before them, or what stands for another text. */
const keyPart = (folded: string, row: Row, field: string) => numberOf(valueIn(row, field)) ?? folded

const byNumber = (record: ExistingRecord | undefined): Match =>
  record ? { record, key: `id ${record.id}` } : { wrong: { field: 'id', reason: 'import.unknown_number' } }

type Folded = (field: string, value: Value | undefined) => string

/** Whether a record is in the scope that a row names; an empty cell means any. */
const isInScope =
  (row: Row, within: readonly Within[], folded: Folded) =>
  ({ values }: ExistingRecord) =>
    within.every(({ column, resolver }) => {
      const typed = valueIn(row, column)
      if (typed === null) return true
      if (resolver) return resolver.candidates(String(typed)).some((id) => id === values[column])
      return folded(column, typed) === folded(column, values[column])
    })

function byName(
  row: Row,
  [record, another]: readonly ExistingRecord[],
  { name, within }: Pick<Known, 'name' | 'within'>,
  folded: Folded,
): Match {
  if (another) return { wrong: { field: name, reason: 'import.ambiguous_record' } }
  if (record) return { record, key: `id ${record.id}` }
  const fieldNames = [name, ...within.map(({ column }) => column)]
  return {
    key: JSON.stringify(fieldNames.map((field) => keyPart(folded(field, valueIn(row, field)), row, field))),
  }
}
