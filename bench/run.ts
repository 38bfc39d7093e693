import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startPostgres } from '../api/test/postgres.ts'
import { build } from '../scripts/build.cjs'
import { checkOut, compare, printComparison } from './against.ts'
import { browser } from './browser/browser.ts'
import { campaigns } from './campaigns/campaigns.ts'
import { fill, PRODUCTS } from './data.ts'
import { files } from './files.ts'
import { chats } from './growth/chats.ts'
import { fillProducts, growth, LARGE, SMALL } from './growth/growth.ts'
import { inTurns, median } from './load.ts'
import { orders } from './orders/orders.ts'
import { requests } from './requests.ts'
import { FLOOR, memoryOf, PRODUCT, type Server, signIn, start, stop, stopAll, watched } from './servers.ts'
import { attempt, inSeconds, printHeader, printLine, printText } from './table.ts'

const LINES = 100_000

/** The maximum number of lines: half of them change a product, half are new; then the same again. */
async function sync(server: Server, token: string) {
  const first = PRODUCTS - LINES / 2 + 1
  const lines = Array.from({ length: LINES }, (_, i) =>
    JSON.stringify({
      erp_code: `ART-${String(first + i).padStart(6, '0')}`,
      name: `Guma iz ERP-a ${first + i}`,
      price: '50.50',
      quantity: i,
    }),
  ).join('\n')
  for (const job of ['100,000 products by one call, half of them new', 'the same again, nothing to change']) {
    const { ms, peak, block, processor } = await watched(server, () => send(server, token, lines))
    printLine({
      job,
      ours: `${inSeconds(ms)}, ${processor.toFixed(1)} s of Node’s processor, ${peak} MB, longest block ${block} ms`,
      result: inSeconds(ms),
      goal: '≤ 10 s, ≤ 250 MB, block ≤ 100 ms',
      isReached: ms <= 10_000 && peak <= 250 && block <= 100,
    })
  }
}

async function send({ address }: Server, token: string, body: string) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' }
  const response = await fetch(`${address}/api/sync/products`, { method: 'PUT', headers, body })
  const text = await response.text()
  if (!response.ok) throw new Error(`sync: ${response.status} ${text.slice(0, 300)}`)
}

// `--against <commit>` measures this build and that of a commit instead.
// Product and floor are measured alternately (A B A B …) on one PostgreSQL with the same rows, so that other load
// affects both. Only ratios are meaningful; absolute numbers depend on the machine.

const parts = {
  starts: () => starts(databaseUrl, scratch),
  requests: measureLoad,
  files: moveFiles,
  browser: measureBrowser,
  campaigns: sellMuch,
  orders: orderMuch,
  sync: bringUpToDate,
  growth: growMuch,
}

/** Milliseconds from the command to the first response with an existing database, and the memory afterwards. */
async function starts(databaseUrl: string, scratch: string) {
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: scratch, DEMO: '0' }
  const timed = (file: string, env: Record<string, string>) => async () => {
    const server = await start(file, env)
    await stop(server)
    return server.ms
  }
  await timed(PRODUCT, env)()
  const found = await inTurns(timed(PRODUCT, env), timed(FLOOR, env))
  const times = `${found.ratio.toFixed(1)}x`
  printLine({
    job: 'warm start to the first 200, PostgreSQL',
    ours: inSeconds(found.ours),
    bare: inSeconds(found.bare),
    result: times,
    goal: '≤ 2.5x',
    peer: '2–10x',
    isReached: found.ratio <= 2.5,
  })

  const embedded = timed(PRODUCT, { DATABASE_URL: '', DATA_DIR: join(scratch, 'own'), DEMO: '1' })
  const warm: number[] = []
  for (let i = 0; i < 4; i++) warm.push(await embedded())
  const ms = median(warm.slice(1)) // the first start created the database
  printLine({
    job: 'warm start, own PostgreSQL with demo data',
    ours: inSeconds(ms),
    result: inSeconds(ms),
    goal: '≤ 1.5 s',
    isReached: ms <= 1500,
  })

  const idle = await start(PRODUCT, env)
  await pause(5000)
  const memory = memoryOf(idle)
  await stop(idle)
  printLine({
    job: 'idle memory, PostgreSQL',
    ours: `${memory} MB`,
    result: `${memory} MB`,
    goal: '≤ 130 MB',
    peer: '118 MB',
    isReached: memory <= 130,
  })
}

