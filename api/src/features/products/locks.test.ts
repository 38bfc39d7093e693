import { products } from '@kontor/contract/products'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { makePicture, makeProduct } from '../../../test/make.ts'
import { makeBook } from '../../../test/odd-files.ts'
import { engine } from '../../../test/scratch.ts'
import { openDatabase } from '../../kit/db.ts'
import { importProgress, lockForImport } from '../../kit/list-lock.ts'
import type { Schema } from '../../kit/schema.ts'

const { db, call, database, config } = await startApp()

const book = (rows: unknown[][]) => new File([new Uint8Array(makeBook(rows, 'xlsx'))], 'cjenovnik.xlsx')
const upload = (file: File, form = {}) => call(products.import, { form, files: { file } })
const statusOf = ({ status }: { status: number }) => status
const image = await makePicture()

test('E8 of twenty imports at once one runs, the others are told so; previews and later ones are not', async () => {
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

test('the running import tells how far it is and who runs it, and nothing once it is over', async () => {
  const rows = Array.from({ length: 1200 }, (_, i) => [`PR-${i}`, 'Proizvod'])
  const seen: number[] = []
  const done = upload(book([['Šifra', 'Naziv'], ...rows])).finally(() => clearInterval(watch))
  const watch = setInterval(() => seen.push(importProgress('products')?.done ?? -1), 1)
  expect((await done).status).toBe(200)
  expect(seen).toContain(0)
  expect(seen).toContain(500)
  expect(seen).toEqual(seen.toSorted((a, b) => (a === -1 || b === -1 ? 0 : a - b)))
  expect((await call(products.importStatus, {})).body.running).toBeNull()
})

test('C4 an import and edits of its products at once end as if they had come one after another', async () => {
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
  /** Does `work` while another database connection holds the list as an import does. */
  async function meanwhile(work: () => Promise<void>) {
    const other = await openDatabase<Schema>({
      dataDir: config.dataDir,
      databaseUrl: database.pool.options.connectionString,
      log: () => {},
    })
    await other.db.transaction().execute(async (tx) => {
      await lockForImport(tx, 'products')
      await work()
    })
    await other.close()
  }

  test.skipIf(engine === 'embedded')(
    'writers are refused with 423 and imports with 429; lists and previews go on',
    async () => {
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
    },
  )

  test.skipIf(engine === 'postgres')('on the embedded engine writers wait their turn', async () => {
    const { id } = await makeProduct(db)
    let toggled: ReturnType<typeof call<typeof products.toggle>> | undefined
    await db.transaction().execute(async (tx) => {
      await lockForImport(tx, 'products')
      toggled = call(products.toggle, { params: { id: String(id) }, body: null })
      await tx.updateTable('products').set({ quantity: 9 }).where('id', '=', id).execute()
    })
    expect((await toggled)?.body).toMatchObject({ is_active: false, version: 3 })
  })
})
