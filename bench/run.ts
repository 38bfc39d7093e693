import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import autocannon from 'autocannon'
import pg from 'pg'
import { startPostgres } from '../scripts/postgres.cjs'
import { fill, PRODUCTS } from './data.ts'

// Product and floor take turns (A B A B …) on one PostgreSQL with the same rows, so that whatever else the machine does
// hits both. Only ratios mean something; the absolute numbers are those of this machine at this hour.

const root = resolve(import.meta.dirname, '..')
const seconds = Number(process.env.BENCH_SECONDS ?? 4)
const rounds = Number(process.env.BENCH_ROUNDS ?? 5)

interface Target {
  url: string
  method?: 'GET' | 'POST' | 'PUT'
  body?: string
  headers?: Record<string, string>
  contentType?: string
}
/** A job: how the product is asked, how the floor is, and the ratio to reach. */
interface Job {
  name: string
  product: Target
  floor: Target
  goal: number
}

const postgres = await startPostgres()
const dataDir = mkdtempSync(join(tmpdir(), 'kontor-bench-'))
const children: ChildProcess[] = []
try {
  await bench()
} finally {
  for (const child of children) child.kill('SIGTERM')
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

async function bench() {
  say(`Starting, with ${PRODUCTS.toLocaleString('en')} products …`)
  const databaseUrl = await createDatabase()
  const env = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: 'benchmark',
    LOG_LEVEL: 'error',
    PORT: '0',
  }
  await start('api/src/server.ts', { ...env, DEMO: '0' }).then(({ child }) => stop(child)) // migrates
  await fillDatabase(databaseUrl)
  const { address: product, child } = await start('api/src/server.ts', { ...env, DEMO: '0' })
  const { address: floor } = await start('bench/floor.ts', env)
  const jobs = jobsOf(product, floor, await signIn(product))
  say(`\n| job, 16 connections | product | floor | ratio | goal |\n|---|---|---|---|---|`)
  for (const job of jobs) await report(job)
  say(`\nMemory of the product afterwards: ${await memoryOf(child)} MB`)
}

function jobsOf(product: string, floor: string, token: string): Job[] {
  const headers = { authorization: `Bearer ${token}` }
  const list = (body: object): Target => ({
    url: `${product}/api/products/index`,
    method: 'POST',
    body: JSON.stringify(body),
    headers: { ...headers, 'content-type': 'application/json' },
  })
  const page1 = list({ options: { page: 1, itemsPerPage: 10 } })
  const mich = list({ filters: { name: 'mich' } })
  const deep = list({ options: { page: 15_001, itemsPerPage: 10 } })
  const update: Target = {
    url: `${product}/api/products/update/777`,
    method: 'POST',
    ...multipart({ erp_code: 'ART-000777', name: 'Sava guma 777', price: '12.5', quantity: '7' }, headers),
  }
  return [
    {
      name: 'list page 1, exact total, against the floor that does not count',
      product: page1,
      floor: { url: `${floor}/page` },
      goal: 0.6,
    },
    {
      name: 'list page 1, against the floor that counts',
      product: page1,
      floor: { url: `${floor}/counted` },
      goal: 20,
    },
    {
      name: "list filtered by 'mich', repeated",
      product: mich,
      floor: { url: `${floor}/filtered` },
      goal: 5,
    },
    { name: 'jump to offset 150,000', product: deep, floor: { url: `${floor}/deep` }, goal: 5 },
    {
      name: 'read one',
      product: { url: `${product}/api/products/777`, headers },
      floor: { url: `${floor}/one/777` },
      goal: 0.6,
    },
    { name: 'update one', product: update, floor: { url: `${floor}/one/777`, method: 'PUT' }, goal: 0.5 },
  ]
}

async function report({ name, product, floor, goal }: Job) {
  const ours: number[] = []
  const bare: number[] = []
  for (let round = 0; round < rounds; round++) {
    ours.push(await rate(product))
    bare.push(await rate(floor))
  }
  const ratio = median(ours) / median(bare)
  say(
    `| ${name} | ${Math.round(median(ours))}/s | ${Math.round(median(bare))}/s | **${ratio.toFixed(2)}** | ${goal} |`,
  )
}

async function rate({ url, method = 'GET', body, headers = {} }: Target): Promise<number> {
  const { requests, non2xx, errors } = await autocannon({
    url,
    method,
    headers,
    connections: 16,
    duration: seconds,
    ...(body ? { body } : {}),
  })
  if (non2xx + errors > 0) throw new Error(`${url} answered ${non2xx} refusals and ${errors} errors`)
  return requests.average
}

function multipart(fields: Record<string, string>, headers: Record<string, string>) {
  const boundary = 'kontor-benchmark'
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const type = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  return { body: `${parts.join('')}--${boundary}--\r\n`, headers: { ...headers, ...type } }
}

async function createDatabase() {
  const client = new pg.Client(postgres.url)
  await client.connect()
  await client.query("CREATE DATABASE kontor_bench TEMPLATE template0 ENCODING 'UTF8'")
  await client.end()
  const url = new URL(postgres.url)
  url.pathname = '/kontor_bench'
  return url.href
}

async function fillDatabase(url: string) {
  const client = new pg.Client(url)
  await client.connect()
  await fill(client)
  await client.end()
}

async function start(file: string, env: Record<string, string>) {
  const child = spawn(process.execPath, [join(root, file)], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  for await (const line of createInterface(child.stdout)) {
    const address = /http:\/\/[\d.:]+/.exec(line)?.[0]
    if (!address) continue
    child.stdout.resume()
    return { child, address }
  }
  throw new Error(`${file} ended before it was ready`)
}

function stop(child: ChildProcess) {
  return new Promise<void>((done) => {
    child.once('exit', () => done())
    child.kill('SIGTERM')
  })
}

async function signIn(address: string) {
  const response = await fetch(`${address}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: 'benchmark' }),
  })
  return ((await response.json()) as { token: string }).token
}

async function memoryOf({ pid }: ChildProcess) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
}

function median(values: number[]) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

function say(line: string) {
  process.stdout.write(`${line}\n`)
}
