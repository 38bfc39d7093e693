import Fastify from 'fastify'
import pg from 'pg'

/**
 * The floor: what Fastify and pg can do with the same rows when nothing is asked of them — no sign-in, no validation, no
 * versions, no search across scripts — in prepared statements.
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

process.stdout.write(`${await app.listen({ port: 0, host: '127.0.0.1' })}\n`)