/** Creating a million rows takes minutes: only on request. */
const SELDOM = 'growth'
const { values, positionals: selected } = parseArgs({
  allowPositionals: true,
  options: { against: { type: 'string' } },
})
const postgres = await startPostgres()
const scratch = mkdtempSync(join(tmpdir(), 'kontor-bench-'))
const databaseUrl = await createDatabase('kontor_bench')
const env = { DATABASE_URL: databaseUrl, DATA_DIR: scratch, DEMO: '0', TRUST_PROXY: '1' }
try {
  printText(`Starting, with ${PRODUCTS.toLocaleString('en')} products …\n`)
  await build(process.execPath)
  await stop(await start(PRODUCT, env)) // applies the migrations
  await inDatabase((client) => fill(client))
  if (values.against !== undefined) await compareWith(values.against)
  else {
    printHeader()
    for (const [name, run] of Object.entries(parts)) {
      if (selected.length === 0 ? name !== SELDOM : selected.includes(name)) await attempt(name, run)
    }
  }
} finally {
  stopAll()
  await postgres.stop()
  rmSync(scratch, { recursive: true, force: true })
}

/** Product and floor on one database, and a signed-in user. */
async function sideBySide() {
  const product = await start(PRODUCT, env)
  const floor = await start(FLOOR, env)
  const token = await signIn(product)
  return { product, floor, token, end: () => Promise.all([stop(product), stop(floor)]) }
}

async function measureLoad() {
  const { product, floor, token, end } = await sideBySide()
  await requests(product.address, floor.address, token)
  const memory = memoryOf(product)
  printLine({
    job: 'memory after all these requests',
    ours: `${memory} MB`,
    result: `${memory} MB`,
    goal: '≤ 250 MB',
    isReached: memory <= 250,
  })
  await end()
}

async function moveFiles() {
  const { product, floor, token, end } = await sideBySide()
  await files(product, floor.address, token)
  await end()
}

async function measureBrowser() {
  const { product, token, end } = await sideBySide()
  await browser(product.address, token)
  await end()
}

async function sellMuch() {
  const { product, floor, token, end } = await sideBySide()
  await inDatabase((client) => campaigns(product.address, floor.address, token, client))
  await end()
}

async function orderMuch() {
  const product = await start(PRODUCT, env)
  const token = await signIn(product)
  await inDatabase((client) => orders(product.address, token, client))
  await stop(product)
}

async function bringUpToDate() {
  const product = await start(PRODUCT, env)
  await sync(product, await signIn(product))
  await stop(product)
}

/** A million products compared with ten thousand, in separate databases and servers. */
async function growMuch() {
  const sides = []
  for (const [name, rows] of [
    ['kontor_large', LARGE],
    ['kontor_small', SMALL],
  ] as const) {
    const url = await createDatabase(name)
    const server = await start(PRODUCT, { ...env, DATABASE_URL: url })
    await inDatabase((client) => fillProducts(client, rows), url)
    sides.push({ server, address: server.address, token: await signIn(server) })
  }
  const [large, small] = sides
  if (!large || !small) return
  await growth(large, small)
  await Promise.all([stop(large.server), stop(small.server)])
  const server = await start(PRODUCT, env)
  await inDatabase((client) => chats(server.address, client))
  await stop(server)
}

/** This build and that of a commit, each with a database of its own, because their migrations may differ. */
async function compareWith(commit: string) {
  const folder = await checkOut(commit, join(scratch, 'other'))
  const other = { ...env, DATABASE_URL: await createDatabase('kontor_other') }
  await stop(await start(PRODUCT, other, folder))
  await inDatabase((client) => fill(client), other.DATABASE_URL)
  printComparison(commit)
  const sides = [await start(PRODUCT, env), await start(PRODUCT, other, folder)] as const
  await compare(sides, [await signIn(sides[0]), await signIn(sides[1])], selected)
  for (const side of sides) await stop(side)
}

async function createDatabase(name: string) {
  const client = new pg.Client(postgres.url)
  await client.connect()
  await client.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`)
  await client.end()
  const url = new URL(postgres.url)
  url.pathname = `/${name}`
  return url.href
}

async function inDatabase(work: (client: pg.Client) => Promise<void>, url = databaseUrl) {
  const client = new pg.Client(url)
  await client.connect()
  await work(client)
  await client.end()
}
