import { buffer } from 'node:stream/consumers'
import { partnerSheet, partners } from '@kontor/contract/partners'
import { partnerFields } from '@kontor/contract/partners/fields'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { deactivateInUse, makeCategory, makeCity, makePartner, makeUser } from '../../../test/make.ts'
import { makeBook } from '../../../test/odd-files.ts'
import { readRows } from '../../../test/sheets.ts'
import { inTransaction } from '../../lib/database/transaction.ts'
import type { RowValues } from '../../lib/imports/plan/plan-rules.ts'
import {
  type Imported,
  insertImported,
  loadImported,
  updateImported,
} from '../../lib/imports/records/record-sql.ts'
import { writeLayout } from '../../lib/spreadsheets/xlsx-writer/xlsx-writer.ts'
import { partnerRows } from './sheet.ts'

const { db, call, signIn } = await startApp()
const bar = await makeCity(db, { name: 'Bar' })
const tyres = await makeCategory(db, { name: 'Gume' })
const oils = await makeCategory(db, { name: 'Ulja i maziva' })

const HEADER = ['Šifra', 'Naziv', 'Telefon', 'Kategorije', 'Grad', 'Dug', 'Bonus', 'Šifra korisnika']
const book = (rows: unknown[][], type: 'xlsx' | 'biff8' = 'xlsx') =>
  new File([new Uint8Array(makeBook(rows, type))], type === 'xlsx' ? 'partneri.xlsx' : 'partneri.xls')
type Form = Parameters<typeof call<typeof partners.import>>[1]['form']
const upload = (rows: unknown[][], form: Form = {}) =>
  call(partners.import, { form, files: { file: book(rows) } })
const whole = { is_update_financial: 'false' } as const
const one = async (id: number) => (await call(partners.one, { params: { id: String(id) } })).body
const last = async () => (await call(partners.importStatus, {})).body.last
const everything = async () => ({
  partners: await db.selectFrom('partners').selectAll().orderBy('id').execute(),
  links: await db
    .selectFrom('partner_categories')
    .selectAll()
    .orderBy('partner_id')
    .orderBy('category_id')
    .execute(),
  users: await db.selectFrom('users').selectAll().orderBy('id').execute(),
})
const make = (id: number, category_ids = [tyres.id]) => {
  const values = { name: `Partner ${id}`, city_id: bar.id, phone: '1', debt: '5', bonus: '2' }
  return makePartner(db, { id, category_ids, ...values })
}

