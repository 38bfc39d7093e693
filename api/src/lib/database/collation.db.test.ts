import { afterEach, beforeEach, expect, test } from 'vitest'
import { scratch } from '../../../test/scratch.ts'
import { ensureCollation } from './collation.ts'
import { type Database, openDatabase } from './database.ts'

let place: Awaited<ReturnType<typeof scratch>>
let database: Database<unknown>
beforeEach(async () => {
  place = await scratch()
  database = await openDatabase(place)
})
afterEach(async () => {
  await database.close()
  await place.drop()
})

test('rejects a collation that sorts wrongly', async () => {
  await database.pool.query(`create collation kontor (provider = icu, locale = 'und')`)
  await expect(ensureCollation(database.pool)).rejects.toThrow('"kontor" sorts wrongly on this server')
})

test('sorts by the Montenegrin alphabet, and is idempotent', async () => {
  await ensureCollation(database.pool)
  await ensureCollation(database.pool)
  const names = [
    'Žabljak',
    'Zeta',
    'Šavnik',
    'Sutomore',
    'Njeguši',
    'Nikšić',
    'Đurđevac',
    'Džep',
    'Danilovgrad',
  ]
  const { rows } = await database.pool.query(
    'select array_agg(name order by name collate kontor desc) as names from unnest($1::text[]) as name',
    [names.toReversed()],
  )
  expect(rows[0].names).toEqual(names)
})
