import { CompiledQuery, sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { scratch } from '../../../test/scratch.ts'
import { compileQuery } from './compiled-query.ts'
import { asUser } from './current-user.ts'
import { openDatabase } from './database.ts'

const place = await scratch()
const { db, pool, close } = await openDatabase<{ told: { told: string } }>({ ...place, maxConnections: 1 })
afterAll(async () => {
  await close()
  await place.drop()
})

const ask = (text: string, values: unknown[] = [], on: typeof db = db) =>
  on.executeQuery<{ n: number }>(CompiledQuery.raw(text, values))

describe('a repeated statement', () => {
  const sum = (n: number, on = db) => ask(`SELECT ${n} + $1::int AS n`, [1], on)
  const preparedStatements = async () =>
    (await pool.query('SELECT statement FROM pg_prepared_statements')).rows.map(({ statement }) => statement)

  test('is prepared, also after many others; the least recently used one is dropped', async () => {
    for (let n = 0; n < 310; n++) for (let times = 0; times < 2; times++) await sum(n)
    const statements = await preparedStatements()
    expect(statements).toContain('SELECT 309 + $1::int AS n')
    expect(statements).not.toContain('SELECT 0 + $1::int AS n')
    expect(statements.length).toBeLessThanOrEqual(300)
    expect((await sum(0)).rows).toEqual([{ n: 1 }])
  })

  test('is not prepared when it searches', async () => {
    for (let times = 0; times < 3; times++) await ask('SELECT 1 AS n WHERE $1 LIKE $2', ['a', 'a'])
    expect((await preparedStatements()).filter((statement) => statement.includes('LIKE $2'))).toEqual([])
  })

  test('is dropped without affecting a transaction, also when the server had rejected it', async () => {
    for (let times = 0; times < 3; times++) await ask('SELECT nonsense + $1::int', [1]).catch(() => {})
    await db.transaction().execute(async (tx) => {
      for (let n = 400; n < 710; n++) for (let times = 0; times < 2; times++) await sum(n, tx)
      expect((await sum(1, tx)).rows).toEqual([{ n: 2 }])
    })
    expect((await preparedStatements()).length).toBeLessThanOrEqual(300)
  })
})

test('a compiled query keeps its own values where a call gives none', async () => {
  const five = compileQuery<{ n: number }>((db) => db.selectNoFrom(sql<number>`${5}::int`.as('n')))
  expect(await five(db as never)).toEqual([{ n: 5 }])
  expect(await five(db as never, 6)).toEqual([{ n: 6 }])
})

describe('the current user', () => {
  /** Each row has the user that the database knew when it was inserted. */
  const usersOfRows = async () =>
    (await db.selectFrom('told').select('told').execute()).map((row) => row.told)
  const insert = (on = db) => on.insertInto('told').defaultValues().execute()

  test('is set in a transaction and for a single statement, and unset afterwards', async () => {
    await ask(
      `CREATE TABLE told (told text DEFAULT coalesce(current_setting('kontor.acting_user', true), ''))`,
    )
    await asUser({ id: 7 }, () => insert())
    await asUser({ id: 8 }, () => db.transaction().execute((tx) => insert(tx)))
    await asUser({ id: 9 }, () =>
      ask('WITH one AS (INSERT INTO told DEFAULT VALUES RETURNING 1) SELECT 1 AS n'),
    )
    await insert()
    await asUser(null, () => insert())
    expect(await usersOfRows()).toEqual(['7', '8', '9', '', ''])
  })

  test('is not set after a rejected change, and the connection works', async () => {
    await asUser({ id: 7 }, () => ask('DELETE FROM told WHERE 1 / 0 = 1')).catch(() => {})
    await expect(asUser({ id: 7 }, () => ask('UPDATE told SET nothing = 1'))).rejects.toMatchObject({
      code: '42703',
    })
    expect(await usersOfRows()).toHaveLength(5)
  })
})

test('a transaction with a caught database error is not taken for committed', async () => {
  const swallowing = db.transaction().execute(async (tx) => {
    await sql`SELECT nothing`.execute(tx).catch(() => {})
  })
  await expect(swallowing).rejects.toThrow('rolled back')
})

test('a change returns the number of changed rows, a SELECT does not', async () => {
  expect((await ask('UPDATE told SET told = told')).numAffectedRows).toBe(5n)
  expect((await ask('SELECT 1 AS n')).numAffectedRows).toBeUndefined()
})
