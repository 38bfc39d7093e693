import { sql } from 'kysely'

/**
 * SQL: the number of a table's records of these kinds, from `record_counts`. Triggers maintain it, see
 * create_count() in the migrations: a kind may have several rows, which are added up.
 */
export const storedCount = (source: string, ...kinds: string[]) =>
  sql<number>`(SELECT coalesce(sum(records), 0)::bigint FROM record_counts
    WHERE source = ${sql.lit(source)} AND kind IN (${sql.join(kinds.map((kind) => sql.lit(kind)))}))`
