import * as xlsx from '@e965/xlsx'
import type { ImportAnswers } from '@kontor/contract/lib/imports/questions'
import { products } from '@kontor/contract/products'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { makeProduct } from '../../../test/make.ts'
import { makeBook } from '../../../test/odd-files.ts'

const { db, call, inject } = await startApp()

type Cells = unknown[]
const fileOf = (bytes: Buffer) => new File([new Uint8Array(bytes)], 'cjenovnik.xlsx')
const file = (rows: Cells[], touch?: (sheet: xlsx.WorkSheet) => void) => fileOf(makeBook(rows, 'xlsx', touch))

/** A workbook of several sheets; the names in `hidden` are hidden. */
function sheets(all: Record<string, Cells[]>, hidden: string[] = []) {
  const book = xlsx.utils.book_new()
  for (const [name, rows] of Object.entries(all))
    xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet(rows), name)
  book.Workbook = { Sheets: book.SheetNames.map((name) => ({ name, Hidden: hidden.includes(name) ? 1 : 0 })) }
  return fileOf(xlsx.write(book, { type: 'buffer', bookType: 'xlsx' }))
}

const upload = (sheet: File, choices?: ImportAnswers, dry_run: 'true' | 'false' = 'false') =>
  call(products.import, {
    form: { dry_run, ...(choices && { choices: JSON.stringify(choices) }) },
    files: { file: sheet },
  })
const preview = async (sheet: File, choices?: ImportAnswers) => (await upload(sheet, choices, 'true')).body
const everything = () => db.selectFrom('products').selectAll().orderBy('id').execute()
const priceOf = async (erp_code: string) =>
  (await db.selectFrom('products').select('price').where('erp_code', '=', erp_code).executeTakeFirst())?.price

/** Expects the import to be rejected without an answer and to change nothing; returns the questions. */
async function refused(sheet: File, choices?: ImportAnswers) {
  const before = await everything()
  const { status, body } = await upload(sheet, choices)
  expect([status, body.message]).toEqual([422, 'import.unsettled'])
  expect(await everything()).toEqual(before)
  const seen = await preview(sheet, choices)
  expect(body).toMatchObject({ questions: seen.questions })
  return seen.questions.filter(({ blocking, answer }) => blocking && answer === null)
}

const HEADER = ['Šifra', 'Naziv', 'Cijena', 'Količina', 'Aktivan']
const row = (code: string, price: unknown = 10, quantity: unknown = 1) => [
  code,
  'Guma',
  price,
  quantity,
  'da',
]

describe('answers', () => {
  test.each([
    ['no JSON', 'sheet=1', { choices: ['validation.json'] }],
    ['of a kind that nobody knows', '{"guess":true}', { 'choices.guess': ['validation.unknown_field'] }],
    ['about a field that is none', '{"decimals":{"colour":","}}', expect.any(Object)],
    ['of a wrong type', '{"clear":"yes"}', { 'choices.clear': ['validation.type'] }],
  ])('%s are rejected', async (_, choices, errors) => {
    const { status, body } = await call(products.import, {
      form: { choices },
      files: { file: file([HEADER, row('NO')]) },
    })
    expect([status, body.errors]).toEqual([422, errors])
  })
})

test('the OpenAPI document describes answers and questions', async () => {
  const { bytes } = await inject({ url: '/api/openapi.json' })
  const { requestBody, responses } = JSON.parse(bytes.toString()).paths[products.import.path].post
  const { choices } = requestBody.content['multipart/form-data'].schema.properties
  expect(Object.keys(choices.contentSchema.properties)).toEqual([
    'encoding',
    'sheet',
    'columns',
    'decimals',
    'rows',
    'hidden_rows',
    'unknown',
    'clear',
    'create_without',
    'round',
  ])
  expect(responses['422'].content['application/json'].schema.properties).toHaveProperty('questions')
})

