import type { SheetColumns } from '@kontor/contract/kit/imports/sheet'
import type { StoredRecord, Value } from '../imports/plan.ts'
import type { Met } from '../imports/stored.ts'
import type { Table, TableRow } from '../layouts/layouts.ts'
import { foldedName, type NameBook } from './names.ts'

/** What a name is unique within: a column, and the records that it refers to if it does. */
interface Within {
  column: string
  book: NameBook | undefined
}

/** What records are told apart by: their name, what that is unique within, and of it what is one record's own. */
interface Known {
  name: string
  own: readonly string[]
  within: readonly Within[]
}

type Row = TableRow<SheetColumns>

/**
 * What every row of a sheet names, by row number: a record by what is its own, else by its name and what that is unique
 * within. A number tells it from others of the same name, also when it comes to belong elsewhere; the number of one that
 * is called otherwise is wrong, for it may be another office's.
 */
export function meet(
  table: Table<SheetColumns>,
  stored: readonly StoredRecord[],
  { name, own, within }: Known,
): Map<number, Met> {
  const called = Map.groupBy(stored, ({ values }) => foldedName(String(values[name] ?? '')))
  const owners = new Map(
    stored.flatMap((record) => own.map((field) => [ownKey(field, record.values[field] ?? null), record])),
  )
  const meetRow = (row: Row): Met => {
    const typed = valueIn(row, name)
    if (typed === null) return {}
    const same = called.get(foldedName(String(typed))) ?? []
    const id = valueIn(row, 'id')
    if (id !== null) return byNumber(same.find((record) => record.id === id))
    const mine = own.find((field) => valueIn(row, field) !== null)
    if (mine === undefined) return byName(row, same, name, within)
    const key = ownKey(mine, valueIn(row, mine))
    const record = owners.get(key)
    return record ? { record, key: `id ${record.id}` } : { key }
  }
  return new Map(table.rows.map((row) => [row.row, meetRow(row)]))
}

const ownKey = (field: string, value: Value) => `${field} ${foldedName(String(value ?? ''))}`

const valueIn = ({ cells }: Row, field: string): Value => cells[field]?.value ?? null

const byNumber = (record: StoredRecord | undefined): Met =>
  record ? { record, key: `id ${record.id}` } : { wrong: { field: 'id', reason: 'import.unknown_number' } }

function byName(row: Row, same: readonly StoredRecord[], name: string, within: readonly Within[]): Met {
  const fits = same.filter(({ values }) =>
    within.every(({ column, book }) => {
      const typed = valueIn(row, column)
      if (typed === null) return true
      if (book) return book.meant(String(typed)).some((id) => id === values[column])
      return foldedName(String(typed)) === foldedName(String(values[column] ?? ''))
    }),
  )
  const [record, another] = fits
  if (another) return { wrong: { field: name, reason: 'import.ambiguous_record' } }
  if (record) return { record, key: `id ${record.id}` }
  const fields = [name, ...within.map(({ column }) => column)]
  return { key: JSON.stringify(fields.map((field) => foldedName(String(valueIn(row, field) ?? '')))) }
}
