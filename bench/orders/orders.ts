import type pg from 'pg'
import { inTurns, median } from '../load.ts'
import { printLine } from '../table.ts'

const ORDERS = 1_000_000
/** Number of days with orders, up to today. */
const DAYS = 365
type Work = () => Promise<unknown>
/** Requests of a screen per round. */
const OPENED = 15

/**
 * A year of orders from the catalogue, of 2,000 partners and 5,000 products: every twentieth out of stock, every
 * hundredth inactive. Triggers maintain the daily sums; the history is not written.
 */
async function fillOrders(client: pg.Client) {
  await client.query(`SET kontor.history = 'off'`)
  await client.query(`INSERT INTO catalogue_orders
      (partner_id, user_id, product_id, price, quantity, ignore_quantity, is_active, created_at)
    SELECT 1 + i * 7 % 2000, users.id, 1 + i * 13 % 5000, 10 + i % 90, 1 + i % 9, i % 20 = 0, i % 100 <> 7,
      now() - (${ORDERS} - i) * interval '${(DAYS * 86_400) / ORDERS} seconds'
    FROM generate_series(1, ${ORDERS}) AS i, (SELECT min(id) AS id FROM users) AS users`)
  await client.query('RESET kontor.history')
  await client.query('VACUUM ANALYZE')
}

/**
 * The screen of the catalogue's orders with a month of a year of a million orders, compared with the screen of a simple
 * list.
 */
export async function orders(product: string, token: string, client: pg.Client) {
  await fillOrders(client)
  const request = requester(product, token)
  const plain = () => request('partners/index', { options: { itemsPerPage: 20 } })
  for (const [label, from, to] of await months(client)) {
    const range = { date_from: from, date_to: to }
    const page = () => request('catalogue_order/index', { ...range, options: { itemsPerPage: 20 } })
    const open = () => Promise.all([page(), request('catalogue_order/totals', range)])
    await compareWithPlain(`page of ${label} of a million catalogue orders`, page, plain)
    await compareWithPlain('the same with its sums, which is another call', open, plain)
    await compareWithPlain('both when an order has changed since', open, plain, () => toggleOne(client))
  }
}

async function compareWithPlain(job: string, open: Work, plain: Work, before?: Work) {
  const { ours, bare, ratio } = await inTurns(medianTime(open, before), medianTime(plain))
  printLine({
    job: `${job}; a page of all partners`,
    ours: inMs(ours),
    bare: inMs(bare),
    result: `${ratio.toFixed(2)}x`,
    goal: '≤ 1.5x',
    isReached: ratio <= 1.5,
  })
}

const toggleOne = (client: pg.Client) =>
  client.query(
    'UPDATE catalogue_orders SET is_active = NOT is_active WHERE id = (SELECT max(id) FROM catalogue_orders)',
  )

const inMs = (ms: number) => `${ms.toFixed(1)} ms`

/** The current month, which is the screen's default, and one of half a year ago. */
async function months(client: pg.Client) {
  const { rows } = await client.query<{ told: string; from: string; to: string }>(`
    SELECT told, (date_trunc('month', office_day()) - ago)::date::text AS from,
      least(office_day(), date_trunc('month', office_day()) - ago + interval '1 month - 1 day')::date::text AS to
    FROM (VALUES ('this month', interval '0'), ('an earlier month', '6 months'))
      AS months (told, ago)`)
  return rows.map(({ told, from, to }) => [told, from, to] as const)
}

const requester = (product: string, token: string) => async (path: string, body: object) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const response = await fetch(`${product}/api/${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response.json()
}

/** The median duration in ms. */
const medianTime = (open: Work, before?: Work) => async () => {
  const times: number[] = []
  for (let i = 0; i < OPENED; i++) {
    await before?.()
    const from = performance.now()
    await open()
    times.push(performance.now() - from)
  }
  return median(times)
}