describe('of several sheets', () => {
  const two = { Januar: [HEADER, row('SH-1', 1)], Februar: [HEADER, row('SH-1', 2), row('SH-2', 2)] }

  test('one must be chosen; the response names the one that was read, and all others', async () => {
    const [question] = await refused(sheets(two))
    expect(question).toEqual({
      kind: 'sheet',
      blocking: true,
      answer: null,
      sheets: [
        { name: 'Januar', rows: 1, hidden: false },
        { name: 'Februar', rows: 2, hidden: false },
      ],
    })
    await refused(sheets(two), { sheet: 'Mart' })
    await refused(sheets({ Januar: two.Januar }), { sheet: 'Mart' })
    const { status, body } = await upload(sheets(two), { sheet: 'Februar' })
    expect([status, body.sheet, body.counts.create]).toEqual([200, 'Februar', 2])
    expect(await priceOf('SH-1')).toBe('2.000')
  })

  test('hidden ones are ignored, unless no other has a table, which is reported', async () => {
    const withOther = await preview(sheets(two, ['Januar']))
    expect([withOther.sheet, withOther.questions]).toEqual(['Februar', []])
    const alone = await preview(sheets({ Uputstvo: [['Dobar dan']], Baza: two.Januar }, ['Baza']))
    expect([alone.sheet, alone.questions]).toMatchObject([
      'Baza',
      [{ kind: 'sheet', blocking: false, answer: 'Baza' }],
    ])
  })
})

test('asks which of two headers belongs to a column; the other one is not imported', async () => {
  const both = file([
    ['Šifra art.', 'Naziv', 'MPC (€)', 'Cijena bez PDV*', 'Kol. (kom)'],
    ['CL-1', 'Guma', 121, 100, 3],
  ])
  const [question] = await refused(both)
  expect(question).toMatchObject({
    kind: 'column',
    field: 'price',
    columns: [
      { column: 'C', header: 'MPC (€)' },
      { column: 'D', header: 'Cijena bez PDV*' },
    ],
  })
  const { status, body } = await upload(both, { columns: { price: 'D' } })
  expect([status, body.unknown_columns]).toEqual([200, ['MPC (€)']])
  expect(await priceOf('CL-1')).toBe('100.000')
})

describe('unmatched columns', () => {
  const foreign = file([
    ['Cjenovnik', 'od 1. 11.'],
    ['Kat. br.', 'Artikal', 'VP cijena', 'Prodajna cijena', 'Na stanju', 'Paleta', null],
    ['FO-1', 'Guma', 10, 12.5, 3, '389', 'napomena'],
    ['Kat. br.', 'Artikal', 'VP cijena', 'Prodajna cijena', 'Na stanju', 'Paleta'],
    ['FO-2', 'Druga guma', 20, 25, 4, '390'],
  ])

  test('can be chosen, also for the code', async () => {
    const [question] = await refused(foreign)
    expect(question).toMatchObject({ kind: 'column', field: 'erp_code' })
    expect(question).toHaveProperty('columns.length', 7)
    const columns = { erp_code: 'A', name: 'B', price: 'D', quantity: 'E', description: 'G' }
    const seen = await preview(foreign, { columns })
    expect(seen.questions).toMatchObject([{ kind: 'rows', rows: [{ row: 4, reason: 'header' }] }])
    expect(seen.unknown_columns).toEqual(['VP cijena', 'Paleta'])
    expect(seen.sheet_columns[3]).toEqual({
      column: 'D',
      header: 'Prodajna cijena',
      sample: '12.5',
      field: 'price',
    })
    const { status, body } = await upload(foreign, { columns, rows: 'leave_out' })
    expect([status, body.counts.create, body.changes[0]?.values]).toMatchObject([
      200,
      2,
      { erp_code: 'FO-1', name: 'Guma', price: '12.5', quantity: 3, description: 'napomena' },
    ])
  })

  test('replace matched ones, and remain ambiguous for a missing column or one with two fields', async () => {
    const sheet = file([
      ['Šifra', 'Naziv', 'Cijena', 'Neto cijena', 'Količina'],
      ['KN-1', 'Guma', 121, 100, 1],
    ])
    const seen = await preview(sheet, { columns: { price: 'D' } })
    expect([seen.questions, seen.unknown_columns]).toEqual([[], ['Cijena']])
    expect(seen.changes[0]?.values).toMatchObject({ price: '100' })
    const none = await preview(sheet, { columns: { quantity: null } })
    expect(none.unknown_columns).toEqual(['Neto cijena', 'Količina'])
    const moved = await preview(sheet, { columns: { name: 'A', erp_code: 'B' } })
    expect(moved.changes[0]?.values).toMatchObject({ erp_code: 'Guma', name: 'KN-1' })
    const open = await refused(sheet, { columns: { price: 'Z', name: 'D', description: 'D' } })
    expect(open).toMatchObject([
      { kind: 'column', field: 'description' },
      { kind: 'column', field: 'price' },
    ])
    expect(await refused(sheet, { columns: { name: 'A' } })).toMatchObject([{ field: 'erp_code' }])
  })
})

