import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { makeUser } from '../../../test/make.ts'
import { scratch } from '../../../test/scratch.ts'
import { type Database, openDatabase } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'
import { sweepKeys, withIdempotencyKey } from './idempotency.ts'

const place = await scratch({ migrated: true })
afterAll(() => place.drop())

async function withDatabase<T>(work: (db: Database<Schema>['db']) => Promise<T>) {
  const { db, close } = await openDatabase<Schema>(place)
  try {
    return await work(db)
  } finally {
    await close()
  }
}

const userId = await withDatabase(async (db) => (await makeUser(db)).id)

const idempotentCall = (key: string) => ({ userId, key, request: Buffer.from(key) })

test('the same request during the first one gets 409', () =>
  withDatabase(async (db) => {
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const first = withIdempotencyKey(db, idempotentCall('u-toku-1'), async () => {
      begin()
      await ended
      return { id: 1 }
    })
    await begun
    const again = withIdempotencyKey(db, idempotentCall('u-toku-1'), async () => ({ id: 2 }), 50)
    await expect(again).rejects.toMatchObject({ code: 'error.in_flight', status: 409 })
    expect(await withIdempotencyKey(db, idempotentCall('u-toku-2'), async () => ({ id: 3 }), 50)).toEqual({
      id: 3,
    })
    const patient = withIdempotencyKey(db, idempotentCall('u-toku-1'), async () => ({ id: 4 }))
    end()
    expect([await first, await patient]).toEqual([{ id: 1 }, { id: 1 }])
  }))

test('keys are stored for more than a day, and then deleted', () =>
  withDatabase(async (db) => {
    const nothing = async () => null
    await withIdempotencyKey(db, idempotentCall('star-kljuc'), nothing)
    await withIdempotencyKey(db, idempotentCall('nov-kljuc'), nothing)
    const age = (key: string, hours: number) =>
      db
        .updateTable('idempotency_keys')
        .set({ created_at: sql<string>`now() - make_interval(hours => ${hours})` })
        .where('key', '=', key)
        .execute()
    await age('nov-kljuc', 25)
    await age('star-kljuc', 49)
    await sweepKeys(db)
    const left = await db
      .selectFrom('idempotency_keys')
      .select('key')
      .where('key', 'like', '%kljuc')
      .execute()
    expect(left).toEqual([{ key: 'nov-kljuc' }])
  }))
