import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type ClientRequest, get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { startPostgres } from '../api/test/postgres.ts'

// Memory of an idle event stream, and how long an event takes to reach all streams.

const STREAMS = 2000
const PER_USER = 10
/** The signal that makes the server collect garbage, so that only the memory of streams is measured. */
const COLLECT = 'SIGWINCH'
const collector = `data:text/javascript,process.on('${COLLECT}', () => { gc(); gc() })`

const postgres = await startPostgres()
const dataDir = mkdtempSync(join(tmpdir(), 'kontor-streams-'))
let child: ChildProcess | undefined
try {
  await bench()
} finally {
  child?.kill('SIGTERM')
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

async function bench() {
  const address = await startServer()
  const client = new pg.Client(postgres.url)
  await client.connect()
  const tokens = await signInMany(client)
  await closeAll(await openAll(address, tokens.slice(0, 50))) // allocates what is needed once
  const before = await memory()
  const streams = await openAll(address, tokens)
  await pause(25_000) // longer than a heartbeat
  const after = await memory()
  const received = Promise.all(streams.map(({ response }) => eventOf(response)))
  const start = performance.now()
  await client.query(`INSERT INTO events (type, data) VALUES ('bench', '{}')`)
  await received
  const ms = Math.round(performance.now() - start)
  await client.end()
  const each = ((after - before) / STREAMS).toFixed(1)
  console.log(
    `${STREAMS} idle streams: ${before} KB before, ${after} KB with them: ${each} KB each (goal 20).`,
  )
  console.log(`One event reached them all in ${ms} ms.`)
  await closeAll(streams)
}

async function startServer() {
  child = spawn(
    process.execPath,
    ['--expose-gc', '--import', collector, resolve(import.meta.dirname, '../api/src/server.ts')],
    {
      env: {
        ...process.env,
        DATABASE_URL: postgres.url,
        DATA_DIR: dataDir,
        DEMO: '0',
        PORT: '0',
        LOG_LEVEL: 'error',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const { stdout } = child
  if (!stdout) throw new Error('a child without output')
  for await (const line of createInterface(stdout)) {
    const address = /http:\/\/[\d.:]+/.exec(line)?.[0]
    if (!address) continue
    stdout.resume()
    return address
  }
  throw new Error('the server ended before it was ready')
}

/** A session for every ten streams, inserted into the database. */
async function signInMany(client: pg.Client) {
  const tokens = Array.from({ length: STREAMS / PER_USER }, () => randomBytes(32).toString('base64url'))
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest())
  await client.query(
    `WITH added AS (
      INSERT INTO users (name, username, password_hash) SELECT 'Korisnik', 'stream' || i, '' FROM generate_series(1, $2) i
      RETURNING id, username
    ) INSERT INTO sessions (token_hash, user_id, expires_at)
      SELECT ($1::bytea[])[substr(username, 7)::int], id, now() + interval '1 hour' FROM added`,
    [hashes, tokens.length],
  )
  return tokens
}

interface Stream {
  request: ClientRequest
  response: IncomingMessage
}

async function openAll(address: string, tokens: string[]) {
  const streams: Stream[] = []
  for (const token of tokens) {
    const headers = { authorization: `Bearer ${token}` }
    const opened = Array.from({ length: PER_USER }, () => openOne(`${address}/api/events`, headers))
    streams.push(...(await Promise.all(opened)))
  }
  return streams
}

async function openOne(url: string, headers: Record<string, string>): Promise<Stream> {
  const request = get(url, { headers, agent: false })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}`)
  response.on('error', () => {}).resume()
  return { request, response }
}

async function closeAll(streams: Stream[]) {
  for (const { request } of streams) request.destroy()
  await pause(1000)
}

async function eventOf(response: IncomingMessage) {
  for (;;) {
    const [bytes] = (await once(response, 'data')) as [Buffer]
    if (bytes.includes('event: bench')) return
  }
}

async function memory() {
  child?.kill(COLLECT)
  await pause(2000)
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child?.pid}/status`, 'utf8'))?.[1])
}
