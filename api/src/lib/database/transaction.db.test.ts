import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { scratch } from '../../../test/scratch.ts'
import { type Database, openDatabase } from './database.ts'
import { inTransaction } from './transaction.ts'

type Schema = { stock: { id: number; quantity: number } }

let place: Awaited<ReturnType<typeof scratch>>
let database: Database<Schema>
beforeEach(async () => {
  place = await scratch()
  database = await openDatabase<Schema>(place)
  await database.pool.query('create table stock (id int primary key, quantity int)')
  await database.pool.query('insert into stock values (1, 0), (2, 0)')
})
afterEach(async () => {
  await database.close()
  await place.drop()
})

const quantities = async () => (await database.pool.query('select quantity from stock order by id')).rows
const fail = (code: string) => sql.raw(`do $$ begin raise exception using errcode = '${code}'; end $$`)

test.for([
  { code: '40001', runs: 3 },
  { code: '40P01', runs: 3 },
  { code: '23505', runs: 1 },
])('gives up on $code after $runs runs, with nothing changed', async ({ code, runs }) => {
  let ran = 0
  const failing = inTransaction(database.db, async (tx) => {
    ran++
    await tx.updateTable('stock').set({ quantity: 9 }).execute()
    await fail(code).execute(tx)
  })
  await expect(failing).rejects.toMatchObject({ code })
  expect(ran).toBe(runs)
  expect(await quantities()).toEqual([{ quantity: 0 }, { quantity: 0 }])
})

test('returns the result of the repeated run', async () => {
  let ran = 0
  const answer = await inTransaction(database.db, async (tx) => {
    if (++ran < 3) await fail('40001').execute(tx)
    return tx.selectFrom('stock').select('id').where('id', '=', 2).executeTakeFirstOrThrow()
  })
  expect(answer).toEqual({ id: 2 })
})

describe('two transactions at once', () => {
  /** Resolves for all callers once `parties` have called it; a retried transaction passes at once. */
  function meeting(parties: number) {
    const { promise, resolve } = Promise.withResolvers<void>()
    let arrived = 0
    return () => {
      if (++arrived === parties) resolve()
      return promise
    }
  }

  test('both succeed after a deadlock', async () => {
    const arrive = meeting(2)
    const add = (ids: number[]) =>
      inTransaction(database.db, async (tx) => {
        for (const id of ids) {
          await tx
            .updateTable('stock')
            .set((eb) => ({ quantity: eb('quantity', '+', 1) }))
            .where('id', '=', id)
            .execute()
          await arrive()
        }
      })
    await Promise.all([add([1, 2]), add([2, 1])])
    expect(await quantities()).toEqual([{ quantity: 2 }, { quantity: 2 }])
  })

  test('are both applied when serializable transactions collide', async () => {
    const arrive = meeting(2)
    const copySum = (id: number) =>
      inTransaction(database.db, async (tx) => {
        await sql`SET TRANSACTION ISOLATION LEVEL SERIALIZABLE`.execute(tx)
        const { sum } = await tx
          .selectFrom('stock')
          .select((eb) => eb.fn.sum<number>('quantity').as('sum'))
          .executeTakeFirstOrThrow()
        await arrive()
        await tx
          .updateTable('stock')
          .set({ quantity: sum + 1 })
          .where('id', '=', id)
          .execute()
      })
    await Promise.all([copySum(1), copySum(2)])
    expect((await quantities()).map(({ quantity }) => quantity).sort()).toEqual([1, 2])
  })
})