test('a legend of all columns above the header is no header', async () => {
  const sheet = file([
    ['Šifra', 'Naziv', 'Opis', 'Cijena', 'Količina', 'Aktivan'],
    ['šifra artikla', 'naziv', 'opis', 'u eurima', 'u komadima', 'da ili ne'],
    ['Naziv', 'Šifra', 'Cijena', 'Količina'],
    ['Guma', 'LE-1', 5, 7],
  ])
  const { changes, questions, problems } = await preview(sheet)
  expect([questions, problems]).toEqual([[], []])
  expect(changes.map(({ row: at, values }) => [at, values])).toMatchObject([
    [4, { erp_code: 'LE-1', price: '5', quantity: 7 }],
  ])
})

test('a price in another currency is not matched', async () => {
  const { columns, unknown_columns } = await preview(
    file([
      ['Šifra', 'Naziv', 'Cijena (KM)'],
      ['KM-1', 'Guma', 5],
    ]),
  )
  expect([columns, unknown_columns]).toEqual([['erp_code', 'name'], ['Cijena (KM)']])
})

describe('1.234 as text', () => {
  test('is a question where nothing in its column proves the decimal mark', async () => {
    const sheet = file([HEADER, row('AM-1', '1.234', '2.000'), row('AM-2', '12.500', '12')])
    const questions = await refused(sheet, { decimals: { quantity: ',' } })
    expect(questions).toEqual([
      {
        kind: 'decimals',
        blocking: true,
        answer: null,
        field: 'price',
        column: 'C',
        header: 'Cijena',
        cells: 2,
        examples: [
          { row: 2, raw: '1.234', comma: '1234', dot: '1.234' },
          { row: 3, raw: '12.500', comma: '12500', dot: '12.5' },
        ],
      },
    ])
    await upload(sheet, { decimals: { price: '.', quantity: ',' } })
    expect(await priceOf('AM-1')).toBe('1.234')
    await upload(sheet, { decimals: { price: ',', quantity: ',' } })
    expect(await priceOf('AM-1')).toBe('1234.000')
  })

  test.each<[what: string, others: unknown[], price: string]>([
    ['a decimal comma makes thousands', ['12,5'], '1234.000'],
    ['grouped thousands make thousands', ['1.234.567'], '1234.000'],
    ['a decimal point makes decimals', ['12.5', 7], '1.234'],
  ])('is resolved by its column: %s', async (what, others, price) => {
    const code = `DE-${what.length}`
    const sheet = file([HEADER, row(code, '1.234'), ...others.map((other, i) => row(`${code}-${i}`, other))])
    expect((await preview(sheet)).questions).toEqual([])
    await upload(sheet)
    expect(await priceOf(code)).toBe(price)
  })

  test('is a question where the column proves both marks', async () => {
    const sheet = file([HEADER, row('BO-1', '1.234'), row('BO-2', '12,5'), row('BO-3', '12.5')])
    expect(await refused(sheet)).toMatchObject([{ kind: 'decimals', cells: 1 }])
  })
})

