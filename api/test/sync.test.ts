// The sync API: bodies rejected as a whole and by line, written completely, answered line by line.
import { gzipSync } from 'node:zlib'
import { history } from '@kontor/contract/history'
import type { ErrorBody } from '@kontor/contract/lib/http/errors'
import { lineLimits } from '@kontor/contract/lib/imports/sync'
import { partners } from '@kontor/contract/partners'
import { products } from '@kontor/contract/products'
import { apiKeys } from '@kontor/contract/users/keys'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { importAlone } from '../src/lib/imports/lock.ts'
import { listen, startApp } from './app.ts'
import { eventually } from './eventually.ts'
import { makeCategory, makeCity, makePartner, makeProduct } from './make.ts'
import { sheetFile } from './odd-files.ts'
import { requestText, sendRaw, statusOf } from './socket.ts'

const { app, another, db, call, inject, tokenOf, staff, signIn, partner } = await startApp()

const asLines = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).join('\n')
interface Sent {
  to?: 'products' | 'partners'
  as?: string | null
  headers?: Record<string, string>
}
const send = (payload: string | Buffer, { to = 'products', as = staff, headers = {} }: Sent = {}) =>
  inject<ErrorBody>({
    method: 'PUT',
    url: `/api/sync/${to}`,
    payload,
    headers: {
      'content-type': 'application/x-ndjson',
      ...(as === null ? {} : { authorization: `Bearer ${as}` }),
      ...headers,
    },
  })
const sync = (rows: readonly unknown[], sent?: Sent) => send(asLines(rows), sent)
const linesOf = ({ bytes }: { bytes: Buffer }) =>
  bytes
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { line: number; key: unknown; result: string; password?: string })
const everything = () => db.selectFrom('products').selectAll().orderBy('id').execute()
const stored = async (code: string) =>
  db
    .selectFrom('products')
    .select(['name', 'description', 'price', 'quantity', 'is_active', 'version'])
    .where('erp_code', '=', code)
    .executeTakeFirst()
const tyre = (erp_code: string, more: object = {}) => ({
  erp_code,
  name: `Guma ${erp_code}`,
  price: 10.5,
  quantity: 3,
  ...more,
})
const keyWith = async (rights: readonly string[]) =>
  (
    await call(apiKeys.create, {
      body: { name: `ERP ${rights.join(' ')}`, role: 'user_admin', rights: [...rights] as never },
    })
  ).body.token

