import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../src/kit/db/db.ts'
import { readCatalogue } from './catalogue.ts'
import { scratch } from './scratch.ts'
import { migrationsDir } from './template.ts'

async function catalogueOf(migrationsDir: string) {
  const place = await scratch()
  const database = await openDatabase({ ...place, migrationsDir })
  try {
    await database.pool.query(namedColumns)
    return await readCatalogue(database.pool)
  } finally {
    await database.close()
    await place.drop()
  }
}

// Three functions were made before categorise() put the table's name before a column: `ON partner_id = id` is
// `ON partner_categories.partner_id = id` in the baseline, as in those that were made later. Nothing else is adjusted.
const namedColumns = `DO $$
DECLARE
  one regprocedure;
BEGIN
  FOR one IN SELECT oid FROM pg_proc WHERE proname IN (
    'categories_in_use_by_partners', 'categories_in_use_by_sliders', 'categories_in_use_by_campaigns')
  LOOP
    EXECUTE regexp_replace(pg_get_functiondef(one), 'JOIN (\\w+) ON (\\w+) = id ', 'JOIN \\1 ON \\1.\\2 = id ');
  END LOOP;
END $$`

test('the baseline makes the database that the 49 migrations made', async () => {
  const before = await catalogueOf(resolve(import.meta.dirname, 'old-migrations'))
  const now = await catalogueOf(migrationsDir)
  expect(before.size).toBeGreaterThan(4000)
  expect(Object.fromEntries(now)).toEqual(Object.fromEntries(before))
})