describe('an import that is only financial', () => {
  test('rejects invalid amounts, and changes nothing', async () => {
    await make(101)
    const before = await everything()
    const rows = [
      HEADER,
      [101, '', '', '', '', '%', '٣'],
      [999_999, 'Novi', '', 'Gume', 'Bar', 1, 1],
      [-5, '', '', '', '', 1, '12345678901'],
    ]
    const { status, body } = await upload(rows, { choices: '{"unknown":"refuse"}' })
    expect([status, body.message, body.errors]).toEqual([
      422,
      'import.rejected',
      {
        F2: ['validation.not_a_number'],
        G2: ['validation.not_a_number'],
        A3: ['import.unknown_partner'],
        A4: ['validation.id'],
        G4: ['validation.too_many_digits'],
      },
    ])
    expect(await everything()).toEqual(before)
  })

  test('asks whether rows of unknown partners are left out, applies nothing until then, and lists them', async () => {
    await make(106)
    const before = await everything()
    const rows = [
      HEADER,
      [999_998, 'Auto kuća Perović', '', 'Gume', 'Bar', 'x', 1],
      [106, '', '', '', '', 7, 2],
      [999_998, 'Auto kuća Perović', '', '', '', 2, 2],
      [999_997, '', '', '', '', 2, 2],
    ]
    const refused = await upload(rows)
    expect([refused.status, refused.body.message, refused.body.errors]).toEqual([422, 'import.unsettled', {}])
    expect(refused.body.params).toEqual({ count: 1 })
    expect(await everything()).toEqual(before)
    const { body: seen } = await upload(rows, { dry_run: '1' })
    const text = '999998 · Auto kuća Perović · Gume · Bar · x · 1'
    expect(seen.questions).toEqual([
      {
        kind: 'unknown',
        blocking: true,
        answer: null,
        count: 3,
        fields: [],
        rows: [
          { row: 2, text },
          { row: 4, text: expect.any(String) },
          { row: 5, text: '999997 · 2 · 2' },
        ],
      },
    ])
    expect(refused.body).toMatchObject({ questions: seen.questions })
    expect(seen.counts).toEqual({ create: 0, update: 1, same: 0, problems: 0 })
    const { status, body } = await upload(rows, { choices: '{"unknown":"leave_out"}' })
    expect([status, body.left_out, body.total_rows]).toEqual([200, 3, 4])
    expect(body.left_out_rows[0]).toEqual({ row: 2, reason: 'unknown', text })
    expect(await one(106)).toMatchObject({ debt: '7.000' })
    const swallowed = 'Šifra;Naziv;Dug\n999998;"Novi;1\n106;Stari;8\n999997;"Drugi;2\n'
    const torn = await call(partners.import, {
      form: { choices: '{"unknown":"leave_out"}' },
      files: { file: new File([swallowed], 'partneri.csv') },
    })
    expect([torn.status, torn.body.errors]).toEqual([422, { B2: ['excel.torn'] }])
    expect((await everything()).users).toEqual(before.users)
  })

  test('is the default: amounts change, other columns are not read', async () => {
    await make(102)
    const before = await one(102)
    const rows = [HEADER, [102, '', '+1', 'Nepoznata', 'Nigdje', '1.234,5', '3%', 'nova lozinka']]
    const { status, body } = await upload(rows)
    expect([status, body.counts, body.unknown_columns]).toEqual([
      200,
      { create: 0, update: 1, same: 0, problems: 0 },
      ['Naziv', 'Telefon', 'Kategorije', 'Grad', 'Šifra korisnika'],
    ])
    const after = { ...before, debt: '1234.500', bonus: '3%', version: 2, updated_at: expect.any(String) }
    expect(await one(102)).toEqual(after)
    expect([body.result, body.passwords, body.total_rows]).toEqual([[after], [], 1])
  })

  test('does not change amounts with empty cells, and its undo restores values and percentages', async () => {
    await make(103)
    await db.updateTable('partners').set({ bonus_percent: true }).where('id', '=', 103).execute()
    const before = await one(103)
    await upload([HEADER, [103, '', '', '', '', '', 9]])
    expect(await one(103)).toMatchObject({ debt: '5.000', bonus: '9.000', category_names: 'Gume' })
    await call(partners.undoImport, { body: { id: (await last())?.id ?? 0 } })
    expect(await one(103)).toEqual({ ...before, version: 4, updated_at: expect.any(String) })
  })
})

test('an import without changes keeps the previous one undoable', async () => {
  await make(104)
  await upload([HEADER, [104, '', '', '', '', 8, '']])
  const before = await last()
  const { status, body } = await upload([HEADER, [104, '', '', '', '', '8,0', '']])
  expect([status, body.message, body.counts.same]).toEqual([200, 'import.done', 1])
  expect(await last()).toEqual(before)
  expect((await call(partners.undoImport, { body: { id: before?.id ?? 0 } })).status).toBe(200)
  expect(await one(104)).toMatchObject({ debt: '5.000', version: 3 })
})

test('a preview has the names of partners, also when the import does not read them', async () => {
  await make(105)
  const { body } = await upload([HEADER, [105, 'Drugi', '', '', '', 77, '']], { dry_run: 'true' })
  expect(body.changes).toEqual([
    {
      row: 2,
      change: 'update',
      values: expect.objectContaining({ id: 105, name: 'Partner 105' }),
      before: { debt: '5' },
    },
  ])
  await upload([HEADER, [105, 'Drugi', '', '', '', 77, '']])
  expect(await one(105)).toMatchObject({ name: 'Partner 105', debt: '77.000' })
})

