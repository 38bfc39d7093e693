import { setImmediate as turn } from 'node:timers/promises'
import { products } from '@kontor/contract/products'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { eventually } from '../../../test/eventually.ts'
import { makePicture, makeProduct } from '../../../test/make.ts'
import { sheetFile } from '../../../test/odd-files.ts'
import { importProgress, inLockedList } from '../../lib/imports/lock.ts'

const { db, call, database, anotherPool } = await startApp()
const other = await anotherPool()

const book = (rows: unknown[][]) => sheetFile(rows, 'cjenovnik.xlsx')
// Most sheets of these tests have no price column.
const choices = JSON.stringify({ create_without: true })
const upload = (file: File, form = {}) =>
  call(products.import, { form: { choices, ...form }, files: { file } })
const statusOf = ({ status }: { status: number }) => status
const image = await makePicture()

test('of twenty imports at once one runs, the others get 429; previews and later imports run', async () => {
  const file = book([
    ['Šifra', 'Naziv'],
    ['E8', 'Proizvod'],
  ])
  const [seen, ...answers] = await Promise.all([
    upload(file, { dry_run: 'true' }),
    ...Array.from({ length: 20 }, () => upload(file)),
  ])
  expect(answers.map(statusOf).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 429)])
  expect(seen.status).toBe(200)
  expect(
    (
      await upload(
        book([
          ['Šifra', 'Cijena'],
          ['NEMA', 'x'],
        ]),
      )
    ).status,
  ).toBe(422)
  expect((await upload(file)).status).toBe(200)
})

test('the running import has progress and user, and none afterwards', async () => {
  const rows = Array.from({ length: 1200 }, (_, i) => [`PR-${i}`, 'Proizvod'])
  const seen: number[] = []
  const done = upload(book([['Šifra', 'Naziv'], ...rows])).finally(() => clearInterval(watch))
  const watch = setInterval(() => seen.push(importProgress('products')?.done ?? -1), 1)
  expect((await done).status).toBe(200)
  expect(seen).toContain(0)
  expect(seen.filter((done) => done > 0 && done < 1200).length).toBeGreaterThan(0)
  expect(seen).toEqual(seen.toSorted((a, b) => (a === -1 || b === -1 ? 0 : a - b)))
  expect((await call(products.importStatus, {})).body.running).toBeNull()
})

test('an import and simultaneous edits of its products are serialised', async () => {
  const { id } = await makeProduct(db, { erp_code: 'C4', name: 'Stara', quantity: 1 })
  const edit = (name: string) => {
    const form = { erp_code: 'C4', name, description: '', price: '10', quantity: '1' }
    return call(products.update, { params: { id: String(id) }, form, files: { image: undefined } })
  }
  const [imported, ...edits] = await Promise.all([
    upload(
      book([
        ['Šifra', 'Količina'],
        ['C4', 77],
      ]),
    ),
    ...Array.from({ length: 8 }, (_, i) => edit(`Naziv ${i}`)),
  ])
  expect(imported.status).toBe(200)
  for (const { status } of edits) expect([200, 423]).toContain(status)
  const row = (await call(products.one, { params: { id: String(id) } })).body
  const edited = edits.filter(({ status }) => status === 200).length
  expect(row.version).toBe(1 + edited + imported.body.counts.update)
})

describe('while another node applies an import', () => {
  const meanwhile = (work: () => Promise<void>) => inLockedList(other.db, 'products', work)

  test('writers get 423 and imports 429; lists and previews work', async () => {
    const { id, erp_code } = await makeProduct(db)
    const params = { id: String(id) }
    const form = { erp_code, name: 'Novi naziv', price: '1', quantity: '1' }
    const file = book([
      ['Šifra', 'Količina'],
      [erp_code, 5],
    ])
    await meanwhile(async () => {
      expect((await call(products.update, { params, form, files: { image: undefined } })).status).toBe(423)
      expect(
        (await call(products.create, { form: { ...form, erp_code: 'L' }, files: { image } })).status,
      ).toBe(423)
      expect((await call(products.toggle, { params, body: null })).status).toBe(423)
      expect((await upload(file)).status).toBe(429)
      expect((await call(products.undoImport, { body: { id: 1 } })).status).toBe(429)
      expect((await upload(file, { dry_run: '1' })).status).toBe(200)
      expect((await call(products.index, { body: {} })).status).toBe(200)
    })
    expect((await call(products.toggle, { params, body: null })).body).toMatchObject({
      is_active: false,
      version: 2,
    })
  })
})

