import type { SheetColumns } from '@kontor/contract/lib/imports/columns'
import { type Kysely, sql } from 'kysely'
import { timeSlices } from '../../concurrency/time-slices.ts'
import { portions } from '../../database/batch-size.ts'
import type { Schema } from '../../database/schema.ts'
import {
  codeForm,
  codeFormOfProgram,
  codeLetters,
  plainBlanks,
} from '../../spreadsheets/header-mapping/product-code.ts'
import type { Table } from '../../spreadsheets/header-mapping/table.ts'
import type { ImportDefinition } from '../import-definition.ts'
import type { ExistingRecord, ExistingRecords } from '../plan/plan-rules.ts'
import { PackedRecords } from './packed-records.ts'
import { textsIn } from './references.ts'

/** Loads the records that a sheet refers to, in portions: one large result would block the process. */
export async function loadStored<C extends SheetColumns>(
  db: Kysely<Schema>,
  importDefinition: ImportDefinition<C>,
  table: Table<C>,
  lock: boolean,
): Promise<ExistingRecords> {
  if (importDefinition.match) return importDefinition.match(db, table, lock)
  const { key } = importDefinition.rules
  const isText = importDefinition.sheet[key]?.kind === 'text'
  const plain = table as unknown as Table<SheetColumns> // its cells by name
  const records = new PackedRecords(table.isFromProgram)
  const unknown: string[] = []
  const distinct = table.keys ? new Set(table.keys.values()) : (await textsIn(plain, [key])).get(key)
  for (const some of portions(distinct ?? [], 1000)) {
    const keys = some.map(String)
    const found = (await importDefinition.load?.(db, keys, lock)) ?? new Map<string, ExistingRecord>()
    records.add(found)
    if (isText) unknown.push(...keys.filter((name) => !found.has(name)))
  }
  await importDefinition.references?.load(db, plain, lock)
  await importDefinition.references?.add(db, records)
  const formOf = table.isFromProgram ? codeFormOfProgram : codeForm
  return { records, lookalikes: await findLookalikes(db, importDefinition, unknown, formOf) }
}

/** Maps unknown codes to a stored code of the same form: see {@link codeForm}. */
async function findLookalikes<C extends SheetColumns>(
  db: Kysely<Schema>,
  { list, rules }: ImportDefinition<C>,
  codes: readonly string[],
  formOf: typeof codeForm,
): Promise<Map<string, string>> {
  if (codes.length === 0) return new Map()
  const code = sql.ref<string>(rules.key)
  const forms = new Set<string>()
  const slice = timeSlices()
  for (const name of codes) {
    forms.add(codeForm(name))
    if (slice.isOver()) await slice.next()
  }
  const upper = sql`upper(${code} COLLATE "C")`
  // Most codes are ASCII (as many bytes as characters): replacing two hundred letters in each would take 18 times as
  // long.
  const form = sql`CASE WHEN octet_length(${code}) = char_length(${code}) THEN translate(${upper}, ${plainBlanks}, '')
    ELSE translate(${upper}, ${codeLetters.from}, ${codeLetters.to}) END`
  // One scan of the table for all codes takes a tenth of a second for a hundred thousand records.
  const { rows } = await sql<{ code: string }>`SELECT ${code} AS code FROM ${sql.table(list)}
    WHERE CASE WHEN ${code} LIKE '0%' OR ${code} LIKE '+%' OR ${code} LIKE '%.0%' OR ${code} LIKE '%,0%'
      THEN regexp_replace(${form}, '^[+]?0*([0-9]+?)([.,]0+)?$', '\\1') ELSE ${form} END IN (SELECT unnest(${[...forms]}::text[]))`.execute(
    db,
  )
  const stored = new Map(rows.map((row) => [formOf(row.code), row.code]))
  const lookalikes = new Map<string, string>()
  for (const name of stored.size > 0 ? codes : []) {
    const lookalike = stored.get(formOf(name))
    if (lookalike !== undefined) lookalikes.set(name, lookalike)
    if (slice.isOver()) await slice.next()
  }
  return lookalikes
}