describe('odd rows', () => {
  const odd = file([
    HEADER,
    ['ZIMSKE GUME'],
    row('OD-1'),
    HEADER,
    row('OD-2'),
    ['', 'Bez šifre', 5, 5, 'da'],
    ['Ukupno', null, 20, 2],
    [null, null, null, 'Direktor'],
  ])

  test('are listed, and left out on request', async () => {
    const [question] = await refused(odd)
    expect(question).toMatchObject({
      kind: 'rows',
      count: 5,
      rows: [
        { row: 2, reason: 'title', text: 'ZIMSKE GUME' },
        { row: 4, reason: 'header' },
        { row: 6, reason: 'no_key', text: 'Bez šifre · 5 · 5 · da' },
        { row: 7, reason: 'total' },
        { row: 8, reason: 'title' },
      ],
    })
    const { status, body } = await upload(odd, { rows: 'leave_out' })
    expect([status, body.counts.create, body.left_out, body.total_rows]).toEqual([200, 2, 5, 7])
  })

  test('begin with a word for a total or a signature, or repeat a header in another order', async () => {
    const sums = [
      'UKUPNO GRUPA 1',
      'SVEGA ZA GRUPU',
      'Total tyres',
      'Međuzbir 1',
      'Odobrio: direktor',
      'Strana 1',
    ]
    const codes = ['TOTAL-5W40', 'Sumarija']
    const sheet = file([
      HEADER,
      ...codes.map((code) => row(code)),
      ...sums.map((word) => [word, '–', 'M.P.']),
      HEADER.toReversed(),
    ])
    const [question] = await refused(sheet)
    expect(question).toMatchObject({
      rows: [...sums.map(() => ({ reason: 'total' })), { reason: 'header' }],
    })
    const { body } = await upload(sheet, { rows: 'leave_out' }, 'true')
    expect(body.counts).toMatchObject({ create: 2, problems: 0 })
  })

  test('are not rows of an answer that are records', async () => {
    await refused(file([HEADER, row('ST-1'), row('ST-2')]), { rows: [3] })
    await refused(odd, { rows: [2, 3, 4, 6, 7, 8] })
  })

  test('are problems when they are read', async () => {
    const { status, body } = await upload(odd, { rows: [2, 4, 7, 8] })
    expect([status, body.message, body.errors]).toEqual([
      422,
      'import.rejected',
      { A6: ['validation.field'] },
    ])
  })

  test('are records when their code is known', async () => {
    await makeProduct(db, { erp_code: 'Ukupno', price: '5', quantity: 7 })
    const { questions, counts } = await preview(
      file([['Šifra', 'Količina', 'Cijena'], ['Ukupno', 7, 5], ['Ukupno ']]),
    )
    expect([questions, counts]).toEqual([[], { create: 0, update: 0, same: 1, problems: 1 }])
  })
})

test('hidden rows are counted, read by default and left out on request', async () => {
  const sheet = file([HEADER, row('HI-1'), row('HI-2'), row('HI-3')], (made) => {
    made['!rows'] = [{}, {}, { hidden: true }, { hidden: true }]
  })
  const seen = await preview(sheet)
  expect(seen.questions).toEqual([
    { kind: 'hidden_rows', blocking: false, answer: 'read', count: 2, rows: [3, 4] },
  ])
  expect(seen.counts.create).toBe(3)
  const { body } = await upload(sheet, { hidden_rows: 'leave_out' })
  expect([body.counts.create, body.left_out, body.total_rows]).toEqual([1, 2, 3])
})

test('products without a price are created on request, and otherwise problems', async () => {
  const sheet = file([
    ['Šifra', 'Naziv', 'Količina', 'Aktivan'],
    ['WP-1', 'Guma', 1, 'da'],
  ])
  expect(await refused(sheet)).toEqual([
    { kind: 'create_without', blocking: true, answer: null, fields: ['price'], count: 1 },
  ])
  expect((await upload(sheet, { create_without: false })).body.errors).toEqual({ A2: ['import.needs'] })
  expect(await refused(file([HEADER, row('WP-2', null)]))).toMatchObject([{ kind: 'create_without' }])
  expect((await upload(sheet, { create_without: true })).body.counts.create).toBe(1)
})