describe('a body is rejected', () => {
  test('without a token, from a partner, and with a key without permission', async () => {
    const before = await everything()
    const rows = [tyre('NIKO-1')]
    expect((await sync(rows, { as: null })).status).toBe(401)
    expect((await sync(rows, { as: partner })).status).toBe(403)
    expect((await sync(rows, { as: await keyWith(['products.see', 'products.change']) })).status).toBe(403)
    const engineer = await tokenOf({ role: 'user_engineer' })
    expect((await sync([{ id: 1, name: 'Neko' }], { to: 'partners', as: engineer })).status).toBe(403)
    expect(await everything()).toEqual(before)
  })

  test('of another content type or encoding', async () => {
    const line = asLines([tyre('TIP-1')])
    const typed = (type: string, body: string | Buffer = line) =>
      send(body, { headers: { 'content-type': type } })
    expect((await typed('application/json')).status).toBe(415)
    expect((await typed('text/plain')).status).toBe(415)
    expect((await send(line, { headers: { 'content-encoding': 'br' } })).status).toBe(415)
    expect((await send(line, { headers: { 'content-encoding': 'gzip' } })).status).toBe(400)
    const cut = gzipSync(line).subarray(0, 20)
    expect((await send(cut, { headers: { 'content-encoding': 'gzip' } })).status).toBe(400)
    const elsewhere = { method: 'POST', url: '/api/products/index', payload: line } as const
    const headers = { authorization: `Bearer ${staff}`, 'content-type': 'application/x-ndjson' }
    expect((await inject({ ...elsewhere, headers })).status).toBe(415)
    expect(await stored('TIP-1')).toBeUndefined()
  })

  test('when one line is invalid, with field and reason of every invalid one', async () => {
    const before = await everything()
    const good = Array.from({ length: 6 }, (_, i) => JSON.stringify(tyre(`LOSE-${i}`)))
    const wrong = [
      '{"erp_code": "LOSE-7", "name": ',
      '[1]',
      '7',
      JSON.stringify({ name: 'Bez šifre' }),
      JSON.stringify(tyre('LOSE-11', { price: '0' })),
      JSON.stringify(tyre('LOSE-12', { price: '12,345,6', quantity: 1.5 })),
      '{"erp_code":"LOSE-13","name":"Ana","price":1e2,"quantity":1}',
      JSON.stringify(tyre('LOSE-14', { name: ['a'], colour: 'crna' })),
      JSON.stringify(tyre('LOSE-15', { name: null, is_active: 'da' })),
      JSON.stringify(tyre('LOSE-1')),
      JSON.stringify({ erp_code: 'LOSE-17', quantity: 1 }),
      '{"erp_code":"LOSE-18","erp_code":"LOSE-19","name":"Dvaput"}',
      '{"__proto__":{"name":"x"},"erp_code":"LOSE-20"}',
      JSON.stringify(tyre('LOSE-20', { price: 0.1234 })),
      JSON.stringify(tyre('LOSE-21', { price: '1,250', quantity: '1.000' })),
      JSON.stringify(tyre('LOSE-22', { price: '12.345.678', quantity: '1 000' })),
    ]
    const { status, body } = await send([...good, ...wrong].join('\n'))
    expect([status, body.message]).toEqual([422, 'import.rejected'])
    expect(body.errors).toEqual({
      '7': ['sync.not_json'],
      '8': ['sync.not_json'],
      '9': ['sync.not_json'],
      '10.erp_code': ['validation.field'],
      '11.price': ['validation.valid_price'],
      '12.price': ['sync.plain_number'],
      '12.quantity': ['validation.integer'],
      '13.price': ['validation.not_a_number'],
      '14.name': ['validation.type'],
      '14.colour': ['validation.unknown_field'],
      '15.name': ['validation.field'],
      '15.is_active': ['validation.type'],
      '16.erp_code': ['import.duplicate'],
      '17.erp_code': ['import.needs'],
      '18': ['sync.not_json'],
      '19': ['sync.not_json'],
      '20.price': ['validation.too_many_decimals'],
      '21.price': ['sync.plain_number'],
      '21.quantity': ['sync.plain_number'],
      '22.price': ['sync.plain_number'],
      '22.quantity': ['sync.plain_number'],
    })
    expect(body.params).toEqual({ count: 21 })
    expect(await everything()).toEqual(before)
  })

  test('with a line that is too long, too many lines or too many bytes', async () => {
    const long = tyre('DUGA-2', { description: 'x'.repeat(lineLimits.lineBytes) })
    expect((await sync([tyre('DUGA-1'), long, tyre('DUGA-3')])).body.errors).toEqual({
      '2': ['sync.line_too_long'],
    })
    const many = `${JSON.stringify(tyre('MNOGO'))}\n`.repeat(lineLimits.lines + 1)
    const packed = gzipSync(many)
    const gzip = { headers: { 'content-encoding': 'gzip' } }
    const { status, body } = await send(packed, gzip)
    expect([status, body.message]).toEqual([422, 'sync.too_many_lines'])
    const blank = gzipSync(Buffer.alloc(lineLimits.bytes - 1, '\n'))
    expect((await send(blank, gzip)).body.message).toBe('sync.too_many_lines')
    const spaced = `${JSON.stringify(tyre('PRAZNO'))}\n \r\n`.repeat(lineLimits.lines / 2 + 1)
    expect((await send(gzipSync(spaced), gzip)).body.message).toBe('sync.too_many_lines')
    const bomb = gzipSync(Buffer.alloc(lineLimits.bytes + 1, ' '))
    expect((await send(bomb, gzip)).status).toBe(413)
    expect(await stored('DUGA-1')).toBeUndefined()
  })

  test('while an import of the list runs', async () => {
    await importAlone('products', { action: 'import', user: 'Neko' }, async () => {
      expect((await sync([tyre('CEKA-1')])).body.message).toBe('import.running')
    })
    expect(await stored('CEKA-1')).toBeUndefined()
  })
})

