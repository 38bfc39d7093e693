import { type RawBuilder, sql } from 'kysely'
import type { ColumnSource } from './source.ts'

/** Length of the parts that `word_parts` in the database indexes at each position of a word. */
const PART_LENGTH = 6

/**
 * A column of a table whose index holds the parts of its folded twin (`word_parts`): whatever is looked for in it is
 * found without reading the others, also a single letter and the middle of a code.
 */
export const searched = (table: string, name: string): ColumnSource => ({
  value: sql.ref(`${table}.${name}`),
  folded: sql.ref(`${table}.${name}_folded`),
  parts: { table, value: sql`word_parts(${sql.ref(`${table}.${name}_folded`)})` },
})

/**
 * What is true of each row in which one of the columns holds a folded word, and of few others: something for an index,
 * beside the condition itself. Nothing where there is no index for it.
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

/** The parts that a text has which holds a folded word. Where j follows dj, which of the two is d nobody can say. */
function queryOf(word: string): string | undefined {
  if (word === '' || word.includes('djj')) return
  const letters = [...word.replaceAll('dj', 'd')]
  if (letters.length < PART_LENGTH) return `${quoted(letters)}:*`
  const last = letters.length - PART_LENGTH
  const places = new Set([...Array(Math.ceil(last / PART_LENGTH)).keys()].map((n) => n * PART_LENGTH)).add(
    last,
  )
  return [...places].map((place) => quoted(letters.slice(place, place + PART_LENGTH))).join(' & ')
}

const quoted = (letters: readonly string[]) => `'${letters.join('').replace(/['\\]/g, '$&$&')}'`
