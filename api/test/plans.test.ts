// Statements on rows that were just written: whatever the planner's statistics, none may visit more than a few times
// the number of rows.
import { products } from '@kontor/contract/products'
import { type CompiledQuery, type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Schema } from '../src/lib/database/schema.ts'
import { carryVersionsBack, excludeChanged, findChanged } from '../src/lib/imports/apply/import-rows.ts'
import { startApp } from './app.ts'
import { sheetFile } from './odd-files.ts'

const { db, call } = await startApp()
const ROWS = 3000

interface PlanNode {
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

interface Explained {
  'QUERY PLAN': [{ Plan: PlanNode }]
}

const visitedBy = (node: PlanNode): number =>
  ((node['Actual Rows'] ?? 0) +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Join Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0)) *
    (node['Actual Loops'] ?? 0) +
  (node.Plans ?? []).reduce((sum, child) => sum + visitedBy(child), 0)

/** The maximum number of rows that a statement of some work visits; the work is rolled back. */
async function visited(work: (db: Kysely<Schema>) => Promise<unknown>) {
  let most = 0
  const rolledBack = new Error('rolled back')
  const explaining = db.transaction().execute(async (tx) => {
    const executor = tx.getExecutor()
    const executeQuery = async (query: CompiledQuery) => {
      const explained = { ...query, sql: `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${query.sql}` }
      const { rows } = await executor.executeQuery<Explained>(explained)
      for (const row of rows) most = Math.max(most, visitedBy(row['QUERY PLAN'][0].Plan))
      return { rows: [] }
    }
    const explainer = {
      transformQuery: executor.transformQuery.bind(executor),
      compileQuery: executor.compileQuery.bind(executor),
      executeQuery,
    }
    await work({ getExecutor: () => explainer } as unknown as Kysely<Schema>)
    throw rolledBack
  })
  await expect(explaining).rejects.toBe(rolledBack)
  expect(most).toBeGreaterThan(0)
  return most
}

async function importOf(price: number) {
  const rows = Array.from({ length: ROWS }, (_, i) => [`PLAN-${i}`, 'Guma', price, 1])
  const file = sheetFile([['Šifra', 'Naziv', 'Cijena', 'Količina'], ...rows], 'a.xlsx')
  expect((await call(products.import, { form: {}, files: { file } })).status).toBe(200)
  return (await call(products.importStatus, {})).body.last?.id ?? 0
}

test.each(['empty', 'far fewer'])(
  'statements on the rows of an import, when statistics claim %s',
  async (known) => {
    if (known === 'far fewer') await importOf(11)
    await sql`ANALYZE products, import_rows`.execute(db)
    const id = await importOf(12)
    await sql`UPDATE products SET price = price + 1 WHERE erp_code LIKE 'PLAN-1%'`.execute(db)
    const ids = (await db.selectFrom('products').select('id').limit(500).execute()).map((row) => row.id)
    const most = ROWS * 12
    expect(await visited((tx) => excludeChanged(tx, 'products', id))).toBeLessThan(most)
    expect(await visited((tx) => findChanged(tx, 'products', id))).toBeLessThan(most)
    expect(await visited((tx) => carryVersionsBack(tx, 'products', id, ids))).toBeLessThan(most)
  },
)