describe('products', () => {
  test('are added, changed and unchanged, with one result per line in order', async () => {
    const old = await makeProduct(db, { erp_code: 'STARI-1', price: '10.000', quantity: 5 })
    await makeProduct(db, { erp_code: 'STARI-2', name: 'Ulje', price: '7.500' })
    const body = `\ufeff${asLines([tyre('NOVI-1', { price: '99.99' }), { erp_code: 'STARI-1', price: 12.25 }])}\r\n\n${asLines([{ erp_code: 'STARI-2', price: '7.50', name: 'Ulje' }])}\n`
    const answer = await send(body)
    expect(answer.headers['content-type']).toBe('application/x-ndjson')
    expect(linesOf(answer)).toEqual([
      { line: 1, key: 'NOVI-1', result: 'created' },
      { line: 2, key: 'STARI-1', result: 'changed' },
      { line: 4, key: 'STARI-2', result: 'unchanged' },
    ])
    expect(await stored('NOVI-1')).toMatchObject({ price: '99.990', quantity: 3, is_active: true })
    expect(await stored('STARI-1')).toMatchObject({
      price: '12.250',
      quantity: 5,
      name: old.name,
      version: 2,
    })
    expect(await stored('STARI-2')).toMatchObject({ version: 1 })
    expect(linesOf(await send(body)).map(({ result }) => result)).toEqual(Array(3).fill('unchanged'))
    expect(await stored('STARI-1')).toMatchObject({ version: 2 })
  })

  test('keep every digit of a number, clear null and do not change omitted fields', async () => {
    await makeProduct(db, { erp_code: 'CIFRE-1', description: 'Opis', quantity: 7 })
    const line = '{"erp_code":"CIFRE-1","price":9007199254.123,"description":null}'
    expect(linesOf(await send(gzipSync(line), { headers: { 'content-encoding': 'gzip' } }))).toHaveLength(1)
    expect(await stored('CIFRE-1')).toMatchObject({ price: '9007199254.123', description: null, quantity: 7 })
  })

  test('empty a text with blanks as with null', async () => {
    await makeProduct(db, { erp_code: 'PRAZNO-1', description: 'Opis' })
    const lines = [' ', '', null].map((description) => [{ erp_code: 'PRAZNO-1', description }])
    for (const line of lines) await sync(line)
    expect(await stored('PRAZNO-1')).toMatchObject({ description: null, version: 2 })
    const nameless = await sync([{ erp_code: 'PRAZNO-1', name: ' ' }])
    expect(nameless.body.errors).toEqual({ '1.name': ['validation.field'] })
  })

  test('are one import in the history and are undone as one', async () => {
    const key = await keyWith(['products.see', 'products.import'])
    await makeProduct(db, { erp_code: 'NAZAD-1', price: '5.000' })
    await sync([{ erp_code: 'NAZAD-1', price: '6' }, tyre('NAZAD-2')], { as: key })
    const { last } = (await call(products.importStatus, {})).body
    expect(last).toMatchObject({
      file_name: 'PUT /api/sync/products',
      created: 1,
      updated: 1,
      undoable: true,
    })
    const { body } = await call(history.index, { body: { filters: { action: 'import' } } })
    expect(body.result[0]).toMatchObject({ table: 'products', person: { name: last?.user } })
    expect((await call(products.undoImport, { body: { id: last?.id ?? 0 } })).status).toBe(200)
    expect(await stored('NAZAD-1')).toMatchObject({ price: '5.000' })
    expect(await stored('NAZAD-2')).toBeUndefined()
  })

  test('do not take the place of a file that was imported today', async () => {
    await makeProduct(db, { erp_code: 'DANAS-1', price: '5.000' })
    await makeProduct(db, { erp_code: 'DANAS-2', quantity: 3 })
    const file = sheetFile(
      [
        ['Šifra', 'Cijena'],
        ['DANAS-1', 6],
      ],
      'danas.xlsx',
    )
    expect((await call(products.import, { form: {}, files: { file } })).status).toBe(200)
    await sync([{ erp_code: 'DANAS-2', quantity: 4 }])
    const lastOne = async () => (await call(products.importStatus, {})).body.last
    const last = await lastOne()
    expect(last).toMatchObject({ file_name: file.name, undoable: true })
    expect((await call(products.undoImport, { body: { id: last?.id ?? 0 } })).status).toBe(200)
    expect([(await stored('DANAS-1'))?.price, (await stored('DANAS-2'))?.quantity]).toEqual(['5.000', 4])
    const synced = await lastOne()
    expect(synced).toMatchObject({ file_name: 'PUT /api/sync/products', undoable: true })
    const long = { file_name: 'od juče.xlsx', created_at: sql<string>`now() - interval '25 hours'` }
    const before = db
      .updateTable('imports')
      .set({ ...long, undone_at: null })
      .where('id', '=', last?.id ?? 0)
    await before.execute()
    expect(await lastOne()).toMatchObject({ id: synced?.id })
  })

  test('have codes that are texts: empty decimals make another product', async () => {
    await makeProduct(db, { erp_code: '4100' })
    const answer = await sync([tyre('4100.00'), tyre('4200'), tyre('4200.0')])
    expect(linesOf(answer).map(({ key, result }) => [key, result])).toEqual(
      ['4100.00', '4200', '4200.0'].map((code) => [code, 'created']),
    )
    const lookalikes = await sync([tyre('04100'), tyre('4200.00 ')])
    expect(lookalikes.body.errors).toEqual({ '1.erp_code': ['import.twin'] })
  })

  test('are streamed, and an empty body changes nothing', async () => {
    const { port } = await listen(app)
    const text = new TextEncoder().encode(asLines([tyre('ŽICA-1'), tyre('ŽICA-2')]))
    const body = new ReadableStream({
      start(controller) {
        for (let at = 0; at < text.length; at += 7) controller.enqueue(text.subarray(at, at + 7))
        controller.close()
      },
    })
    const headers = { authorization: `Bearer ${staff}`, 'content-type': 'application/x-ndjson' }
    const request = { method: 'PUT', headers, body, duplex: 'half' } as RequestInit
    const answer = await fetch(`http://127.0.0.1:${port}/api/sync/products`, request)
    expect((await answer.text()).match(/"created"/g)).toHaveLength(2)
    expect((await send('')).bytes.toString()).toBe('')
    expect((await send('\n \n')).bytes.toString()).toBe('')
  })
})