describe('an import of everything', () => {
  test('rejects missing cities, categories and usernames, and changes nothing', async () => {
    await make(201)
    await makeCity(db, { name: 'Dva' })
    await makeCity(db, { name: 'dva' })
    await makeCity(db, { name: 'Bivši', is_active: false })
    await makeUser(db, { username: '209' })
    const before = await everything()
    const { status, body } = await upload(
      [
        HEADER,
        [201, 'P', '', 'Gume', 'Bar', 1, 1],
        [202, 'Novi', '', 'Gume; Nema', 'Nigdje', 1, 1],
        [203, 'Novi', '', ' ; ', '', 1, 1],
        [204, 'Novi', '', 'Gume', 'Dva', 1, 1],
        [205, 'Novi', '', 'Gume', 'Bivši', 1, 1],
        [209, 'Novi', '', 'Gume', 'Bar', 1, 1],
      ],
      whole,
    )
    expect([status, body.errors]).toEqual([
      422,
      {
        B2: ['validation.partner_name'],
        D3: ['import.unknown_name'],
        E3: ['import.unknown_name'],
        D4: ['validation.categoryCountException'],
        E4: ['validation.field'],
        E5: ['import.ambiguous_name'],
        E6: ['import.unknown_name'],
        A7: ['validation.unique_username'],
      },
    ])
    expect(await everything()).toEqual(before)
  })

  test('without names, categories and cities only changes: an unknown id is a problem, unless it is left out', async () => {
    const rows = [HEADER.slice(0, 3), [777_777, 'Novi', '1']]
    const { body } = await upload(rows, whole)
    expect(body.errors).toEqual({ A2: ['import.needs_columns'] })
    expect((await upload(rows, { ...whole, dry_run: '1' })).body.questions).toMatchObject([
      { kind: 'unknown', blocking: false, answer: 'refuse', count: 1, fields: ['categories', 'city'] },
    ])
    const left = await upload(rows, { ...whole, choices: '{"unknown":"leave_out"}' })
    expect([left.status, left.body.left_out]).toEqual([200, 1])
  })

  test('applies what its preview showed; a new partner can sign in with the returned password', async () => {
    await make(211)
    const rows = [
      HEADER,
      [211, 'Preimenovan', '', 'ulja  i \u00a0maziva;GUME', 'bar', '5', '2'],
      ['212', 'Nova guma', '+382 67', 'Gume', 'Bar', '10.908,68', '5%'],
    ]
    const seen = await upload(rows, { ...whole, dry_run: '1' })
    expect(seen.body.changes).toEqual([
      {
        row: 2,
        change: 'update',
        values: expect.objectContaining({ city: 'Bar', categories: 'Gume; Ulja i maziva' }),
        before: { name: 'Partner 211', categories: 'Gume' },
      },
      expect.objectContaining({ row: 3, change: 'create' }),
    ])
    expect([(await one(211)).name, seen.body.passwords]).toEqual(['Partner 211', []])
    const { body } = await upload(rows, whole)
    expect(body.counts).toEqual({ create: 1, update: 1, same: 0, problems: 0 })
    expect(await one(211)).toMatchObject({
      name: 'Preimenovan',
      phone: '1',
      category_names: 'Gume; Ulja i maziva',
    })
    expect(await one(212)).toMatchObject({
      name: 'Nova guma',
      debt: '10908.680',
      bonus: '5%',
      city: { name: 'Bar' },
    })
    expect(body.passwords).toEqual([
      { id: 212, name: 'Nova guma', password: expect.stringMatching(/^(\w{4}-?){3}$/) },
    ])
    expect(await signIn('212', body.passwords[0]?.password)).toEqual(expect.any(String))
    expect(await signIn('212', 'lozinka')).toBeUndefined()
    expect((await upload(rows, whole)).body.counts).toMatchObject({ update: 0, same: 2 })
  })

  test('answers new passwords also when its partners cannot be read after the commit', async () => {
    await sql`CREATE FUNCTION hide_categories() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN ALTER TABLE categories RENAME TO hidden_categories; RETURN NULL; END'`.execute(db)
    await sql`CREATE CONSTRAINT TRIGGER at_commit AFTER INSERT ON partners DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION hide_categories()`.execute(db)
    onTestFinished(async () => {
      await sql`ALTER TABLE IF EXISTS hidden_categories RENAME TO categories`.execute(db)
      await sql`DROP FUNCTION hide_categories CASCADE`.execute(db)
    })
    const { status, body } = await upload([HEADER, [219, 'Nov', '', 'Gume', 'Bar', 1, 1]], whole)
    expect([status, body.result]).toEqual([200, []])
    expect(await signIn('219', body.passwords[0]?.password)).toEqual(expect.any(String))
  })

  test('is undone with the users it added, unless other users belong to its partners by now', async () => {
    await make(221, [oils.id, tyres.id])
    const before = { ...(await everything()), partners: [] }
    const rows = [HEADER, [221, 'Drugi', '', 'Gume', 'Bar', 1, 1], [222, 'Novi', '', 'Gume', 'Bar', 1, 1]]
    await upload(rows, whole)
    const id = (await last())?.id ?? 0
    const other = await makeUser(db, { partner_id: 222 })
    const refused = await call(partners.undoImport, { body: { id } })
    expect([refused.status, refused.body.message]).toEqual([409, 'import.changed_since'])
    expect(await one(222)).toMatchObject({ name: 'Novi' })
    await db.deleteFrom('users').where('id', '=', other.id).execute()
    expect((await call(partners.undoImport, { body: { id } })).body).toEqual({
      created: 1,
      updated: 1,
      kept: 0,
      changed: 0,
    })
    expect({ ...(await everything()), partners: [] }).toEqual(before)
    expect(await one(221)).toMatchObject({ name: 'Partner 221', debt: '5.000', version: 3 })
  })
})