test('products without a quantity are created with a warning', async () => {
  const sheet = file([
    ['Šifra', 'Naziv', 'Cijena'],
    ['WQ-1', 'Guma', 1],
  ])
  const warning = { kind: 'create_without', fields: ['quantity'], count: 1 }
  expect((await preview(sheet)).questions).toEqual([{ ...warning, blocking: false, answer: true }])
  expect((await upload(sheet, { create_without: false })).body.errors).toEqual({ A2: ['import.needs'] })
  expect((await upload(sheet)).body.counts.create).toBe(1)
  expect((await preview(sheet)).questions).toEqual([])
})

test('a calculated price is rounded as displayed on request, and otherwise a problem', async () => {
  const sheet = file([HEADER, row('RO-1', 12.345_678_9), row('RO-2', 12.345)], (made) => {
    made.C2.z = '0.00'
    made.C3.z = '0.00'
  })
  expect(await refused(sheet)).toEqual([
    {
      kind: 'round',
      blocking: true,
      answer: null,
      cells: 1,
      columns: [{ field: 'price', cells: 1 }],
      examples: [{ row: 2, column: 'C', stored: '12.3456789', shown: '12.35' }],
    },
  ])
  expect((await upload(sheet, { round: false })).body.errors).toEqual({
    C2: ['validation.too_many_decimals'],
  })
  await upload(sheet, { round: true })
  expect([await priceOf('RO-1'), await priceOf('RO-2')]).toEqual(['12.350', '12.345'])
})

test('a name on several lines is read as one line, a description unchanged', async () => {
  const { changes } = await preview(file([HEADER, ['RED-1', 'Guma\r\n zimska', 1, 1, 'da']]))
  expect(changes[0]?.values).toMatchObject({ erp_code: 'RED-1', name: 'Guma zimska' })
  const described = file([
    [...HEADER, 'Opis'],
    ['RED-2', 'Guma', 1, 1, 'da', 'prvi\r\ndrugi'],
  ])
  expect((await preview(described)).changes[0]?.values).toMatchObject({ description: 'prvi\ndrugi' })
})

test('a text that is not Unicode reports the guessed code page, and can be read in another', async () => {
  const bytes = [...'X-1;'].map((sign) => sign.charCodeAt(0))
  const name = [0xc6, 0xe8, 0xf6, 0xe0, 0x20, 0xf7, 0xe5, 0xeb, 0xe8, 0xf7, 0xed, 0xe0] // Жица челична
  const head = [...'SIFRA;NAZIV;CIJENA;KOLICINA\n'].map((sign) => sign.charCodeAt(0))
  const text = new File([new Uint8Array([...head, ...bytes, ...name, ...Buffer.from(';12,5;1\n')])], 'a.csv')
  const seen = await preview(text)
  expect(seen.questions).toMatchObject([{ kind: 'encoding', blocking: false, answer: 'windows-1251' }])
  expect(seen.questions[0]).toHaveProperty('readings.1', { encoding: 'windows-1251', text: 'Жица · челична' })
  expect(seen.changes[0]?.values.name).toBe('Жица челична')
  const other = await preview(text, { encoding: 'windows-1250' })
  expect(other.changes[0]?.values.name).toBe('Ćčöŕ ÷ĺëč÷íŕ')
})

test('a text that is nearly UTF-8 is applied only when its encoding was chosen, and without its wrong bytes', async () => {
  const bytes = Buffer.from('Šifra;Naziv;Cijena;Količina\nU-1;Šina čelična;1;1\nU-2;Guma ?;1;1\n')
  bytes[bytes.indexOf('?')] = 0xe8
  const text = new File([new Uint8Array(bytes)], 'a.csv')
  const [question] = await refused(text)
  expect(question).toMatchObject({ kind: 'encoding', answer: null })
  expect(question).toHaveProperty('readings.0.encoding', 'utf-8')
  const seen = await preview(text, { encoding: 'utf-8' })
  expect(seen.questions).toMatchObject([{ kind: 'encoding', answer: 'utf-8' }])
  expect(seen.problems.map(({ row: at, column, reason }) => [column + at, reason])).toEqual([
    ['B3', 'excel.unreadable'],
  ])
  expect(seen.changes.map(({ values }) => values.name)).toEqual(['Šina čelična'])
})

