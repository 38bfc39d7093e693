import { readdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Kysely } from 'kysely'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { afterwards, killedAt } from '../../../test/kill.ts'
import { makePicture, makeUser } from '../../../test/make.ts'
import { makeBook } from '../../../test/odd-files.ts'
import { scratch } from '../../../test/scratch.ts'
import { openDatabase } from '../../kit/db.ts'
import type { Schema } from '../../kit/schema.ts'

vi.setConfig({ testTimeout: 120_000 }) // each case starts processes of its own

const place = await scratch({ migrated: true })
afterAll(() => place.drop())
const migrationsDir = resolve(import.meta.dirname, '../../../migrations')
const sheet = join(place.dataDir, 'sheet.xlsx')
const picture = join(place.dataDir, 'slika.png')

const database = await openDatabase<Schema>({ ...place, migrationsDir })
const { id: userId } = await makeUser(database.db)
const old = Array.from({ length: 700 }, (_, i) => ({
  erp_code: `K-${i}`,
  name: 'Stara',
  price: '1',
  quantity: 1,
  description: null,
  image: null,
}))
await database.db.insertInto('products').values(old).execute()
await database.close()
const rows = Array.from({ length: 1900 }, (_, i) => [`K-${i}`, 'Nova', 2])
await writeFile(sheet, makeBook([['Šifra', 'Naziv', 'Cijena'], ...rows], 'xlsx'))
await writeFile(picture, await (await makePicture('png')).bytes())

/** How many rows an import has touched so far, and how many it noted down for being taken back. */
const state = (db: Kysely<Schema>) =>
  db
    .selectNoFrom(({ selectFrom, fn }) => [
      selectFrom('products').where('name', '=', 'Nova').select(fn.countAll<number>().as('n')).as('products'),
      selectFrom('import_rows').select(fn.countAll<number>().as('n')).as('kept'),
      selectFrom('imports').select(fn.countAll<number>().as('n')).as('imports'),
    ])
    .executeTakeFirstOrThrow()

const NONE = { products: 0, kept: 0, imports: 0 }
const ALL = { products: 1900, kept: 1900, imports: 1 }

describe('F1 an import whose process is killed', () => {
  // BEGIN, two locks, the rows that exist, the import itself, then two statements per portion, COMMIT.
  test.each([9, 15])('after statement %i has changed nothing, and can be run again', async (statements) => {
    expect(await killedAt({ place, work: 'import', file: sheet, userId, statements })).toBe(true)
    expect(await afterwards(place, state)).toEqual(NONE)
  })

  test('while its COMMIT was on the way is there as a whole or not at all', async () => {
    expect(await killedAt({ place, work: 'import', file: sheet, userId, statements: 15, sent: true })).toBe(
      true,
    )
    expect([NONE, ALL]).toContainEqual(await afterwards(place, state))
  })

  test('is complete when it is run again to its end', async () => {
    expect(await killedAt({ place, work: 'import', file: sheet, userId, statements: 1000 })).toBe(false)
    expect(await afterwards(place, state)).toMatchObject({ products: 1900 })
  })
})

test('F2 a product whose process is killed while it is added names no picture that is not there', async () => {
  for (const statements of [1, 3, 4]) await killedAt({ place, work: 'product', file: picture, statements })
  const find = (db: Kysely<Schema>) =>
    db.selectFrom('products').select('image').where('image', 'is not', null).execute()
  const files = await readdir(join(place.dataDir, 'files/products'))
  for (const { image } of await afterwards(place, find)) expect(files).toContain(image)
  expect(files.length).toBe(3)
})
