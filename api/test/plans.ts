import { Kysely, PostgresDialect } from 'kysely'
import type { Database } from '../src/lib/database/database.ts'
import type { Schema } from '../src/lib/database/schema.ts'

/** A database that records its statements; `plansOf` runs work on it and returns the plan of each of its statements. */
export function explaining({ pool }: Pick<Database<Schema>, 'pool'>) {
  const statements: { sql: string; parameters: readonly unknown[] }[] = []
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void statements.push(query),
  })
  async function plansOf(work: () => Promise<unknown>) {
    statements.length = 0
    await work()
    const plans: string[] = []
    for (const { sql, parameters } of statements) {
      const { rows } = await pool.query(`EXPLAIN ${sql}`, [...parameters])
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
    }
    return plans
  }
  return { db, plansOf }
}
