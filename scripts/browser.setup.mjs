// Vitest's global setup of the e2e project: runs only when e2e tests are selected.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { startPostgres } from '../api/test/postgres.ts'
import { findBrowser } from './browser.cjs'
import { build } from './build.cjs'

export async function setup() {
  process.env.KONTOR_CHROMIUM = findBrowser()
  const postgres = await startPostgres()
  const demo = mkdtempSync(join(tmpdir(), 'kontor-demo-'))
  const name = `kontor_demo_${process.pid}`
  const url = new URL(postgres.url)
  url.pathname = `/${name}`
  Object.assign(process.env, {
    KONTOR_TEST_DATABASE_URL: postgres.url,
    KONTOR_DEMO_DATABASE: name,
    KONTOR_DEMO_DATA: demo,
  })
  await query(postgres.url, `create database ${name} template template0 encoding 'UTF8'`)
  await build(process.execPath, ['api'])
  await Promise.all([build(process.execPath, ['web']), fillDemo(url.href, demo)])
  return async () => {
    await query(postgres.url, `drop database ${name} with (force)`)
    rmSync(demo, { recursive: true, force: true })
    await postgres.stop()
  }
}

/** Creates the database and the folder of a first start: every e2e file starts with a copy of both. */
async function fillDemo(databaseUrl, dataDir) {
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'error',
    DATABASE_URL: databaseUrl,
    DEMO: '1',
  }
  const server = spawn(process.execPath, ['api/start.mjs'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const exit = once(server, 'exit')
  for await (const line of createInterface({ input: server.stdout }))
    if (line.startsWith('Kontor is ready')) server.kill('SIGTERM')
  const [code] = await exit
  if (code !== 0) throw new Error(`the server that makes the demo data ended with ${code}`)
  await query(databaseUrl, 'vacuum (analyze)') // otherwise the server does it in every copy
}

async function query(databaseUrl, sql) {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query(sql).finally(() => client.end())
}
