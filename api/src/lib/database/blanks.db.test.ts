import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { makeCategory } from '../../../test/make.ts'

const { db } = await startApp()
const migration = readFileSync(
  join(import.meta.dirname, '../../../migrations/0015_single_blanks.sql'),
  'utf8',
)

test('older unique names get single blanks, without a new time; one that is taken stays', async () => {
  await makeCategory(db, { name: 'Ulja i maziva' })
  const taken = await makeCategory(db, { name: 'Ulja  i\u00a0maziva' })
  const free = await makeCategory(db, { name: 'Zimske \u202f gume' })
  await sql.raw(migration).execute(db)
  const rows = await db
    .selectFrom('categories')
    .select(['id', 'name', 'updated_at', 'version'])
    .where('id', 'in', [taken.id, free.id])
    .orderBy('id')
    .execute()
  expect(rows.map(({ name }) => name)).toEqual(['Ulja  i\u00a0maziva', 'Zimske gume'])
  expect(rows[1]).toMatchObject({ updated_at: free.updated_at, version: free.version })
  await db.updateTable('categories').set({ name: 'Zimske' }).where('id', '=', free.id).execute()
  const later = await db
    .selectFrom('categories')
    .select('version')
    .where('id', '=', free.id)
    .executeTakeFirst()
  expect(later?.version).toBe(free.version + 1)
})
