import { Readable } from 'node:stream'
import { hash, verify } from '@node-rs/argon2'
import Fastify from 'fastify'
import pg from 'pg'
import { ZipFile } from 'yazl'

/**
 * The floor: Fastify and pg with the same rows and prepared statements, without sign-in, validation, versions and
 * search across scripts.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const app = Fastify()
const columns = 'id, erp_code, name, description, price, quantity, image, is_active, version, updated_at'
const run = async (name: string, text: string, values: unknown[] = []) =>
  (await pool.query({ name, text, values })).rows

const page = (offset: number) =>
  run('page', `SELECT ${columns} FROM products ORDER BY updated_at DESC, id DESC LIMIT 10 OFFSET $1`, [
    offset,
  ])
const like = "name ILIKE '%mich%'"

app.get('/page', () => page(0))
app.get('/deep', () => page(150_000))
app.get('/counted', async () => {
  const [rows, total] = await Promise.all([page(0), run('count', 'SELECT count(*) FROM products')])
  return { rows, total: total[0] }
})
app.get('/filtered', async () => {
  const found = `SELECT ${columns} FROM products WHERE ${like} ORDER BY updated_at DESC, id DESC LIMIT 10`
  const [rows, total] = await Promise.all([
    run('found', found),
    run('countFound', `SELECT count(*) FROM products WHERE ${like}`),
  ])
  return { rows, total: total[0] }
})
app.get<{ Params: { id: string } }>('/one/:id', async ({ params }) =>
  run('one', `SELECT ${columns} FROM products WHERE id = $1`, [params.id]),
)
app.put<{ Params: { id: string } }>('/one/:id', async ({ params }) =>
  run('update', `UPDATE products SET quantity = quantity + 1 WHERE id = $1 RETURNING ${columns}`, [
    params.id,
  ]),
)

// Hashes one password with the product's parameters: 19 MiB, two passes.
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
let cachedHash: Promise<string> | undefined
app.post('/login', async () => {
  cachedHash ??= hash('benchmark', cost)
  return { signedIn: await verify(await cachedHash, 'benchmark') }
})

// An import without a workbook, validation, locks, history or undo.
app.addContentTypeParser(
  'text/csv',
  { parseAs: 'string', bodyLimit: 25e6 },
  async (_: unknown, text: string) => text,
)
app.post<{ Body: string }>('/import', async ({ body }) => {
  const rows = body.split('\n').map((line) => line.split(','))
  const column = (i: number) => rows.map((row) => row[i])
  await run(
    'upsert',
    `INSERT INTO products (erp_code, name, price, quantity)
     SELECT * FROM unnest($1::text[], $2::text[], $3::numeric[], $4::int[])
     ON CONFLICT (erp_code) DO UPDATE SET name = excluded.name, price = excluded.price, quantity = excluded.quantity`,
    [column(0), column(1), column(2), column(3)],
  )
  return { rows: rows.length }
})
app.post('/import/undo', () => run('undo', "DELETE FROM products WHERE erp_code > 'ART-200000'"))

// A workbook without widths, formats or a header.
app.get('/export', (_request, reply) => {
  const zip = new ZipFile()
  zip.addReadStream(Readable.from(sheet(), { objectMode: false }), 'xl/worksheets/sheet1.xml')
  zip.end()
  return reply.type('application/octet-stream').send(zip.outputStream)
})
async function* sheet() {
  for (let last = ''; ; ) {
    const rows = await run(
      'portion',
      `SELECT erp_code, name, description, price, quantity, is_active FROM products
       WHERE erp_code > $1 ORDER BY erp_code LIMIT 2000`,
      [last],
    )
    let xml = ''
    for (const row of rows) {
      xml += '<row>'
      for (const value of Object.values(row)) xml += `<c t="inlineStr"><is><t>${value ?? ''}</t></is></c>`
      xml += '</row>'
    }
    yield xml
    if (rows.length < 2000) return
    last = rows.at(-1).erp_code
  }
}

app.get('/health', () => ({ status: 'ok' }))

process.stdout.write(`${await app.listen({ port: 0, host: '127.0.0.1' })}\n`)
