import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { PARTNERS } from '../data.ts'
import { inTurns, load, median, type Target } from '../load.ts'
import { inSeconds, perSecond, printLine } from '../table.ts'

/** Of a campaign with all partners. */
const PRODUCTS = 5000
/** Lines of its cart before the measured orders. */
const LINES = 100_000
const CAMPAIGN = 1
const CUSTOMER = { username: 'kupac', password: 'benchmark' }

/** A campaign with all partners, independent of the other parts. The customer is the first partner. */
async function fillCampaign(client: pg.Client) {
  await client.query(`INSERT INTO categories (id, name) VALUES (1, 'Svi')`)
  await client.query('INSERT INTO partner_categories (partner_id, category_id) SELECT id, 1 FROM partners')
  await client.query(`INSERT INTO users (name, username, password_hash, partner_id)
    SELECT 'Kupac', '${CUSTOMER.username}', password_hash, 1 FROM users WHERE username = 'admin'`)
  await client.query(`INSERT INTO campaigns (id, name, description, image, campaign_type_id)
    VALUES (${CAMPAIGN}, 'Zimska', 'Opis', 'zimska.jpg', 2)`)
  await client.query(`INSERT INTO campaign_categories VALUES (${CAMPAIGN}, 1)`)
  await client.query('VACUUM ANALYZE')
}

async function fillCart(client: pg.Client) {
  await client.query(`INSERT INTO campaign_cart_items (campaign_id, partner_id, user_id, product_id, price, quantity)
    SELECT ${CAMPAIGN}, 1 + i % ${PARTNERS}, users.id, 1 + i % ${PRODUCTS}, 10, 1 + i % 9
    FROM generate_series(1, ${LINES}) AS i, users WHERE username = '${CUSTOMER.username}'`)
  await client.query('VACUUM ANALYZE')
}

/** The page of twenty thousand partners, saving all of them, deliveries and orders. */
export async function campaigns(product: string, floor: string, token: string, client: pg.Client) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  await fillCampaign(client)
  await saves(product, headers)
  await fillCart(client)
  await pages(product, headers)
  const bare = { url: `${floor}/one/777`, method: 'PUT' } as const
  const found = await client.query<{ id: number }>('SELECT min(id) AS id FROM campaign_cart_items')
  const first = found.rows[0]?.id ?? 0
  await compareWithFloor('mark a line of the cart delivered', deliveries(product, headers, first), bare, 0.1)
  await compareWithFloor('order a product of it', await orders(product), bare, 0.1)
  // A password hash shared by two accounts counts as demo data, with which the server does not start.
  await client.query(`UPDATE users SET is_active = false WHERE username = '${CUSTOMER.username}'`)
}

async function saves(product: string, headers: Record<string, string>) {
  const partners = (cash: string) => Array.from({ length: PARTNERS }, (_, i) => ({ partner_id: i + 1, cash }))
  const products = Array.from({ length: PRODUCTS }, (_, i) => ({ product_id: i + 1 }))
  const save = (cash: string) => async () => {
    const from = performance.now()
    const body = JSON.stringify({ partners: partners(cash), products })
    const response = await fetch(`${product}/api/campaignDetails/${CAMPAIGN}`, {
      method: 'PUT',
      headers,
      body,
    })
    if (!response.ok) throw new Error(`campaignDetails: ${response.status} ${await response.text()}`)
    await response.arrayBuffer()
    return performance.now() - from
  }
  const all = await save('5')()
  const others = [await save('7%')(), await save('6')(), await save('8%')()]
  const same = [await save('8%')(), await save('8%')(), await save('8%')()]
  const job = `save a campaign of ${PARTNERS.toLocaleString('en')} partners and ${PRODUCTS.toLocaleString('en')} products`
  printTime(job, all, 5000)
  printTime('the same, each with another cash', median(others), 5000)
  printTime('the same, nothing changed', median(same), 1000)
}

const printTime = (job: string, ms: number, most: number) =>
  printLine({
    job,
    ours: inSeconds(ms),
    result: inSeconds(ms),
    goal: `< ${inSeconds(most)}`,
    isReached: ms < most,
  })

/** Compared with the same page of all partners, which lacks only the cash. */
async function pages(product: string, headers: Record<string, string>) {
  const orders = { 'by code': {}, 'by name': { sortBy: ['name'], sortDesc: [false] } }
  for (const [label, order] of Object.entries(orders)) {
    const body = JSON.stringify({
      options: { itemsPerPage: 20, sortBy: ['id'], sortDesc: [false], ...order },
    })
    const list = (path: string): Target => ({ url: `${product}${path}`, method: 'POST', headers, body })
    const job = `page of the campaign’s partners ${label}; page of all partners`
    const panel = list(`/api/campaignDetailsById/partners/${CAMPAIGN}/index`)
    await compareWithFloor(job, panel, list('/api/partners/index'), 0.6)
  }
}

async function compareWithFloor(job: string, ours: Target, bare: Target, goal: number) {
  const turn = (target: Target) => async () => (await load(target)).rate
  const found = await inTurns(turn(ours), turn(bare))
  const rates = { ours: perSecond(found.ours), bare: perSecond(found.bare) }
  printLine({
    job,
    ...rates,
    result: found.ratio.toFixed(2),
    goal: `≥ ${goal}`,
    isReached: found.ratio >= goal,
  })
}

/** Each request toggles another line; the second round toggles back. */
const deliveries = (product: string, headers: Record<string, string>, first: number): Target => ({
  url: product,
  method: 'PUT',
  headers,
  vary: (n) => ({ path: `/api/changeDeliveryCampaignItemCart/${first + (n % LINES)}`, body: '{}' }),
})

async function orders(product: string): Promise<Target> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify(CUSTOMER)
  const response = await fetch(`${product}/api/app/login`, { method: 'POST', headers, body })
  const { token } = (await response.json()) as { token: string }
  return {
    url: `${product}/api/app/campaigns/${CAMPAIGN}/cart`,
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${token}` },
    vary: (n) => ({
      headers: { 'idempotency-key': randomUUID() },
      body: JSON.stringify({ product_id: 1 + (n % PRODUCTS), quantity: 1, ignore_quantity: true }),
    }),
  }
}
