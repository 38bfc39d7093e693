import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { openDatabase } from '../api/src/lib/database/database.ts'
import { writeSheet } from '../api/src/lib/spreadsheets/xlsx-writer/xlsx-writer.ts'
import { fill, PRODUCTS } from './data.ts'
import { PRODUCT, type Server, start, stop, stopAll, watched } from './servers.ts'

// How long other requests wait while an import is applied, undone and vacuumed, on the embedded PostgreSQL. Arguments:
// numbers of rows.

const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [20_000, 100_000]

const dataDir = mkdtempSync(join(tmpdir(), 'kontor-imports-'))
try {
  await fillDatabase()
  const server = await start(PRODUCT, { DATA_DIR: dataDir, DEMO: '0' })
  const headers = { authorization: `Bearer ${await signIn(server)}` }
  for (const rows of sizes) await measure(server, headers, rows)
  await stop(server)
} finally {
  stopAll()
  rmSync(dataDir, { recursive: true, force: true })
}

async function fillDatabase() {
  const migrationsDir = resolve(import.meta.dirname, '../api/migrations')
  const { pool, close } = await openDatabase({ dataDir, migrationsDir, log: () => {} })
  const client = await pool.connect()
  // missing in pg's types
  const patient = (text: string) => client.query({ text, query_timeout: 600_000 } as pg.QueryConfig)
  await fill({ query: patient } as unknown as pg.Client) // all that it uses
  client.release()
  await close()
}

async function signIn({ address }: Server) {
  const body = JSON.stringify({ username: 'admin', password: 'benchmark' })
  const headers = { 'content-type': 'application/json' }
  const { token } = (await (
    await fetch(`${address}/api/login`, { method: 'POST', headers, body })
  ).json()) as {
    token: string
  }
  return token
}

/** Half of the rows change a product, half are new. */
async function measure(server: Server, headers: Record<string, string>, rows: number) {
  const path = `${server.address}/api/products/import`
  const first = PRODUCTS - rows / 2 + 1
  const columns = [
    { header: 'Šifra', kind: 'text' as const },
    { header: 'Naziv', kind: 'text' as const },
    { header: 'Cijena', kind: 'decimal' as const },
    { header: 'Količina', kind: 'integer' as const },
  ]
  const sheet = Array.from({ length: rows }, (_, i) => [
    `ART-${first + i}`,
    `Uvezena guma ${first + i}`,
    '50.5',
    i,
  ])
  const book = await buffer(writeSheet({ sheetName: 'List', columns, rows: sheet }))
  const form = new FormData()
  form.append('file', new File([new Uint8Array(book)], 'cjenovnik.xlsx'))
  await report(`import of ${rows} rows`, server, headers, () =>
    fetch(`${server.address}/api/saveQuantityPriceProductsExcel`, { method: 'POST', headers, body: form }),
  )
  await report('  the 20 s after it', server, headers, () => pause(20_000, undefined))
  const { last } = (await (await fetch(path, { headers })).json()) as { last: { id: number } }
  const body = JSON.stringify({ id: last.id })
  const json = { ...headers, 'content-type': 'application/json' }
  await report('  its undoing', server, headers, () =>
    fetch(`${path}/undo`, { method: 'POST', headers: json, body }),
  )
}

/** One reader pages through the list, one polls the progress. */
async function report(
  name: string,
  server: Server,
  headers: Record<string, string>,
  work: () => Promise<Response | undefined>,
) {
  const waits: number[] = []
  let isOver = false
  const person = async (url: string, init: RequestInit) => {
    while (!isOver) {
      const from = performance.now()
      const response = await fetch(server.address + url, init)
      await response.arrayBuffer()
      if (!response.ok) throw new Error(`${url}: ${response.status}`)
      waits.push(performance.now() - from)
      await pause(20)
    }
  }
  const list = {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ options: { page: 3 } }),
  }
  const others = Promise.all([
    person('/api/partners/index', list),
    person('/api/products/import', { headers }),
  ])
  const { ms, block, peak } = await watched(server, async () => {
    const answer = await work()
    if (answer && !answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`)
  })
  isOver = true
  await others
  waits.sort((a, b) => a - b)
  const at = (share: number) => Math.round(waits[Math.floor((waits.length - 1) * share)] ?? 0)
  console.log(
    `${name}: ${Math.round(ms)} ms; ${waits.length} other calls, median ${at(0.5)} ms, 99 of 100 within ${at(0.99)} ms, the slowest ${at(1)} ms; event loop ${block} ms, peak ${peak} MB`,
  )
}
