import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePicture } from './make.ts'
import { makeBook } from './odd-files.ts'
import { pdfTexts } from './pdf-texts.ts'
import { scratch } from './scratch.ts'
import { startServer } from './start-server.ts'

// What `npm start` runs is built from the sources that all other tests run. What could get lost on the way is what is not
// imported: programs for processes of their own, parts that come later, fonts, packages with files beside them.

const place = await scratch({ migrated: true })
const log: string[] = []
let server: Awaited<ReturnType<typeof startServer>>
let token = ''

beforeAll(async () => {
  const script = resolve(import.meta.dirname, '../../scripts/build.cjs')
  execFileSync(process.execPath, [script, 'api'], { timeout: 240_000 })
  server = await startServer(place, {}, 'start.mjs')
  server.child.stdout.on('data', (text) => log.push(String(text)))
  const { body } = await ask('/api/login', { username: 'admin', password: 'lozinka' })
  token = JSON.parse(body.toString()).token
})
afterAll(async () => {
  server.child.kill('SIGTERM')
  expect(await server.exit).toEqual([0, null])
  await place.drop()
})

/** Posts JSON or a form to the built server; without a body it gets. */
async function ask(path: string, body?: object) {
  const isForm = body instanceof FormData
  const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(body && !isForm && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: isForm ? body : body && JSON.stringify(body),
  })
  return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()) }
}

function form(fields: Record<string, string | File>) {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}

test('the packages that are loaded before fontkit are those that it imports', () => {
  const of = (from: string) => (name: string) => createRequire(from).resolve(name)
  const fontkit = of(import.meta.filename)('fontkit')
  for (const name of ['restructure', 'unicode-properties', 'brotli/decompress.js'])
    expect(of(fontkit)(name)).toBe(of(import.meta.filename)(name))
})

test('keeps a product with its picture, and lists it', async () => {
  const fields = { erp_code: 'B-1', name: 'Guma', price: '89.9', quantity: '4' }
  const kept = await ask('/api/products/store', form({ ...fields, image: await makePicture() }))
  expect(kept.status).toBe(200)
  const { body } = await ask('/api/products/index', {})
  expect(body.toString()).toContain('"erp_code":"B-1"')
})

test.each(['biff8', 'xlsx'] as const)('reads a price list in %s', async (kind) => {
  const rows = [
    ['Šifra', 'Naziv', 'Opis', 'Cijena', 'Količina', 'Aktivan'],
    ['B-2', 'Felna', '', 120, 8, 'da'],
  ]
  const name = kind === 'xlsx' ? 'cjenovnik.xlsx' : 'cjenovnik.xls'
  const file = new File([new Uint8Array(makeBook(rows, kind))], name)
  const { status, body } = await ask('/api/products/import', form({ dry_run: 'true', file }))
  expect([status, JSON.parse(body.toString()).counts]).toMatchObject([200, { create: 1, problems: 0 }])
})

test('writes a list as PDF', async () => {
  const report = { name: 'Proizvodi', format: 'pdf' }
  const { status, body } = await ask('/api/products/index', { report_data: report })
  expect(status).toBe(200)
  expect(pdfTexts(body).flatMap((page) => page.map(({ text }) => text))).toContain('Guma')
})

test('serves the page of the API document', async () => {
  const { status, body } = await ask('/api/docs/static/index.html')
  expect([status, body.toString().includes('Swagger UI')]).toEqual([200, true])
})

test('names the source of an error in the log', async () => {
  const client = new pg.Client(place.databaseUrl)
  await client.connect()
  await client.query('DROP TABLE sliders CASCADE').finally(() => client.end())
  expect((await ask('/api/sliders/index', {})).status).toBe(500)
  await expect.poll(() => log.join('')).toMatch(/relation .*sliders.*api[/]src[/]lib[/]\S+\.ts:\d+/)
})
