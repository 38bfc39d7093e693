import { onOneLine } from '@kontor/contract/lib/fields/fields'
import type { SheetColumns } from '@kontor/contract/lib/imports/columns'
import {
  type Field,
  type Fields,
  type ReferenceField,
  shownName,
} from '@kontor/contract/lib/resources/fields'
import { defaultValues, ownFields } from '@kontor/contract/lib/resources/import-columns'
import { orderOf } from '@kontor/contract/lib/resources/order'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { portions } from '../../database/batch-size.ts'
import type { Schema } from '../../database/schema.ts'
import { digitsIn } from '../../spreadsheets/header-mapping/product-code.ts'
import type { Table } from '../../spreadsheets/header-mapping/table.ts'
import type { ImportDefinition } from '../import-definition.ts'
import type { ListName } from '../lock.ts'
import type { RowValues } from '../plan/plan-rules.ts'
import { matchRecords } from './match-records.ts'
import { type Imported, insertImported, loadWhere, updateImported, valuesOf } from './record-sql.ts'
import { foldedForms, isSameButBlanks, type Referred } from './reference-resolver.ts'
import { importReferences, textsIn } from './references.ts'

/** Records that rows identify by name. */
interface NamedResource {
  list: ListName
  fields: Fields
  layout: SheetColumns
  /** The fields that identify a record; the first is its name, a text with a folded column. */
  key: readonly string[]
  /** Where the names of a field's referenced records are. */
  referred: (field: ReferenceField) => Referred
  /** Further values of a record in a sheet. */
  more?: Imported['more']
  /** SQL: restricts the rows of the table, where it also has other records. */
  only?: RawBuilder<unknown>
}

type Loaded = RowValues & { id: number }

/**
 * One import of records that are identified by name. A row names a record by its name, and by its parent where the name
 * alone is not unique; its number, where the layout has one, distinguishes records of the same name and never matches a
 * record of another name. Existing records are changed, the others added.
 */
export function namedResourceImporter(of: NamedResource): ImportDefinition<SheetColumns> {
  const { list, fields, layout } = of
  const [name = 'name', ...within] = of.key
  const ownKeys = ownFields(fields).filter((field) => within.includes(field))
  const named = of.key.map((field) => shownName(field, fields[field] as Field)) // its own fields
  const records: Imported = { table: list, fields, key: 'id', named, ...(of.more && { more: of.more }) }
  const references = importReferences(fields, of.referred)
  return {
    list,
    sheet: layout,
    named,
    rules: {
      key: name,
      defaults: defaultValues(fields),
      requiredToCreate: neededColumns(fields),
      unknown: 'import.needs_columns',
      validate: fieldOrderErrorsOf(fields),
      converters: {
        [name]: (typed, before) =>
          typeof before === 'string' && isSameButBlanks(String(typed), before)
            ? { value: before }
            : { value: typeof typed === 'string' ? onOneLine(typed) : typed },
        // An empty cell of a new record means active.
        is_active: (typed) => ({ value: typed ?? true }),
        ...references.converters,
      },
    },
    needsDryRun: dryRunTest(fields, named[0], ['is_active', ...named.slice(1)]),
    shown: references.shown,
    async match(db, table, lock) {
      await references.load(db, table, lock)
      const by = [name, ...ownKeys]
      const rows = await loadNamed(db, { ...records, by, only: of.only ?? sql`true` }, table, lock)
      await references.add(db, rows)
      const stored = rows.map((row) => ({ id: row.id, values: valuesOf(row, layout) }))
      const within = named.slice(1).map((column) => ({ column, resolver: references.get(column) }))
      return {
        records: new Map(),
        lookalikes: new Map(),
        matches: matchRecords(table, stored, { name, own: ownKeys, within, fields }),
      }
    },
    insert: (tx, rows) => insertImported(tx, records, rows.map(withoutNumber)),
    update: (tx, changes) => updateImported(tx, records, changes),
    async remove(tx, ids) {
      await sql`DELETE FROM ${sql.table(list)} WHERE id = ANY(${ids}::int[])`.execute(tx)
    },
  }
}

/** The database assigns the number of a new record. */
const withoutNumber = ({ id: _, ...values }: RowValues) => values

/** The columns without which no record is created. */
export const neededColumns = (fields: Fields) =>
  Object.entries<Field>(fields).flatMap(([field, declared]) =>
    declared.required ? [shownName(field, declared)] : [],
  )

/** Violations of rules between two fields of a record, each reported at its own field. */
export const fieldOrderErrorsOf = (fields: Fields) => (values: RowValues) =>
  Object.entries<Field>(fields).flatMap(([field, declared]) => {
    const order = orderOf(declared)
    return order?.isWrong(values[field], values[order.against]) ? [{ field, reason: order.key }] : []
  })

/**
 * Whether only the database can check a change: because it may break a rule between records (`moves`), or a unique
 * constraint; undefined when that never is so.
 */
export function dryRunTest(fields: Fields, name: string | undefined, moves: readonly string[] = []) {
  const unique = Object.entries<Field>(fields).flatMap(([field, declared]) =>
    declared.kind === 'text' && declared.unique && field !== name ? [field] : [],
  )
  if (unique.length + moves.length === 0) return undefined
  return (values: RowValues, before?: RowValues) =>
    (before !== undefined && moves.some((field) => before[field] !== values[field])) ||
    unique.some((field) => values[field] != null && values[field] !== before?.[field])
}

/** The records that the rows of a sheet name, or whose unique values they contain. */
async function loadNamed(
  db: Kysely<Schema>,
  { by, only, ...of }: Imported & { by: readonly string[]; only: RawBuilder<unknown> },
  table: Table<SheetColumns>,
  lock: boolean,
): Promise<Loaded[]> {
  const found = new Map<number, Loaded>()
  const load = async (texts: readonly string[], column: RawBuilder<unknown>, size: number) => {
    for (const some of portions(texts, size))
      for (const row of await loadWhere(db, of, sql`${column} = ANY(${some}::text[]) AND ${only}`, lock))
        found.set(row.id, row)
  }
  for (const [column, distinct] of await textsIn(table, by)) {
    const texts = [...distinct]
    const folded = sql.ref(`${column}_folded`)
    const digits = [...new Set(texts.flatMap((text) => digitsIn(text) ?? []))]
    await load(texts.flatMap((text) => foldedForms(of.fields, column, text)).concat(digits), folded, 1000)
    // Few records have zeros that Excel drops, and every portion reads the whole table.
    const withoutZeros = sql`CASE WHEN ${folded} ~ '^[+0]|[.,]00?$'
      THEN regexp_replace(${folded}, '^[+]?0*([0-9]+?)([.,]0{1,2})?$', '\\1') END`
    await load(digits, withoutZeros, 20_000)
  }
  return [...found.values()]
}
