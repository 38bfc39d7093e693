import { type RawBuilder, sql } from 'kysely'
import type { ColumnSource } from './source.ts'

/** Length of the parts that `word_parts` in the database indexes at each position of a word. */
const PART_LENGTH = 6

/**
 * A table column whose folded column has an index of word parts (`word_parts`): any search uses the index, also for a
 * single letter or the middle of a code.
 */
export const searched = (table: string, name: string): ColumnSource => ({
  value: sql.ref(`${table}.${name}`),
  folded: sql.ref(`${table}.${name}_folded`),
  parts: { table, value: sql`word_parts(${sql.ref(`${table}.${name}_folded`)})` },
})

/**
 * An index condition that is true for every row in which one of the columns contains a folded word, and for few others;
 * it is used together with the exact condition. Undefined where no index applies.
 */
export function wordParts(columns: readonly ColumnSource[], word: string): RawBuilder<boolean> | undefined {
  const query = queryOf(word)
  const parts = columns.flatMap((from) => from.parts ?? [])
  const isOneTable = parts.every(({ table }) => table === parts[0]?.table)
  if (!query || parts.length < columns.length || !isOneTable) return
  return sql`(${sql.join(
    parts.map(({ value }) => sql`${value} @@ ${query}::tsquery`),
    sql` OR `,
  )})`
}

/** The word parts that a text with this folded word has. Where j follows dj, it is ambiguous which of the two is d. */
function queryOf(word: string): string | undefined {
  if (word === '' || word.includes('djj')) return
  const letters = [...word.replaceAll('dj', 'd')]
  if (letters.length < PART_LENGTH) return `${quoted(letters)}:*`
  const last = letters.length - PART_LENGTH
  const places = new Set([...Array(Math.ceil(last / PART_LENGTH)).keys()].map((n) => n * PART_LENGTH)).add(
    last,
  )
  return [...places].map((offset) => quoted(letters.slice(offset, offset + PART_LENGTH))).join(' & ')
}

const quoted = (letters: readonly string[]) => `'${letters.join('').replace(/['\\]/g, '$&$&')}'`
