import type { SheetColumns } from '@kontor/contract/lib/imports/columns'
import {
  type Field,
  type Fields,
  type ReferenceField,
  shownName,
} from '@kontor/contract/lib/resources/fields'
import { blankOf, ownFields } from '@kontor/contract/lib/resources/import-columns'
import { orderOf } from '@kontor/contract/lib/resources/order'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { portions } from '../jobs/batch-size.ts'
import type { Table } from '../spreadsheets/header-mapping/table.ts'
import type { ImportDefinition } from './imports.ts'
import type { ListName } from './lock.ts'
import { matchRecords } from './match-records.ts'
import type { ReadCell, Values } from './plan-rules.ts'
import {
  addReferences,
  isSameButBlanks,
  loadReferences,
  type ReferenceResolver,
  type Referred,
  twinsIn,
} from './reference-resolver.ts'
import { type Imported, insertImported, loadWhere, updateImported, valuesOf } from './stored-rows.ts'

/** Records that are recognised by what they are called, and how cells name what they refer to. */
interface NamedResource {
  list: ListName
  fields: Fields
  layout: SheetColumns
  /** The fields that tell a record from all others; the first is its name, a text with a folded twin. */
  key: readonly string[]
  /** Where the name of what a field refers to stands. */
  referred: (field: ReferenceField) => Referred
  /** What else a record has in a sheet. */
  more?: Imported['more']
  /** SQL: which rows of the table are such records, where others stand in it too. */
  only?: RawBuilder<unknown>
}

type Loaded = Values & { id: number }

/**
 * One import of records that are called something. A row names a record by its name, and by what it belongs to where the
 * name alone is not unique; its number, where the layout has one, tells it from others of that name, and is never taken
 * for the number that another office gave. What exists is changed, the rest is added.
 */
export function namedResourceImporter(of: NamedResource): ImportDefinition<SheetColumns> {
  const { list, fields, layout } = of
  const [name = 'name', ...within] = of.key
  const own = ownFields(fields).filter((field) => within.includes(field))
  const named = of.key.map((field) => shownName(field, fields[field] as Field)) // its own fields
  const records: Imported = { table: list, fields, key: 'id', named, ...(of.more && { more: of.more }) }
  const references = Object.entries<Field>(fields).flatMap(([field, said]) =>
    said.kind === 'reference' ? [{ column: shownName(field, said), said, of: of.referred(said) }] : [],
  )
  const resolvers = new Map<string, ReferenceResolver>()
  const needed = Object.entries<Field>(fields).filter(([, { required }]) => required)
  return {
    list,
    sheet: layout,
    named,
    rules: {
      key: name,
      blank: blankOf(fields),
      createsWith: needed.map(([field, said]) => shownName(field, said)),
      unknown: 'import.needs_columns',
      judges: judgeOf(fields),
      reads: {
        [name]: (typed, before) =>
          typeof before === 'string' && isSameButBlanks(String(typed), before)
            ? { value: before }
            : { value: typed },
        // Who does not say that a new one is inactive means that it is active.
        is_active: (typed) => ({ value: typed ?? true }),
        ...Object.fromEntries(
          references.map(({ column, said }) => [column, readNamed(resolvers, column, said)]),
        ),
      },
    },
    isRisky: riskOf(fields, named),
    shown: (values) => shownOf(values, resolvers),
    async match(db, table, lock) {
      resolvers.clear()
      for (const { column, of } of references) {
        resolvers.set(column, await loadReferences(db, of, textsIn(table, column), lock))
      }
      const by = [name, ...own]
      const rows = await loadNamed(db, { ...records, by, only: of.only ?? sql`true` }, table, lock)
      for (const { column, of } of references) {
        await addReferences(
          db,
          resolverOf(resolvers, column),
          of,
          rows.map((row) => row[column]),
        )
      }
      const stored = rows.map((row) => ({ id: row.id, values: valuesOf(row, layout) }))
      const within = named.slice(1).map((column) => ({ column, resolver: resolvers.get(column) }))
      return {
        records: new Map(),
        twins: new Map(),
        met: matchRecords(table, stored, { name, own, within, fields }),
      }
    },
    insert: (tx, rows) => insertImported(tx, records, rows.map(withoutNumber)),
    update: (tx, changes) => updateImported(tx, records, changes),
    async remove(tx, ids) {
      await sql`DELETE FROM ${sql.table(list)} WHERE id = ANY(${ids}::int[])`.execute(tx)
    },
  }
}

/** The database gives a new record its number. */
const withoutNumber = ({ id: _, ...values }: Values) => values

const readNamed =
  (resolvers: ReadonlyMap<string, ReferenceResolver>, column: string, said: ReferenceField): ReadCell =>
  (typed, before) =>
    typed === null
      ? { value: null }
      : resolverOf(resolvers, column).read(typed, before, said.inactive ?? 'validation.inactive')

function resolverOf(resolvers: ReadonlyMap<string, ReferenceResolver>, column: string): ReferenceResolver {
  const resolver = resolvers.get(column)
  if (!resolver) throw new Error(`nobody has read what ${column} refers to`)
  return resolver
}

/** What is wrong between two fields of a record, each told at its own. */
const judgeOf = (fields: Fields) => (values: Values) =>
  Object.entries<Field>(fields).flatMap(([field, said]) => {
    const order = orderOf(said)
    return order?.isWrong(values[field], values[order.against]) ? [{ field, reason: order.key }] : []
  })

/** Whether a rule between records, or what no two of them may share, could forbid a change. */
function riskOf(fields: Fields, named: readonly string[]) {
  const unique = Object.entries<Field>(fields).flatMap(([field, said]) =>
    said.kind === 'text' && said.unique && field !== named[0] ? [field] : [],
  )
  const moves = ['is_active', ...named.slice(1)]
  return (values: Values, before?: Values) =>
    (before !== undefined && moves.some((field) => before[field] !== values[field])) ||
    unique.some((field) => values[field] != null && values[field] !== before?.[field])
}

const shownOf = (values: Values, resolvers: ReadonlyMap<string, ReferenceResolver>): Values => ({
  ...values,
  ...Object.fromEntries(
    [...resolvers].flatMap(([column, resolver]) => {
      const id = values[column]
      return typeof id === 'number' ? [[column, resolver.nameOf(id) ?? `#${id}`]] : []
    }),
  ),
})

const textsIn = (table: Table<SheetColumns>, column: string) =>
  table.rows.flatMap(({ cells }) => cells[column]?.value?.toString() ?? [])

/** The records that are called as the rows of a sheet say, or have what is one record's own. */
async function loadNamed(
  db: Kysely<Schema>,
  { by, only, ...of }: Imported & { by: readonly string[]; only: RawBuilder<unknown> },
  table: Table<SheetColumns>,
  lock: boolean,
): Promise<Loaded[]> {
  const found = new Map<number, Loaded>()
  for (const column of by) {
    for (const some of portions(
      textsIn(table, column).flatMap((text) => twinsIn(of.fields, column, text)),
      1000,
    )) {
      const isCalled = sql`${sql.ref(`${column}_folded`)} = ANY(${some}::text[]) AND ${only}`
      for (const row of await loadWhere(db, of, isCalled, lock)) found.set(row.id, row)
    }
  }
  return [...found.values()]
}
