import { spawn } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import AxeBuilder from 'axe-core'
import type { BrowserContextOptions, Page, Request } from 'playwright-core'
import { afterAll, afterEach, expect, onTestFinished } from 'vitest'
import { asAdmin, serverUrl } from '../api/test/test-server.ts'
import { call } from './calls.ts'
import { BLANK, clear, errors, launched, windowFor, windows } from './windows.ts'

const root = resolve(import.meta.dirname, '..')

/** The demo user of the office. */
export const DEMO = { username: 'ana', password: 'kontor' }
/** The demo user of the portal. */
export const DEMO_PARTNER = { username: 'servis', password: 'kontor' }

/** A phone, as options of `open`. */
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** The port of this worker's servers, one after the other. */
let port = 0

/** Options of `open` besides Playwright's: the signed-in user, and whether the browser has an empty cache. */
type OpenOptions = BrowserContextOptions & { as?: typeof DEMO | null; fresh?: boolean }

/**
 * The real server with a copy of the demo data, and a real browser. `open` resolves to a signed-in page unless `as` is
 * null; its storage is empty except for the session. Windows of the worker are reused, so that files are cached;
 * `fresh` opens a new one. A page error, console error or violation of the content security policy fails the test in
 * which it happened. The server and its data are removed after the file's tests.
 */
export async function startKontor(env: NodeJS.ProcessEnv = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'kontor-e2e-'))
  cpSync(process.env.KONTOR_DEMO_DATA ?? '', dataDir, { recursive: true })
  const database = `kontor_e2e_${randomBytes(6).toString('hex')}`
  await asAdmin(
    `create database ${database} template ${process.env.KONTOR_DEMO_DATABASE} encoding 'UTF8' strategy file_copy`,
  )
  port = await freePort(port) // the same for every file of the worker, so that the browser's cache stays valid
  const server = spawn(process.execPath, [join(root, 'api/start.mjs')], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG_LEVEL: 'error',
      DATABASE_URL: serverUrl(database),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  void launched()
  const address = await addressOf(server.stdout)
  afterEach(() => expect(errors.splice(0)).toEqual([]))
  afterAll(async () => {
    server.kill('SIGTERM')
    if (server.exitCode === null) await once(server, 'exit')
    await asAdmin(`drop database ${database} with (force)`)
    rmSync(dataDir, { recursive: true, force: true })
  })

  async function open(path: string, { as = DEMO, fresh = false, ...options }: OpenOptions = {}) {
    const window = await windowFor(options, fresh || 'storageState' in options)
    const { page } = window
    onTestFinished(async ({ task }) => {
      await picture(page, task.name)
      if (!windows.includes(window)) await window.context.close()
      else await clear(window, address, options)
      errors.splice(0) // of a page that was left while loading
    })
    if (as) {
      if (!page.url().startsWith(`${address}/`)) await page.goto(address + BLANK)
      await page.evaluate((session) => Object.assign(localStorage, session), await signedIn(address, as))
    }
    await page.goto(address + path)
    return page
  }

  return { address, errors, open }
}

/** This port if it is free, otherwise a free one outside the range of ephemeral ports. */
export async function freePort(preferred = 0): Promise<number> {
  const candidate = preferred || 10_000 + randomInt(20_000)
  const probe = createServer()
  try {
    await once(probe.listen(candidate, '127.0.0.1'), 'listening')
    return candidate
  } catch {
    return freePort()
  } finally {
    probe.close()
  }
}

async function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(output)) {
    const address = /^Kontor is ready: (.+)$/.exec(line)?.[1]
    if (address) {
      output.resume() // the output is no longer read, and a full pipe would block the server
      return address
    }
  }
  throw new Error('the server ended before it was ready')
}

/** Signs in over HTTP and returns what the login page would have stored. */
async function signedIn(address: string, { username, password }: typeof DEMO) {
  const response = await call(`${address}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  expect(response.status, `${username} signs in`).toBe(200)
  const { token, expires_in, user_id, partner_id } = (await response.json()) as {
    token: string
    expires_in: number
    user_id: number
    partner_id: number | null
  }
  const expiration = String(Date.now() + expires_in)
  const session = { token, username, expiration, user_id: String(user_id), partner_id: String(partner_id) }
  // Each app stores its session under its own keys.
  const names = partner_id === null ? '' : 'app.'
  return Object.fromEntries(Object.entries(session).map(([name, value]) => [names + name, value]))
}

/** With KONTOR_PICTURES a screenshot of every page is stored at the end of its test. */
async function picture(page: Page, name: string) {
  const folder = process.env.KONTOR_PICTURES
  if (folder && !page.isClosed()) await page.screenshot({ path: join(folder, `${name.slice(0, 80)}.png`) })
}

/** The violations that axe finds on an idle page, by all or only some rules: rule, first element and reason. */
export async function accessibilityFaults(page: Page, rules?: readonly string[]): Promise<string[]> {
  await atRest(page) // axe computes colours by positions at its start
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AxeBuilder.source)
  const { violations } = await page.evaluate(
    (options) => {
      // Content under a dialog is dimmed, so its contrast is not checked.
      const dialog = options.runOnly && [...document.querySelectorAll('[aria-modal=true]')].at(-1)
      return (globalThis as unknown as { axe: typeof AxeBuilder }).axe.run(dialog ?? document, options)
    },
    {
      resultTypes: ['violations' as const],
      ...(rules && { runOnly: { type: 'rule' as const, values: [...rules] } }),
    },
  )
  return violations.map(
    ({ id, nodes: [first] }) => `${id}: ${first?.target.join(' ')} ${first?.failureSummary}`,
  )
}

/** The requests that a page sends from here on. One that is shed is sent again, and does not count. */
export function requestsOf(page: Page) {
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  page.on('response', (response) => {
    const at = requests.indexOf(response.request())
    if (response.status() === 503 && at >= 0) requests.splice(at, 1)
  })
  return requests
}

/** Waits until the page has not changed for 100 ms, a minute at most. */
export async function atRest(page: Page) {
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const rest = () => setTimeout(done, 100)
        const limit = setTimeout(() => reject(new Error('the page changes all the time')), 60_000)
        let timer = rest()
        const observer = new MutationObserver(() => {
          clearTimeout(timer)
          timer = rest()
        })
        observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
        function done() {
          clearTimeout(limit)
          observer.disconnect()
          resolve()
        }
      }),
  )
}

/** The violations in the light and the dark theme, which only differ in contrast. */
export async function faultsInBothThemes(page: Page) {
  const light = await accessibilityFaults(page)
  // Without transitions between the themes, whose intermediate colours would be checked.
  await page.evaluate(() => {
    const still = new CSSStyleSheet()
    still.replaceSync('*, ::before, ::after { transition: none !important }')
    document.adoptedStyleSheets.push(still)
  })
  await changeTheme(page, 'dark')
  const dark = await accessibilityFaults(page, ['color-contrast'])
  await changeTheme(page, 'light')
  await page.evaluate(() => void document.adoptedStyleSheets.pop())
  return [...light, ...dark.map((fault) => `dark: ${fault}`)]
}

async function changeTheme(page: Page, colorScheme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme })
  await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor()
}