test('a stray quote in a CSV file is a problem, and nothing is changed', async () => {
  for (const erp_code of ['CSV-1', 'CSV-2', 'CSV-3']) await makeProduct(db, { erp_code })
  const text = 'Šifra;Naziv;Cijena\nCSV-1;"Guma A;71,10\nCSV-2;Guma B;72,20\nCSV-3;"Guma C;73,30\n'
  const before = await everything()
  const { status, body } = await upload(new File([text], 'cjenovnik.csv'))
  expect([status, body.errors]).toEqual([422, { B2: ['excel.torn'] }])
  expect(await everything()).toEqual(before)
})

test.each([
  ['under a header that is not known', 'Šifra;Beleška;Cijena\nQ-1;"a;1\nQ-2;b;2\nQ-3;"c;3\nQ-4;d;4\n', 'B2'],
  ['at the end of rows', 'Šifra;Cijena;Beleška\nQ-1;1;"a\nQ-2;2;"b\nQ-4;4;d\n', 'C2'],
  ['in the header', 'Šifra;Cijena;"Opis\nQ-1;1;a\nQ-2;2;"b\nQ-3;3;c\n', 'C1'],
  ['in a title between rows', 'Šifra;Cijena;Opis\nQ-1;1;a\n;;"Gume\nQ-2;2;"b\nQ-3;3;c\n', 'C3'],
  ['in a sum', 'Šifra;Cijena;Opis\nQ-1;1;a\nUkupno;1;"Gume\nQ-2;2;"b\nQ-3;3;c\n', 'C3'],
])('a stray quote %s is a problem too', async (_, text, place) => {
  await db.deleteFrom('products').where('erp_code', 'like', 'Q-%').execute()
  for (const erp_code of ['Q-1', 'Q-2', 'Q-3', 'Q-4']) await makeProduct(db, { erp_code })
  const before = await everything()
  const { status, body } = await upload(new File([text], 'cjenovnik.csv'), { rows: 'leave_out' })
  expect([status, body.errors]).toEqual([422, { [place]: ['excel.torn'] }])
  expect(await everything()).toEqual(before)
})

test('an unread column may contain line breaks and separators', async () => {
  await makeProduct(db, { erp_code: 'CSV-9' })
  const text = 'Šifra,Naziv,Cijena,Beleška\nCSV-9,Guma,1,"Bulevar 1, Podgorica\n81000"\n'
  const { problems, counts } = await preview(new File([text], 'cjenovnik.csv'))
  expect([problems, counts.update]).toEqual([[], 1])
})

test.each([
  '#N/A',
  '#REF!',
  '#VALUE!',
  '#VRIJ!',
  '#N/D',
  '#DIV/0!',
  '#IME?',
  '######',
  '#n/a',
  '#NV',
  '#N/A N/A',
  '=#N/A',
  '#REF',
  '#NIJE DOST.',
  '#N/DISPON',
  '#DĚLENÍ_NULOU!',
  '#¡REF!',
  'Err:502',
])('%s, an Excel error as text, overwrites nothing; an equal stored value is kept', async (word) => {
  await db.deleteFrom('products').where('erp_code', 'like', 'ERR-%').execute()
  await makeProduct(db, { erp_code: 'ERR-1' })
  await makeProduct(db, { erp_code: 'ERR-2', name: 'Guma', description: word })
  const text = (price: string) =>
    `Šifra;Naziv;Opis;Cijena\nERR-1;${word};${word};${price}\nERR-2;Guma;${word};\n`
  const withPrice = async (price: string) => {
    const { problems, counts } = await preview(new File([text(price)], 'cjenovnik.csv'))
    expect(counts.same).toBe(1)
    return problems.map(({ row: at, column, reason }) => [column + at, reason])
  }
  const texts = ['B2', 'C2'].map((cell) => [cell, 'excel.cell_error'])
  expect(await withPrice(word)).toEqual([...texts, ['D2', 'validation.not_a_number']])
  expect(await withPrice('1')).toEqual(texts)
})

