import type pg from 'pg'
import { inTurns } from '../load.ts'
import { printLine } from '../table.ts'

/** Rows of the small database for comparison. */
export const SMALL = 10_000
export const LARGE = 1_000_000
/** Requests of a list per round. */
const REQUESTS = 7

/** Filters, varied for each request so that totals are not cached. */
const filtersByLabel: Record<string, Record<string, string>> = {
  'the whole code of one': { erp_code: 'ART-0000777' },
  'the end of a code': { erp_code: '0000777' },
  'the beginning of a hundred codes': { erp_code: 'art-00007' },
  'a code that nobody has': { erp_code: 'zzzq' },
  'two rare words': { search: '9123 mich' },
  'two letters that nobody has': { search: 'xq' },
  'one letter that nobody has': { search: 'q' },
  'letters with a d that nobody has': { search: 'djx' },
  'three letters that nobody has': { search: 'qqq' },
  'a price that nobody has': { price: '900' },
  'a quantity': { quantity: '7' },
  'a day': { updated_at: '2026-01-15' },
  'a word of one in eighteen': { name: 'mich' },
  'a word of all': { name: 'guma' },
}

/** The same rows as in the other parts, with codes one digit longer. Search indexes are created afterwards. */
export async function fillProducts(client: pg.Client, rows: number) {
  const { rows: indexes } = await client.query<{ name: string; made: string }>(`
    SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS made FROM pg_index
    JOIN pg_class ON pg_class.oid = indexrelid JOIN pg_am ON pg_am.oid = relam
    WHERE indrelid = 'products'::regclass AND amname = 'gin'`)
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`)
  await client.query("SET kontor.history = 'off'")
  await client.query(`
    INSERT INTO products (erp_code, name, description, price, quantity, updated_at)
    SELECT 'ART-' || lpad(i::text, 7, '0'),
      (ARRAY['Michelin','Sava','Tigar','Kleber','Nokian','Continental','Hankook','Bridgestone','Pirelli','Goodyear',
        'Falken','Kumho','Toyo','Barum','Matador','Dunlop','Vredestein','Firestone'])[1 + i % 18]
        || ' guma ' || (145 + i % 20 * 10) || '/' || (35 + i % 10 * 5) || ' R' || (13 + i % 9) || ' ' || i,
      CASE i % 3 WHEN 0 THEN 'Ljetnja guma' WHEN 1 THEN 'Zimska guma, M+S' END,
      40 + i % 900 + (i % 100) / 100.0, i % 400, now() - i * interval '1 minute'
    FROM generate_series(1, ${rows}) AS i`)
  await client.query('RESET kontor.history')
  await client.query("SET maintenance_work_mem = '512MB'")
  for (const { made } of indexes) await client.query(made)
  await client.query('VACUUM ANALYZE')
}

interface Side {
  address: string
  token: string
}

/** Lists of a million products compared with ten thousand. */
export async function growth(large: Side, small: Side) {
  await compare('page 1', large, small, () => ({}))
  await compare('next page', large, small, () => ({ options: { page: 2 } }))
  await compare('page 1 by name', large, small, () => ({ options: { sortBy: ['name'], sortDesc: [false] } }))
  for (const [label, filters] of Object.entries(filtersByLabel)) {
    await compare(label, large, small, (n) => ({ filters: spelledAnew(filters, n) }))
  }
  for (const [label, filters] of Object.entries(filtersByLabel).slice(-2)) {
    await compare(`${label}, asked again`, large, small, () => ({ filters }))
  }
}

async function compare(job: string, large: Side, small: Side, body: (n: number) => object) {
  const { ours, bare, ratio } = await inTurns(quickest(large, body), quickest(small, body))
  printLine({
    job: `${job}; of 10,000`,
    ours: `${ours.toFixed(1)} ms`,
    bare: `${bare.toFixed(1)} ms`,
    result: `${ratio.toFixed(1)}x`,
    goal: '≤ 2x or ≤ 100 ms',
    isReached: ratio <= 2 || ours <= 100,
  })
}

let requests = 0
/** Milliseconds of a response, the minimum of several: other load only adds to them. */
const quickest =
  ({ address, token }: Side, body: (n: number) => object) =>
  async () => {
    const times: number[] = []
    for (let i = 0; i < REQUESTS; i++) {
      const from = performance.now()
      const response = await fetch(`${address}/api/products/index`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body(++requests)),
      })
      if (!response.ok) throw new Error(`products: ${response.status} ${await response.text()}`)
      await response.arrayBuffer()
      times.push(performance.now() - from)
    }
    return Math.min(...times)
  }

/** The same words with other blanks: they match the same rows, with an uncached total. */
const spelledAnew = (filters: Record<string, string>, n: number) =>
  Object.fromEntries(
    Object.entries(filters).map(([key, typed]) => [
      key,
      `${' '.repeat(n % 90)}${typed}${' '.repeat(Math.floor(n / 90) % 90)}`,
    ]),
  )
