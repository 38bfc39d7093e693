// Vitest runs this before the browser journeys, and only when some of them were asked for.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { findBrowser } from './browser.cjs'
import { buildWeb } from './build.cjs'

export async function setup() {
  process.env.KONTOR_CHROMIUM = findBrowser()
  const demo = mkdtempSync(join(tmpdir(), 'kontor-demo-'))
  process.env.KONTOR_DEMO_DATA = demo
  await Promise.all([buildWeb(process.execPath), fillDemo(demo)])
  return () => rmSync(demo, { recursive: true, force: true })
}

/** Leaves in a folder what a first start makes: every file of journeys starts on a copy of it. */
async function fillDemo(dataDir) {
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'error',
    DATABASE_URL: '',
    DEMO: '1',
  }
  const server = spawn(process.execPath, ['api/start.mjs'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const exit = once(server, 'exit')
  for await (const line of createInterface({ input: server.stdout }))
    if (line.startsWith('Kontor is ready')) server.kill('SIGTERM')
  const [code] = await exit
  if (code !== 0) throw new Error(`the server that makes the demo data ended with ${code}`)
}
