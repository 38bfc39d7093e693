// CPU time of a request on the node and the database, by kind, for docs/scale.md. Run it alone:
// node scripts/tool.cjs bench/costs.ts
// CPU time is stable on a machine with other load; elapsed time is not.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { figureNames } from '@kontor/contract/partners'
import pg from 'pg'
import { startReplicated } from '../api/test/postgres.ts'
import { build } from '../scripts/build.cjs'
import { fill, makeChat } from './data.ts'
import { load, median, type Target } from './load.ts'
import { childrenOf, postmaster, shareOf, sumOf, usedBy, usedByAll, wholeOf } from './processes.ts'
import { PRODUCT, type Server, signIn, start, stop, stopAll } from './servers.ts'
import { printText } from './table.ts'

/** The size of an office: see docs/scale.md. */
const SIZE = { products: 20_000, partners: 500 }
const IDLE_SECONDS = 30

const cluster = await startReplicated()
const scratch = mkdtempSync(join(tmpdir(), 'kontor-costs-'))
const urlOf = (server: string, name: string) => server.replace(/\/postgres$/, `/${name}`)
const firstPid = await postmaster(cluster.url)
const replicaPid = await postmaster(cluster.replica.url)

async function office(name: string, more: Record<string, string> = {}) {
  const DATABASE_URL = urlOf(cluster.url, name)
  const env = { DATABASE_URL, DATA_DIR: join(scratch, name), DEMO: '0', TRUST_PROXY: '1' }
  return start(PRODUCT, { ...env, ...more })
}
async function within<T>(name: string, work: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client(urlOf(cluster.url, name))
  await client.connect()
  return work(client).finally(() => client.end())
}
/** CPU microseconds of node, database and replica per request; `work` resolves to the number of requests. */
async function cost(server: Server, work: () => Promise<number>) {
  const pid = server.child.pid ?? 0
  const readTimes = () => [usedBy(pid), usedByAll(firstPid), usedByAll(replicaPid)]
  const before = readTimes()
  const count = await work()
  return readTimes().map((now, i) => Math.round((now - (before[i] ?? 0)) / count))
}
const show = (job: string, [node, first, replica]: number[]) =>
  printText(`| ${job} | ${node} | ${first} | ${replica} |`)

const SECONDS = Number(process.env.BENCH_SECONDS ?? 3)
/** Servers are measured alternately, so that other load affects all of them. */
const ROUNDS = 3

/** A server, its requests, and its name in the table. */
type MeasuredServer<How> = { how: string; server: Server; ask: How }
async function ofRequests(job: string, ...servers: MeasuredServer<Target>[]) {
  for (const { ask } of servers) await load(ask, 8, SECONDS) // compiles and plans everything once
  await inRounds(job, servers, async (target) => (await load(target, 8, SECONDS)).rate * SECONDS)
}
async function ofFile(job: string, ...servers: MeasuredServer<() => Promise<Response>>[]) {
  const readBody = async (work: () => Promise<Response>) => {
    const response = await work()
    const bytes = await response.arrayBuffer()
    if (!response.ok)
      throw new Error(`${job}: ${response.status} ${Buffer.from(bytes).toString().slice(0, 200)}`)
    return 1
  }
  for (const { ask } of servers) await readBody(ask)
  await inRounds(job, servers, readBody)
}
async function inRounds<How>(
  job: string,
  servers: MeasuredServer<How>[],
  work: (how: How) => Promise<number>,
) {
  const found = servers.map((): number[][] => [])
  for (let round = 0; round < ROUNDS; round++)
    for (const [i, { server, ask }] of servers.entries()) found[i]?.push(await cost(server, () => work(ask)))
  for (const [i, { how }] of servers.entries()) {
    const measured = found[i] ?? []
    show(
      job + how,
      [0, 1, 2].map((part) => median(measured.map((one) => one[part] ?? 0))),
    )
  }
}

/** Lists and files, which a replica can serve. */
async function lists(servers: { how: string; server: Server; token: string }[]) {
  const each = <How>(ask: (url: string, headers: Record<string, string>) => How): MeasuredServer<How>[] =>
    servers.map(({ how, server, token }) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      return { how, server, ask: ask(`${server.address}/api/products/index`, headers) }
    })
  const postTo = (body: object, vary?: Target['vary']) =>
    each((url, headers): Target => {
      return { url, method: 'POST', headers, body: JSON.stringify(body), ...(vary && { vary }) }
    })
  await ofRequests('page of a list', ...postTo({ options: { page: 2 } }))
  let n = 0
  const anew = () => ({ body: JSON.stringify({ filters: { name: `guma ${++n % 10_000}` } }) })
  await ofRequests('page of a search not asked before', ...postTo({}, anew))
  const file = (format: 'xlsx' | 'pdf', filters = {}) =>
    each((url, headers) => () => {
      const body = JSON.stringify({ filters, report_data: { name: 'roba', format } })
      return fetch(url, { method: 'POST', headers, body })
    })
  await ofFile('export of 20,000 rows, .xlsx', ...file('xlsx'))
  await ofFile('export of 1,111 rows, PDF', ...file('pdf', { name: 'sava' }))
}

