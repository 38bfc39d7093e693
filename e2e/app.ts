import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import AxeBuilder from 'axe-core'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll } from 'vitest'

const root = resolve(import.meta.dirname, '..')

/** Who the demo data lets in. */
export const DEMO = { username: 'ana', password: 'kontor' }

/**
 * The real server with demo data on a port of its own, and a real browser. `open` answers a page that is signed in
 * unless `as` is null; every page error and console error ends up in `errors`. All of it ends after the file's tests.
 */
export async function startKontor(env: NodeJS.ProcessEnv = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'kontor-e2e-'))
  const server = spawn(process.execPath, [join(root, 'api/src/server.ts')], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error', DATABASE_URL: '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const address = await addressOf(server.stdout)
  const browser = await chromium.launch({
    executablePath: process.env.KONTOR_CHROMIUM ?? '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  const errors: string[] = []
  afterAll(async () => {
    await browser.close()
    server.kill('SIGTERM')
    if (server.exitCode === null) await once(server, 'exit')
    rmSync(dataDir, { recursive: true, force: true })
  })

  async function open(path: string, options: BrowserContextOptions & { as?: typeof DEMO | null } = {}) {
    const { as = DEMO, ...context } = options
    const page = await newPage(browser, address, errors, context)
    if (as) await keepSession(page, address, as)
    await page.goto(address + path)
    return page
  }

  return { address, server, dataDir, browser, errors, open }
}

async function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(output)) {
    const address = /^Kontor is ready: (.+)$/.exec(line)?.[1]
    if (address) {
      output.resume() // nobody reads on, and a full pipe would stop the server
      return address
    }
  }
  throw new Error('the server ended before it was ready')
}

async function newPage(browser: Browser, address: string, errors: string[], options: BrowserContextOptions) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options })
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    // Refused calls are part of the journeys; the browser reports each of them as an error of its own.
    const isRefusal = message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !isRefusal)
      errors.push(`${message.text()} at ${message.location().url.replace(address, '')}`)
  })
  return page
}

/** Signs in over HTTP and leaves in local storage what the login page would. */
async function keepSession(page: Page, address: string, as: typeof DEMO) {
  const response = await page.request.post(`${address}/api/login`, { data: as })
  const { token, expires_in } = (await response.json()) as { token: string; expires_in: number }
  await page.addInitScript(
    ([key, until, username]) => {
      if (localStorage.getItem('expiration')) return // not again after a sign-out
      localStorage.setItem('token', key)
      localStorage.setItem('expiration', until)
      localStorage.setItem('partner_id', 'null')
      localStorage.setItem('username', username)
    },
    [token, String(Date.now() + expires_in), as.username] as const,
  )
}

/** What axe finds wrong with a page as it is now: rule and first place. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  await page.evaluate(AxeBuilder.source)
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: typeof AxeBuilder }).axe.run(),
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(' ')}`)
}