describe('partners', () => {
  test('are identified by number; a new one gets a user, whose password only this response has', async () => {
    const city = await makeCity(db)
    const category = await makeCategory(db)
    const known = await makePartner(db, { debt: '10.000' })
    const fresh = {
      id: 918_273,
      name: 'Nova radnja',
      city: city.name,
      categories: category.name,
      debt: '1.5',
    }
    const [first, second] = linesOf(
      await sync([fresh, { id: known.id, debt: 12.125, bonus: '5%' }], { to: 'partners' }),
    )
    expect(first).toMatchObject({ line: 1, key: 918_273, result: 'created' })
    expect(await signIn('918273', first?.password)).toBeTypeOf('string')
    expect(second).toEqual({ line: 2, key: known.id, result: 'changed' })
    const { body } = await call(partners.one, { params: { id: String(known.id) } })
    expect(body).toMatchObject({ debt: '12.125', bonus: '5%' })
  })

  test('have no money-or-percent fields without the permission to import them', async () => {
    const key = await keyWith(['partners.see', 'partners.import'])
    const { id } = await makePartner(db)
    const { body } = await sync([{ id, debt: '1' }], { to: 'partners', as: key })
    expect(body.errors).toEqual({ '1.debt': ['validation.unknown_field'] })
    expect(linesOf(await sync([{ id, phone: '067 111 222' }], { to: 'partners', as: key }))).toHaveLength(1)
  })
})

test('a slow upload does not delay others, and gives way to others of the same key', async () => {
  const node = await another({ requestTimeout: 2000 })
  let begun = 0
  node.server.on('request', () => void begun++)
  const { port } = await listen(node)
  const authHeaders = (as: string) => ({
    authorization: `Bearer ${as}`,
    'content-type': 'application/x-ndjson',
  })
  const put = 'PUT /api/sync/products'
  const key = await keyWith(['partners.see', 'products.see', 'products.import'])
  const answered: string[] = []
  const slowly = async () => {
    const head = requestText(put, { ...authHeaders(key), 'transfer-encoding': 'chunked' })
    const received = await sendRaw(port, head, { rest: '1\r\n\n\r\n'.repeat(10_000), ms: 20 })
    answered.push(`slow ${statusOf(received)}`)
  }
  const whole = async (as: string, line: string) => {
    const head = { ...authHeaders(as), 'content-length': line.length }
    const received = await sendRaw(port, requestText(put, head, line))
    answered.push(`${as === key ? 'same' : 'other'} ${statusOf(received)}`)
  }
  const slow = slowly()
  await eventually(() => expect(begun).toBe(1))
  await whole(staff, JSON.stringify(tyre('BRZO-1')))
  await Promise.all([slow, whole(key, JSON.stringify(tyre('BRZO-2')))])
  expect(answered).toEqual(['other 200', 'slow 408', 'same 200'])
})
