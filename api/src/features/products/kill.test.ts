import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { afterwards, killable, killedAt, restarted } from '../../../test/kill.ts'
import { makePicture, makeUser } from '../../../test/make.ts'
import { makeBook } from '../../../test/odd-files.ts'
import type { Schema } from '../../lib/database/schema.ts'

const { place, db, close } = await killable()
const sheet = join(place.dataDir, 'sheet.xlsx')
const picture = join(place.dataDir, 'slika.png')

const { id: userId } = await makeUser(db)
const old = Array.from({ length: 700 }, (_, i) => ({
  erp_code: `K-${i}`,
  name: 'Stara',
  price: '1',
  quantity: 1,
  description: null,
  image: null,
}))
await db.insertInto('products').values(old).execute()
await close()
const rows = Array.from({ length: 1900 }, (_, i) => [`K-${i}`, 'Nova', 2])
await writeFile(sheet, makeBook([['Šifra', 'Naziv', 'Cijena'], ...rows], 'xlsx'))
await writeFile(picture, await (await makePicture('png')).bytes())

/** Numbers of changed rows, of rows stored for the undo, and the error of the stored counts. */
const state = (db: Kysely<Schema>) =>
  db
    .selectNoFrom(({ selectFrom, fn }) => [
      selectFrom('products').where('name', '=', 'Nova').select(fn.countAll<number>().as('n')).as('products'),
      selectFrom('import_rows').select(fn.countAll<number>().as('n')).as('kept'),
      selectFrom('imports').select(fn.countAll<number>().as('n')).as('imports'),
      sql<number>`(SELECT sum(records) FROM record_counts WHERE source = 'products')::int
        - (SELECT count(*) FROM products)::int`.as('miscounted'),
    ])
    .executeTakeFirstOrThrow()

const NONE = { products: 0, kept: 0, imports: 0, miscounted: 0 }
const ALL = { products: 1900, kept: 1900, imports: 1, miscounted: 0 }

// Statements of the import: BEGIN, two locks, what is used and what is stored, the import itself and no history; then
// two for each of 21 portions and one more for the 8 that change records, its entry, the search indexes, and COMMIT. The
// process is killed after this many.
const COMMIT = 62
const moments = [5, 10, 17, COMMIT - 1]
const importing = { place, work: 'import', file: sheet, userId } as const

describe('an import whose process is killed', () => {
  test.each(moments)('after statement %i has changed nothing', async (statements) => {
    expect(await killedAt({ ...importing, statements })).toBe(true)
    expect(await restarted(place, state)).toEqual(NONE)
  })

  test('during its COMMIT is applied completely or not at all', async () => {
    expect(await killedAt({ ...importing, statements: COMMIT - 1, sent: true })).toBe(true)
    expect([NONE, ALL]).toContainEqual(await restarted(place, state))
  })

  test('is complete when it is run again', async () => {
    expect(await killedAt({ ...importing, statements: COMMIT })).toBe(false)
    expect(await restarted(place, state)).toMatchObject({ products: 1900 })
  })
})

test('the undo of an import whose process is killed has done nothing', async () => {
  const newest = (db: Kysely<Schema>) => db.selectFrom('imports').select('id').orderBy('id', 'desc').execute()
  const importId = (await afterwards(place, newest))[0]?.id ?? 0
  const undoing = { place, work: 'undo', userId, importId } as const
  expect(await killedAt({ ...undoing, statements: 20 })).toBe(true)
  expect(await restarted(place, state)).toMatchObject({ products: 1900 })
  const edit = (db: Kysely<Schema>) => sql`UPDATE products SET price = 9 WHERE erp_code = 'K-650'`.execute(db)
  await afterwards(place, edit)
  expect(await killedAt({ ...undoing, leave: true, statements: 30 })).toBe(true)
  expect(await restarted(place, state)).toEqual(ALL)
  const entries = (db: Kysely<Schema>) =>
    sql`SELECT price, (SELECT count(*)::int FROM import_rows WHERE excluded_from_undo) AS left,
    (SELECT undone_at IS NOT NULL FROM imports) AS undone FROM products WHERE erp_code = 'K-650'`.execute(db)
  expect((await afterwards(place, entries)).rows).toEqual([{ price: '9.000', left: 0, undone: false }])
})

test('a product whose process is killed while it is added refers to no missing picture', async () => {
  for (const statements of [1, 3, 4]) await killedAt({ place, work: 'product', file: picture, statements })
  const find = (db: Kysely<Schema>) =>
    db.selectFrom('products').select('image').where('image', 'is not', null).execute()
  const files = await readdir(join(place.dataDir, 'files/products'))
  for (const { image } of await afterwards(place, find)) expect(files).toContain(image)
  expect(files.length).toBe(3)
})