describe('while this node applies an import or undoes one', () => {
  /** Runs `work`, which waits for a locked row, and `others` in the meantime. */
  async function inTheMiddle<T>(work: () => Promise<T>, others: () => Promise<void>) {
    const client = await database.pool.connect()
    await client.query('SELECT pg_advisory_lock(4711)')
    const done = work()
    const waiting = sql`SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = database
      WHERE datname = current_database() AND locktype = 'advisory' AND objid = 4711 AND NOT granted`
    await eventually(async () => expect((await waiting.execute(db)).rows).not.toEqual([]))
    await others().finally(async () => {
      await client.query('SELECT pg_advisory_unlock(4711)')
      client.release()
    })
    return done
  }

  test('readers see the former data, and writers get an error', async () => {
    await sql`CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN
      PERFORM pg_advisory_xact_lock(4711); RETURN coalesce(NEW, OLD); END'`.execute(db)
    await sql`CREATE TRIGGER wait_new BEFORE INSERT ON products FOR EACH ROW WHEN (NEW.erp_code = 'TURN-1500')
      EXECUTE FUNCTION wait()`.execute(db)
    await sql`CREATE TRIGGER wait_old BEFORE DELETE ON products FOR EACH ROW WHEN (OLD.erp_code = 'TURN-1500')
      EXECUTE FUNCTION wait()`.execute(db)
    const { id } = await makeProduct(db)
    const rows = Array.from({ length: 2000 }, (_, i) => [`TURN-${i}`, 'Proizvod'])
    const seesAll = { filters: { erp_code: 'TURN-' } }
    const see = (total: number, action: string) => async () => {
      const [status, list, ...refused] = await Promise.all([
        call(products.importStatus, {}),
        call(products.index, { body: seesAll }),
        call(products.toggle, { params: { id: String(id) }, body: { is_active: true } }),
        call(products.undoImport, { body: { id: 1 } }),
      ])
      expect([list.status, list.body.total_rows]).toEqual([200, total])
      expect(refused.map(({ status, body }) => `${status} ${body.message}`)).toEqual([
        '423 import.locked',
        '429 import.running',
      ])
      expect(status.body.running).toMatchObject({ action, total: 2000 })
      expect(status.body.running?.done).toBeGreaterThan(1000)
      expect(status.body.running?.done).toBeLessThan(2000)
    }
    const imported = await inTheMiddle(() => upload(book([['Šifra', 'Naziv'], ...rows])), see(0, 'import'))
    expect(imported.status).toBe(200)
    const last = (await call(products.importStatus, {})).body.last?.id ?? 0
    const undo = () => call(products.undoImport, { body: { id: last } })
    expect((await inTheMiddle(undo, see(2000, 'undo'))).status).toBe(200)
    expect((await call(products.index, { body: seesAll })).body.total_rows).toBe(0)
  })
})

test('an import that fails in the middle is rolled back', async () => {
  const { erp_code, quantity } = await makeProduct(db, { erp_code: 'FAIL-0' })
  await sql`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''no''; END'`.execute(
    db,
  )
  await sql`CREATE TRIGGER fail BEFORE INSERT ON products FOR EACH ROW WHEN (NEW.erp_code = 'FAIL-900')
    EXECUTE FUNCTION fail()`.execute(db)
  const rows = Array.from({ length: 1000 }, (_, i) => [`FAIL-${i}`, 'Proizvod', 77])
  const before = (await call(products.importStatus, {})).body
  expect((await upload(book([['Šifra', 'Naziv', 'Količina'], ...rows]))).status).toBe(500)
  const found = db.selectFrom('products').select(['erp_code', 'quantity']).where('erp_code', 'like', 'FAIL-%')
  expect(await found.execute()).toEqual([{ erp_code, quantity }])
  expect((await call(products.importStatus, {})).body).toEqual(before)
  await sql`DROP TRIGGER fail ON products`.execute(db)
})

test('the progress of a retried import counts its rows once', async () => {
  await sql`CREATE SEQUENCE tries`.execute(db)
  await sql`CREATE FUNCTION fail_once() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF nextval('tries') = 1 THEN RAISE EXCEPTION 'once' USING ERRCODE = '40P01'; END IF; RETURN NEW; END $$`.execute(
    db,
  )
  await sql`CREATE TRIGGER fail_once BEFORE INSERT ON products FOR EACH ROW WHEN (NEW.erp_code = 'S-900')
    EXECUTE FUNCTION fail_once()`.execute(db)
  const rows = Array.from({ length: 1000 }, (_, i) => [`S-${i}`, 'Proizvod'])
  const done = upload(book([['Šifra', 'Naziv'], ...rows]))
  while (!importProgress('products')?.total) await turn()
  const progress = importProgress('products')
  expect((await done).body.counts?.create).toBe(1000)
  expect([progress?.done, progress?.total]).toEqual([1000, 1000])
})