test('has the same questions as one of products: columns, thousands, odd rows and clearing', async () => {
  await make(401)
  const rows = [
    ['Šifra', 'Naziv', 'Tel.', 'Dug', 'Dug (EUR)', 'Plaćanje - gume'],
    ['Kupci iz Bara'],
    [401, null, null, '1.234', 5, '12.345,6'],
  ]
  const refused = await upload(rows, whole)
  expect([refused.status, refused.body.message]).toEqual([422, 'import.unsettled'])
  const { body: seen } = await upload(rows, { ...whole, dry_run: '1' })
  expect(seen.questions.map(({ kind, blocking }) => [kind, blocking])).toEqual([
    ['column', true],
    ['decimals', true],
    ['rows', true],
    ['clear', false],
  ])
  const choices = { columns: { debt: 'D' }, decimals: { debt: ',' }, rows: 'leave_out', clear: true }
  expect((await upload(rows, { ...whole, choices: JSON.stringify(choices) })).status).toBe(200)
  expect(await one(401)).toMatchObject({
    name: 'Partner 401',
    phone: null,
    debt: '1234.000',
    paymentTires: '12345.600',
    category_names: 'Gume',
  })
})

test('Partners.xlsx is imported unchanged, with inactive cities and categories and without any', async () => {
  const place = await makeCity(db, { name: 'Šavnik' })
  const goods = await makeCategory(db, { name: 'Đubriva' })
  await make(301, [goods.id, tyres.id])
  await db
    .updateTable('partners')
    .set({ city_id: place.id, bonus_percent: true })
    .where('id', '=', 301)
    .execute()
  await deactivateInUse(db, 'cities', place.id)
  await deactivateInUse(db, 'categories', goods.id)
  await makePartner(db, {
    id: 302,
    name: '=1+1',
    debt: '9999999999.999',
    bonus: '0.001',
    bonus_percent: true,
  })
  const { bytes, headers } = await call(partners.excel, {})
  expect(headers['content-disposition']).toContain('filename="Partners.xlsx"')
  expect((await readRows(bytes))[0]).toEqual(Object.values(partnerSheet).map(({ header }) => header.cnr))
  const file = new File([new Uint8Array(bytes)], 'Partners.xlsx')
  for (const form of [{}, whole]) {
    const { body } = await call(partners.import, { form: { ...form, dry_run: '1' }, files: { file } })
    expect([body.problems, body.changes, body.questions]).toEqual([[], [], []])
  }
})