test('names that begin with a number sign are no errors of Excel', async () => {
  const names = ['#1 Auto', '# 5', '#Auto', '#REFLEKTOR', '#A/C ventil', '#12/0', 'Guma #2!']
  const { problems, changes } = await preview(
    file([HEADER, ...names.map((name, i) => row(`NS-${i}`).with(1, name))]),
  )
  expect([problems, changes.map(({ values }) => values.name)]).toEqual([[], names])
})

describe('codes', () => {
  test('that Excel has damaged are problems, and so are ones that differ by case, script or blanks', async () => {
    await makeProduct(db, { erp_code: 'MIC-7' })
    const bad: Cells = [
      '1.23457E+12',
      '#REF!',
      'TRUE',
      "'00042",
      'A\nB',
      'A\u200bB',
      true,
      0,
      -5,
      1.5,
      new Date(Date.UTC(2026, 0, 5)),
      1_234_567_890_123_456,
      'mic-7',
      'МIС-7',
      'MIC- 7',
      'ＭИC-７',
      'ΜΙС-7',
    ]
    const sheet = file([HEADER, ...bad.map((code) => [code, 'Guma', 1, 1, 'da']), row('new-1'), row('NEW-1')])
    const { problems, counts } = await preview(sheet)
    expect(problems.map(({ row: at, column, reason, params }) => [column + at, reason, params])).toEqual([
      ...bad.slice(0, 12).map((_, i) => [`A${i + 2}`, 'excel.damaged_code', undefined]),
      ...[14, 15, 16, 17, 18].map((at) => [`A${at}`, 'import.twin', { code: 'MIC-7' }]),
      ['A20', 'import.duplicate', { row: 19 }],
    ])
    expect(counts.create).toBe(1)
  })

  test('are compared with stored ones that have blanks or another script', async () => {
    for (const erp_code of ['TRI 9', 'ТРИ 8']) await makeProduct(db, { erp_code })
    const { problems } = await preview(
      file([HEADER, ...['tri9', 'ТRI9', 'TPI8', 'tpi 8'].map((code) => row(code))]),
    )
    expect(problems.map(({ reason, params }) => [reason, params?.code])).toEqual(
      ['TRI 9', 'TRI 9', 'ТРИ 8', 'ТРИ 8'].map((code) => ['import.twin', code]),
    )
  })

  test('of digits without their leading zeros match the code with zeros', async () => {
    for (const erp_code of ['00123', '456', '789.0']) await makeProduct(db, { erp_code })
    const sheet = file([
      HEADER,
      row('123.0'),
      row('123,00'),
      row('789'),
      row('123'),
      [123, 'Guma', 1, 1, 'da'],
      row('00456'),
      row('0A123'),
      row('00123'),
    ])
    const { problems, counts } = await preview(sheet)
    expect(problems.map(({ row: at, reason, params }) => [at, reason, params?.code])).toEqual([
      [2, 'import.twin', '00123'],
      [3, 'import.twin', '00123'],
      [4, 'import.twin', '789.0'],
      [5, 'import.twin', '00123'],
      [6, 'import.twin', '00123'],
      [7, 'import.twin', '456'],
    ])
    expect(counts).toMatchObject({ create: 1, update: 1 })
  })

  test('are read in the format in which Excel displays them', async () => {
    const sheet = file([HEADER, [42, 'Guma', 1, 1, 'da'], [12_345, 'Guma', 1, 1, 'da']], (made) => {
      made.A2.z = '"MIC-"00000'
      made.A3.z = '000\\-000'
    })
    const { changes } = await preview(sheet)
    expect(changes.map(({ values }) => values.erp_code)).toEqual(['MIC-00042', '012-345'])
  })
})

test('problems with one reason are one group, and the response says when reading stopped', async () => {
  const rows = Array.from({ length: 10_050 }, (_, i) => row(`GR-${i}`, 'x', i === 3 ? -1 : 1))
  const { problem_groups, complete } = await preview(file([HEADER, ...rows]))
  expect(complete).toBe(false)
  expect(problem_groups).toEqual([
    { key: 'price', header: 'Cijena', reason: 'validation.not_a_number', count: 9999, first_row: 2 },
    { key: 'quantity', header: 'Količina', reason: 'validation.valid_quantity', count: 1, first_row: 5 },
  ])
})
