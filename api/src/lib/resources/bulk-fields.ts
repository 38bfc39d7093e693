import type { BulkChange } from '@kontor/contract/lib/resources/bulk'
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Schema } from '../database/schema.ts'

/**
 * How a bulk edit changes a field. All properties are SQL over `record`, the table's row; `before` and `after` are
 * texts that compare like the values, and `given` is the row with the new value in `write`.
 */
export interface BulkSet {
  /** The field's name in the history. */
  key: string
  before: RawBuilder<string | null>
  after: (change: BulkChange) => RawBuilder<string | null>
  /** The message key when the new value is invalid; otherwise null. */
  wrong: (change: BulkChange) => RawBuilder<string | null>
  write: RawBuilder<unknown>
  /** Throws 422 when the change is invalid for every record. */
  check?: (db: Kysely<Schema>, change: BulkChange) => Promise<unknown>
  /** Locks further rows until the end of the transaction, before the records are locked. */
  lock?: (tx: Transaction<Schema>) => Promise<unknown>
  /** Writes rows of other tables. Returns what publishes that, to be called last in the transaction. */
  link?: (tx: Transaction<Schema>, written: Written) => Promise<Publish | undefined>
  /** The text as the history stores it. */
  json: (text: RawBuilder<unknown>) => RawBuilder<unknown>
}

export type Publish = () => Promise<unknown>

interface Written {
  rows: readonly LinkedRow[]
  /** The rows as JSON: `[{ id, after }]`. */
  values: string
  /** Whether a bulk edit is being undone. */
  isUndo: boolean
}

export interface LinkedRow {
  id: number
  before: string | null
  after: string | null
}

const asText = (text: RawBuilder<unknown>) => sql`to_jsonb(${text}::text)`

/**
 * Linked records, of which one is added or removed: `links` is SQL that selects their ids from `column` with a WHERE.
 * They belong to the record, so its version is incremented.
 */
export const linkSet = (
  key: string,
  {
    links,
    column,
    ...set
  }: { links: RawBuilder<unknown>; column: string } & Pick<BulkSet, 'wrong' | 'check' | 'lock' | 'link'>,
): BulkSet => ({
  key,
  before: linkedIds(links),
  after: ({ how, value }) =>
    linkedIds(
      how === 'add'
        ? sql`${links} UNION SELECT ${value}::int`
        : sql`${links} AND ${sql.ref(column)} <> ${value}::int`,
    ),
  write: sql`name = record.name`,
  json: asText,
  ...set,
})

/** SQL: the ids of a record's links as a comparable text, `3,7`. */
const linkedIds = (links: RawBuilder<unknown>) =>
  sql<string>`coalesce((SELECT string_agg(id::text, ',' ORDER BY id) FROM (${links}) AS links(id)), '')`

/** The value has more digits than the column allows. */
const tooLarge = sql`'validation.too_many_digits'`
const LIMIT = sql.lit('10000000000')

/**
 * SQL: an amount changed by a percentage, computed exactly and rounded to the amount's own decimals, at least two; half
 * a cent is rounded away from zero.
 */
const changed = (amount: RawBuilder<unknown>, by: string) =>
  sql`round(${amount} * (100 + ${by}::numeric) / 100, greatest(2, scale(trim_scale(${amount}))))`

/** An amount in euros, greater than zero. */
export function moneySet(column: string, message: string): BulkSet {
  const columnSql = sql.ref(`record.${column}`)
  return {
    key: column,
    before: sql`${columnSql}::numeric(20,3)::text`,
    after: ({ how, value }) =>
      sql`(${how === 'set' ? sql`${value}::numeric` : changed(columnSql, value)})::numeric(20,3)::text`,
    wrong: () =>
      sql`CASE WHEN after::numeric <= 0 THEN ${message} WHEN after::numeric >= ${LIMIT} THEN ${tooLarge} END`,
    write: sql`${sql.ref(column)} = given.after::numeric`,
    json: asText,
  }
}

/** A whole number of pieces. */
export function countSet(column: string): BulkSet {
  const columnSql = sql.ref(`record.${column}`)
  return {
    key: column,
    before: sql`${columnSql}::text`,
    after: ({ value }) => sql`${value}::int::text`,
    wrong: () => sql`NULL`,
    write: sql`${sql.ref(column)} = given.after::int`,
    json: (text) => sql`to_jsonb(${text}::int)`,
  }
}

/** A debt, plan or bonus: an amount in euros, or a percentage, which can only be set and not changed by percent. */
export function moneyOrPercentSet(key: string, column: string): BulkSet {
  const columnSql = sql.ref(`record.${column}`)
  const isPercent = sql.ref(`record.${column}_percent`)
  return {
    key,
    before: sql`CASE WHEN ${isPercent} THEN trim_scale(${columnSql})::text || '%' ELSE ${columnSql}::numeric(20,3)::text END`,
    after: ({ how, value }) => {
      const set = value.endsWith('%')
        ? sql<string>`trim_scale(${value.slice(0, -1)}::numeric)::text || '%'`
        : sql<string>`${value}::numeric(20,3)::text`
      return how === 'set' ? set : sql<string>`${changed(columnSql, value)}::numeric(20,3)::text`
    },
    wrong: ({ how }) => {
      const percentCase = how === 'percent' ? sql`WHEN ${isPercent} THEN 'validation.bulk_of_percent'` : sql``
      return sql`CASE ${percentCase} WHEN rtrim(after, '%')::numeric >= ${LIMIT} THEN ${tooLarge} ELSE NULL END`
    },
    write: sql`${sql.ref(column)} = rtrim(given.after, '%')::numeric,
      ${sql.ref(`${column}_percent`)} = given.after LIKE '%\\%'`,
    json: asText,
  }
}
