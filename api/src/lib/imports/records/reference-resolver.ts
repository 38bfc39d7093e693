import { MAX_ID, onOneLine, tidy } from '@kontor/contract/lib/fields/fields'
import type { Fields } from '@kontor/contract/lib/resources/fields'
import { fold, foldCompact } from '@kontor/contract/lib/text/fold'
import { type Kysely, sql } from 'kysely'
import { portions } from '../../database/batch-size.ts'
import type { Schema } from '../../database/schema.ts'
import type { Value } from '../plan/plan-rules.ts'

/** A record that a cell may refer to. */
interface Named {
  id: number
  name: string
  is_active: boolean
}

/** Finds the records that the cells of one column refer to. */
export class ReferenceResolver {
  readonly #records = new Map<number, Named>()
  /** Ids by folded name. */
  readonly #called = new Map<string, number[]>()
  /** Whether a cell may also contain a record's number. */
  readonly #numbered: boolean

  constructor(records: readonly Named[], numbered = false) {
    this.#numbered = numbered
    this.add(records)
  }

  add(records: readonly Named[]) {
    for (const record of records) {
      if (this.#records.has(record.id)) continue
      this.#records.set(record.id, record)
      const name = foldedName(record.name)
      const same = this.#called.get(name)
      if (same) same.push(record.id)
      else this.#called.set(name, [record.id])
    }
  }

  nameOf = (id: number) => this.#records.get(id)?.name

  /** The names of ids, as a cell contains them, in the resolver's order. */
  namesOf = (ids: readonly number[]) =>
    [...this.#records.values()].flatMap(({ id, name }) => (ids.includes(id) ? [name] : [])).join('; ')

  /** The records that a text may mean, active or not; a matching number takes precedence over a name. */
  candidates(typed: string): readonly number[] {
    const number = this.#numbered ? numberIn(typed) : undefined
    if (number !== undefined && this.#records.has(number)) return [number]
    return this.#called.get(foldedName(typed)) ?? []
  }

  /** Whether a text is the record's own number or name, even if other records share it. */
  #isNamedBy(typed: string, id: number) {
    const isNumber = this.#numbered && numberIn(typed) === id
    return isNumber || this.#called.get(foldedName(typed))?.includes(id) === true
  }

  /**
   * The id that a name means: of the record's current reference, also an inactive one, otherwise of the only active
   * record of that name. `inactive` is the message key for the name of an inactive record.
   */
  find(typed: string, had: readonly number[], inactive = 'import.unknown_name'): Found {
    const storedId = had.find((id) => this.#isNamedBy(typed, id))
    if (storedId !== undefined) return { value: storedId }
    const ids = this.candidates(typed)
    const [id, another] = ids.filter((one) => this.#records.get(one)?.is_active)
    if (id === undefined) return { reason: ids.length > 0 ? inactive : 'import.unknown_name' }
    return another === undefined ? { value: id } : { reason: 'import.ambiguous_name' }
  }

  /** Reads a cell with a name as the id of its record. An empty cell is valid for a record that has no reference. */
  read(typed: Value, before: Value | undefined, inactive?: string): { value: Value } | { reason: string } {
    if (typed === null) return before === null ? { value: null } : { reason: 'validation.field' }
    return this.find(String(typed), typeof before === 'number' ? [before] : [], inactive)
  }
}

type Found = { value: number } | { reason: string }

/** The comparable form of a name: without case, diacritics and script, with single blanks. */
const foldedName = (name: string) => fold(onOneLine(tidy(name)))

/** Whether two names differ by their blanks alone. */
export const isSameButBlanks = (one: string, other: string) => onOneLine(tidy(one)) === onOneLine(tidy(other))

/** The comparable form of a field's text: as its folded column in the database, with single blanks. */
export const foldedIn = (fields: Fields, field: string, text: string) => {
  const declared = fields[field]
  return declared?.kind === 'text' && declared.compact ? foldCompact(tidy(text)) : foldedName(text)
}

/** The values that the folded column of a matching record may have: a stored name may contain several blanks. */
export const foldedForms = (fields: Fields, field: string, text: string) => [
  foldedIn(fields, field, text),
  fold(tidy(text)),
]

const numberIn = (typed: string) => {
  const digits = /^\s*([1-9]\d{0,9})\s*$/.exec(typed)?.[1]
  return digits !== undefined && Number(digits) <= MAX_ID ? Number(digits) : undefined
}

/** The table that the cells of a column refer to. */
export interface Referred {
  table: string
  /** The column of its names; it has a folded column. */
  name: string
  /** Whether cells may also contain numbers of its records. */
  numbered: boolean
  /** The message key for an inactive record, instead of the field's. */
  inactive?: string
}

/**
 * Loads the records that texts may mean. With `lock` none of them can be deactivated before the end of the transaction.
 */
export async function loadReferences(
  db: Kysely<Schema>,
  of: Referred,
  texts: Iterable<string>,
  lock: boolean,
) {
  const resolver = new ReferenceResolver([], of.numbered)
  for (const some of portions(texts, 1000)) {
    const numbers = of.numbered ? some.flatMap((text) => numberIn(text) ?? []) : []
    const folded = sql.ref(`${of.name}_folded`)
    const { rows } =
      await sql<Named>`SELECT id, ${sql.ref(of.name)} AS name, is_active FROM ${sql.table(of.table)}
      WHERE ${folded} = ANY(${some.flatMap((text) => [foldedName(text), fold(tidy(text))])}::text[]) OR id = ANY(${numbers}::int[])
      ORDER BY id ${lock ? sql`FOR SHARE` : sql``}`.execute(db)
    resolver.add(rows)
  }
  return resolver
}

/** Adds the records with these ids to a resolver, so that they can be shown by name. */
export async function addReferences(
  db: Kysely<Schema>,
  resolver: ReferenceResolver,
  of: Referred,
  ids: Iterable<Value>,
) {
  const missing = [...ids].filter((id) => typeof id === 'number' && resolver.nameOf(id) === undefined)
  for (const some of portions(missing, 1000)) {
    const { rows } = await sql<Named>`SELECT id, ${sql.ref(of.name)} AS name, is_active
      FROM ${sql.table(of.table)} WHERE id = ANY(${some}::int[])`.execute(db)
    resolver.add(rows)
  }
}