test('a category whose name contains a semicolon is imported as itself', async () => {
  const both = await makeCategory(db, { name: 'Zimske; M+S' })
  for (const name of ['Zimske', 'M+S']) await makeCategory(db, { name })
  await makeCategory(db, { name: 'Felne; čelične' })
  await make(601, [both.id])
  await make(602)
  const dry = { ...whole, dry_run: '1' } as const
  const { bytes } = await call(partners.excel, {})
  const again = await call(partners.import, {
    form: dry,
    files: { file: new File([new Uint8Array(bytes)], 'Partners.xlsx') },
  })
  expect([again.body.problems, again.body.changes]).toEqual([[], []])
  const { body } = await upload(
    [
      HEADER,
      [601, 'Partner', '1', 'Zimske; M+S', 'Bar', 5, 2],
      [602, 'Partner', '1', 'Zimske; M+S', 'Bar', 5, 2],
    ],
    dry,
  )
  expect(body.problems.map(({ row, reason }) => [row, reason])).toEqual([[3, 'import.ambiguous_name']])
  const alone = await upload([HEADER, [602, 'Partner 602', '1', 'Gume; Felne; čelične', 'Bar', 5, 2]], dry)
  expect(alone.body.changes[0]?.values).toMatchObject({ categories: 'Felne; čelične; Gume' })
})

test('categories whose names contain semicolons or quotes come back from an export', async () => {
  const names = ['Aa', 'Bb', 'Aa; Bb', 'Cc; Aa', '"Dd"', 'Ee "12"; Aa', '"Ff"; Bb']
  const made = await Promise.all(names.map((name) => makeCategory(db, { name })))
  const ids = new Map(made.map(({ id, name }) => [name, id]))
  const cases = [['Aa', 'Bb'], ['Cc; Aa', 'Bb'], ['Aa; Bb', 'Aa'], ['"Dd"'], ['"Ff"; Bb', 'Ee "12"; Aa']]
  for (const [i, some] of cases.entries())
    await make(
      741 + i,
      some.map((name) => ids.get(name) ?? 0),
    )
  const rows = await readRows((await call(partners.excel, {})).bytes)
  const again = await upload(rows, { ...whole, dry_run: '1' })
  expect([again.body.problems, again.body.changes]).toEqual([[], []])
  const before = await everything()
  const others = made.map(({ id }) => id)
  await db.deleteFrom('partner_categories').where('category_id', 'in', others).execute()
  const { status, body } = await upload(rows, whole)
  expect([status, body.problems]).toEqual([200, []])
  expect((await everything()).links).toEqual(before.links)
  const typed = await upload([HEADER, [741, '', '', '"Aa; Bb"; "Dd"', '', '', '']], {
    ...whole,
    dry_run: '1',
  })
  expect(typed.body.changes[0]?.values).toMatchObject({ categories: '"Dd"; Aa; Bb' })
})

test('reordering the declaration moves columns without mixing values, in the table and in the file', async () => {
  await make(501)
  const fields = Object.fromEntries(Object.entries(partnerFields).reverse())
  const turned: Imported = { table: 'partners', fields, key: 'id' }
  const load = async (id: number) => (await loadImported(db, turned, [String(id)], false))[0] ?? { id: 0 }
  const { is_active, ...unchanged } = (await load(501)) as RowValues
  const values = { ...unchanged, debt: '7', debitLimit: '3%', haynes_pro_username: 'h', id: 502 }
  await inTransaction(db, (tx) => insertImported(tx, turned, [values]))
  const change = { ...values, phone: '2', name: 'Treći' }
  await inTransaction(db, (tx) => updateImported(tx, turned, [{ id: 502, values: change }]))
  expect(await load(502)).toEqual({ ...change, is_active })
  const { id: number, ...others } = partnerSheet
  const layout = {
    ...Object.fromEntries(Object.entries(others).reverse()),
    id: number,
  } as typeof partnerSheet
  const file = writeLayout({ sheetName: 'Partneri', layout, rows: partnerRows(db), locale: 'cnr' })
  const [header = [], ...rows] = await readRows(await buffer(file))
  const row = rows.find((cells) => cells.at(-1) === 502) ?? []
  const cells = Object.fromEntries(row.map((cell, i) => [String(header[i]), cell]))
  expect(cells).toMatchObject({ Šifra: 502, Naziv: 'Treći', Telefon: '2', Grad: 'Bar', Dug: 7, Bonus: 2 })
  expect(await one(502)).toMatchObject({ city: { name: 'Bar' }, debitLimit: '3%', haynes_pro_username: 'h' })
})
