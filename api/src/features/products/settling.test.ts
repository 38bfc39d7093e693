import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { eventually } from '../../../test/eventually.ts'
import { makeUser } from '../../../test/make.ts'
import { makeBook } from '../../../test/odd-files.ts'
import { engine, scratch } from '../../../test/scratch.ts'
import { migrationsDir } from '../../../test/template.ts'
import { openDatabase } from '../../kit/db/db.ts'
import type { Schema } from '../../kit/db/schema.ts'
import { runImport } from '../../kit/imports/imports.ts'
import { importProgress, requireUnlocked } from '../../kit/imports/lock.ts'
import { userName } from '../users/table.ts'
import { productImport } from './sheet.ts'

const place = await scratch({ migrated: true })
const database = await openDatabase<Schema>({ ...place, migrationsDir, waitMs: 200 })
afterAll(async () => {
  await database.close()
  await place.drop()
})
const { db, pool } = database
const user = (await makeUser(db)) as unknown as Parameters<typeof runImport>[3] // what an import keeps of it

/** Runs an import of a thousand products; answers it and its progress as soon as it writes. */
async function begin(log: (line: string) => void = () => {}) {
  const rows = Array.from({ length: 1000 }, (_, i) => [`S-${i}`, 'Proizvod', 1])
  const bytes = makeBook([['Šifra', 'Naziv', 'Cijena'], ...rows], 'xlsx')
  const answer = runImport({ ...database, userName, log }, productImport(), { name: 'a.xlsx', bytes }, user)
  answer.catch(() => {}) // the test looks at it later
  while (!importProgress('products')?.total) await turn()
  return { answer, progress: importProgress('products') }
}
const count = async () =>
  (await sql<{ n: number }>`SELECT count(*) AS n FROM products`.execute(db)).rows[0]?.n

test.runIf(engine === 'embedded')(
  'an import that waits too long for the session, and its settling too, is settled as soon as there is one',
  async () => {
    const lines: string[] = []
    const { answer, progress } = await begin((line) => lines.push(line))
    const session = await pool.connect()
    await eventually(() => expect(lines.length).toBeGreaterThan(1))
    expect(progress).toMatchObject({ action: 'undo', user: user.name })
    session.release()
    await expect(answer).rejects.toThrow('timeout exceeded when trying to connect')
    expect(lines[0]).toContain('An import of products that broke off cannot be taken back yet')
    expect([await count(), importProgress('products')]).toEqual([0, undefined])
    await requireUnlocked(db, 'products')
  },
)

test('the progress of an import that the database has tried twice counts its rows once', async () => {
  await sql`CREATE SEQUENCE tries`.execute(db)
  await sql`CREATE FUNCTION fail_once() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF nextval('tries') = 1 THEN RAISE EXCEPTION 'once' USING ERRCODE = '40P01'; END IF; RETURN NEW; END $$`.execute(
    db,
  )
  await sql`CREATE TRIGGER fail_once BEFORE INSERT ON products FOR EACH ROW WHEN (NEW.erp_code = 'S-900')
    EXECUTE FUNCTION fail_once()`.execute(db)
  const { answer, progress } = await begin()
  await answer
  expect([await count(), progress?.done, progress?.total]).toEqual([1000, 1000, 1000])
})
