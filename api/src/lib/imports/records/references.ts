// How cells name the records that fields refer to.
import type { SheetColumns } from '@kontor/contract/lib/imports/columns'
import {
  type Field,
  type Fields,
  type ReferenceField,
  shownName,
} from '@kontor/contract/lib/resources/fields'
import type { Kysely } from 'kysely'
import { timeSlices } from '../../concurrency/time-slices.ts'
import type { Schema } from '../../database/schema.ts'
import type { Table } from '../../spreadsheets/header-mapping/table.ts'
import type { CellConverter, RowValues } from '../plan/plan-rules.ts'
import { addReferences, loadReferences, type ReferenceResolver, type Referred } from './reference-resolver.ts'

/** The default column of a record's name. */
const byName = ({ to, numbered }: ReferenceField): Referred => ({
  table: to,
  name: 'name',
  numbered: numbered === true,
})

/** The reference fields of one import: looks up the records that the rows of a sheet name. */
export function importReferences(fields: Fields, referred: (field: ReferenceField) => Referred = byName) {
  const references = Object.entries<Field>(fields).flatMap(([field, declared]) =>
    declared.kind === 'reference'
      ? [{ column: shownName(field, declared), declared, of: referred(declared) }]
      : [],
  )
  const columns = references.map(({ column }) => column)
  const resolvers = new Map<string, ReferenceResolver>()
  const resolverOf = (column: string) => {
    const resolver = resolvers.get(column)
    if (!resolver) throw new Error(`the references of the column ${column} are not loaded`)
    return resolver
  }
  const converterOf =
    (column: string, declared: ReferenceField, { inactive }: Referred): CellConverter =>
    (typed, before) =>
      typed === null && !declared.required
        ? { value: null }
        : resolverOf(column).read(typed, before, inactive ?? declared.inactive ?? 'validation.inactive')
  return {
    /** Reads a cell with a name as the id of its record. */
    converters: Object.fromEntries(
      references.map(({ column, declared, of }) => [column, converterOf(column, declared, of)]),
    ),
    /** The resolver of a column, after `load`. */
    get: (column: string) => resolvers.get(column),
    /**
     * Loads the records that the cells of a sheet name; with `lock` none of them can be deactivated before the end of
     * the transaction.
     */
    async load(db: Kysely<Schema>, table: Table<SheetColumns>, lock: boolean) {
      resolvers.clear()
      const texts = await textsIn(table, columns)
      for (const { column, of } of references)
        resolvers.set(column, await loadReferences(db, of, texts.get(column) ?? [], lock))
    },
    /** Adds the records that stored records refer to. */
    async add(db: Kysely<Schema>, rows: Iterable<RowValues>) {
      const ids = await distinctIn(rows, columns, (row, column) => row[column])
      for (const { column, of } of references)
        await addReferences(db, resolverOf(column), of, ids.get(column) ?? [])
    },
    /** A record's values with names in place of ids. */
    shown: (values: RowValues): RowValues => ({
      ...values,
      ...Object.fromEntries(
        [...resolvers].flatMap(([column, resolver]) => {
          const id = values[column]
          return typeof id === 'number' ? [[column, resolver.nameOf(id) ?? `#${id}`]] : []
        }),
      ),
    }),
  }
}
export type ImportReferences = ReturnType<typeof importReferences>

/** The distinct texts in the cells of columns, by column. */
export const textsIn = (table: Table<SheetColumns>, columns: readonly string[]) =>
  distinctIn(table.rows, columns, ({ cells }, column) => cells[column]?.value?.toString())

/** The distinct values of rows by column, without empty ones: in one pass, because packed rows are unpacked in each. */
async function distinctIn<Row, Cell>(
  rows: Iterable<Row>,
  columns: readonly string[],
  read: (row: Row, column: string) => Cell,
) {
  const found = new Map(columns.map((column) => [column, new Set<NonNullable<Cell>>()]))
  const slice = timeSlices()
  for (const row of columns.length > 0 ? rows : []) {
    for (const [column, values] of found) {
      const value = read(row, column)
      if (value !== null && value !== undefined) values.add(value)
    }
    if (slice.isOver()) await slice.next()
  }
  return found
}
