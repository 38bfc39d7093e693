import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { scratch } from '../../../test/scratch.ts'
import type { CurrentPartnerUser } from '../auth/guard.ts'
import { openDatabase } from './database.ts'
import type { Schema } from './schema.ts'
import { defineScope, ScopedDb } from './scoped-db.ts'

declare module './schema.ts' {
  interface Schema {
    scoped_notes: { partner_id: number; user_id: number; text: string }
    unscoped_notes: { text: string }
  }
  interface ScopedTables {
    scoped_notes: 'partner_id' | 'user_id'
  }
}

const place = await scratch()
const { db, pool, close } = await openDatabase<Schema>(place)
afterAll(async () => {
  await close()
  await place.drop()
})
await pool.query('create table scoped_notes (partner_id int, user_id int, text text)')
defineScope(
  'scoped_notes',
  ({ partner_id }) => sql`scoped_notes.partner_id = ${partner_id}`,
  ({ partner_id, id }) => ({ partner_id, user_id: id }),
)

const scopedFor = (partner_id: number) =>
  new ScopedDb(db, { id: partner_id * 10, partner_id } as CurrentPartnerUser)
const one = scopedFor(1)
const two = scopedFor(2)
const textsOf = async (scoped: ScopedDb) =>
  (await scoped.selectFrom('scoped_notes').select('text').orderBy('text').execute()).map(({ text }) => text)

test('a table without a scope, and a row with another owner, do not compile', () => {
  // @ts-expect-error a table without a scope
  expect(() => one.selectFrom('unscoped_notes')).toThrow('no scope.ts declares which rows of unscoped_notes')
  // @ts-expect-error the owner of a row is set by the scope, not by the caller
  void (() => one.insertInto('scoped_notes', [{ text: 'x', partner_id: 2 }]))
  // @ts-expect-error the unscoped database is private
  expect(one.db).toBeUndefined()
})

test('a partner reads, changes and deletes only its own rows, also in a transaction', async () => {
  await one.insertInto('scoped_notes', [{ text: 'a' }, { text: 'b' }]).execute()
  await two.transaction((tx) => tx.insertInto('scoped_notes', [{ text: 'c' }]).execute())
  expect(await db.selectFrom('scoped_notes').selectAll().orderBy('text').execute()).toEqual([
    { partner_id: 1, user_id: 10, text: 'a' },
    { partner_id: 1, user_id: 10, text: 'b' },
    { partner_id: 2, user_id: 20, text: 'c' },
  ])
  await two.updateTable('scoped_notes').set({ text: 'd' }).execute()
  await two.transaction((tx) => tx.deleteFrom('scoped_notes').where('text', '!=', 'd').execute())
  expect([await textsOf(one), await textsOf(two)]).toEqual([['a', 'b'], ['d']])
  await two.deleteFrom('scoped_notes').execute()
  expect([await textsOf(one), await textsOf(two)]).toEqual([['a', 'b'], []])
})
