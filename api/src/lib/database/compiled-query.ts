import type { Compilable, CompiledQuery, Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/**
 * A query that is built and compiled once, for calls that come many times a second. `values` replace the placeholders
 * that `build` received, in the order of the SQL.
 */
export function compileQuery<Row>(build: (db: Kysely<Schema>) => Compilable<Row>) {
  let compiled: CompiledQuery<Row> | undefined
  return async (db: Kysely<Schema>, ...values: unknown[]): Promise<Row[]> => {
    compiled ??= build(db).compile()
    const parameters = [
      ...compiled.parameters.slice(0, compiled.parameters.length - values.length),
      ...values,
    ]
    return (await db.executeQuery<Row>({ ...compiled, parameters })).rows
  }
}
