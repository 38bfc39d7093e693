// SQL of the id and name of records, as the contract's `recordRef` has them.
import type { RecordRef } from '@kontor/contract/lib/lists/list'
import { type RawBuilder, sql } from 'kysely'

/** Id and name of a table or alias. */
export const recordRefOf = (table: string) =>
  sql<RecordRef>`json_build_object('id', ${sql.ref(`${table}.id`)}, 'name', ${sql.ref(`${table}.name`)})`

/** Id and name of a left-joined table or alias; null where no row was joined. */
export const recordRefOrNull = (table: string) =>
  sql<RecordRef | null>`CASE WHEN ${sql.ref(`${table}.id`)} IS NOT NULL THEN ${recordRefOf(table)} END`

/** The Montenegrin label of a column with a coded value. */
export const labelCase = (column: string, labels: Readonly<Record<number, { cnr: string }>>) => {
  const cases = Object.entries(labels).map(
    ([value, { cnr }]) => sql`WHEN ${sql.lit(Number(value))} THEN ${sql.lit(cnr)}`,
  )
  return sql<string>`(CASE ${sql.ref(column)} ${sql.join(cases, sql` `)} END)`
}

/** Id and name of the rows of a `FROM …`, by name. */
export const recordRefsOf = (table: string, from: RawBuilder<unknown>) =>
  sql<
    RecordRef[]
  >`coalesce((SELECT json_agg(${recordRefOf(table)} ORDER BY ${sql.ref(`${table}.name`)}) ${from}), '[]')`

/** The names of the rows of a `FROM …`, in order: `A; B`. */
export const namesOf = (table: string, from: RawBuilder<unknown>) =>
  sql<string>`coalesce((SELECT string_agg(${sql.ref(`${table}.name`)}, '; ' ORDER BY ${sql.ref(`${table}.name`)}) ${from}), '')`