async function others(server: Server, token: string, chat: { id: number; after: string; token: string }) {
  const headers = { authorization: `Bearer ${token}` }
  const json = { 'content-type': 'application/json' }
  const { address } = server
  const plain = <How>(ask: How): MeasuredServer<How> => ({ how: '', server, ask })
  await ofRequests('one record', plain({ url: `${address}/api/products/777`, headers }))
  let n = 0
  const figures = Object.fromEntries(figureNames.map((name) => [name, '0']))
  const debt = () => {
    const id = 1 + (++n % SIZE.partners) // each another row, so that requests do not wait for each other's locks
    const body = JSON.stringify({
      name: `Auto servis ${id}`,
      city_id: 1,
      categories: [1],
      ...figures,
      debt: String(n),
    })
    return { path: `/api/partners/${id}`, body }
  }
  await ofRequests(
    'change of a partner, with its history',
    plain({
      url: `${address}/api/partners/1`,
      method: 'PUT' as const,
      headers: { ...headers, ...json },
      vary: debt,
    }),
  )
  await ofRequests(
    'poll of a chat in vain',
    plain({
      url: `${address}/api/app/getMessagesByMessageThread`,
      method: 'POST' as const,
      headers: { authorization: `Bearer ${chat.token}`, ...json },
      body: JSON.stringify({ message_thread_id: chat.id, last_message_timestamp: chat.after }),
    }),
  )
  await ofRequests('home', plain({ url: `${address}/api/home`, headers }))
  const password = JSON.stringify({ username: 'admin', password: 'benchmark' })
  await ofRequests(
    'sign-in',
    plain({
      url: `${address}/api/login`,
      method: 'POST' as const,
      headers: json,
      body: password,
      vary: (i) => ({ headers: { 'x-forwarded-for': `10.${(i >> 16) & 255}.${(i >> 8) & 255}.${i & 255}` } }),
    }),
  )
  let round = 0
  await ofFile(
    'import of 5,000 lines, all changed',
    plain(() => {
      round += 1
      const lines = Array.from({ length: 5000 }, (_, i) =>
        JSON.stringify({ erp_code: `ART-${String(i + 1).padStart(6, '0')}`, quantity: (i + round) % 1000 }),
      )
      const body = lines.join('\n')
      const type = { 'content-type': 'application/x-ndjson' }
      return fetch(`${address}/api/sync/products`, { method: 'PUT', headers: { ...headers, ...type }, body })
    }),
  )
}

/** Memory and CPU time of idle offices: a process and a database each. */
async function idle(servers: Server[]) {
  await pause(10_000) // the memory of the start has been released
  const pids = servers.map(({ child }) => child.pid ?? 0)
  const mean = (values: number[]) => sumOf(values) / values.length
  const before = [...pids.map(usedBy), usedByAll(firstPid)]
  await pause(IDLE_SECONDS * 1000)
  const used = [...pids.map(usedBy), usedByAll(firstPid)].map((now, i) => now - (before[i] ?? 0))
  const perSecond = (microseconds: number) => Math.round(microseconds / IDLE_SECONDS)
  printText(
    `idle process: ${Math.round(mean(pids.map(wholeOf)))} MB, its share ${Math.round(mean(pids.map(shareOf)))} MB`,
  )
  printText(
    `idle processor time in µs a second: process ${perSecond(mean(used.slice(0, -1)))}, PostgreSQL for all ${perSecond(used.at(-1) ?? 0)}`,
  )
  const backends = childrenOf(firstPid)
  printText(
    `PostgreSQL for ${servers.length}: ${backends.length} processes, ${Math.round(sumOf(backends.map(shareOf)))} MB`,
  )
}

try {
  await build(process.execPath, ['api'])
  for (const name of ['office', 'second', 'third'])
    await within('postgres', (one) => one.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`))
  const server = await office('office')
  await within('office', (client) => fill(client, SIZE))
  const chat = await within('office', makeChat)
  const token = await signIn(server)
  const DATABASE_REPLICA_URL = urlOf(cluster.replica.url, 'office')
  const following = await office('office', { DATABASE_REPLICA_URL })
  printText('| µs of processor | node | first PostgreSQL | replica |\n|---|---|---|---|')
  await lists([
    { how: '', server, token },
    { how: ', with a replica', server: following, token },
  ])
  await stop(following)
  await others(server, token, chat)
  const busy = childrenOf(firstPid)
  const memory = Math.round(sumOf(busy.map(shareOf)))
  printText(
    `after all this: process ${Math.round(wholeOf(server.child.pid ?? 0))} MB, PostgreSQL ${busy.length} processes, ${memory} MB`,
  )
  await stop(server)
  const offices = [await office('office'), await office('second'), await office('third')]
  await idle(offices)
  for (const one of offices) await stop(one)
} finally {
  stopAll()
  await cluster.stop()
  rmSync(scratch, { recursive: true, force: true })
}
