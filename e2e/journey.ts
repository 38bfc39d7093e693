import { spawn } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import AxeBuilder from 'axe-core'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type CDPSession,
  chromium,
  type Page,
} from 'playwright-core'
import { afterAll, afterEach, expect, onTestFinished } from 'vitest'
import { asAdmin, serverUrl } from '../api/test/test-server.ts'
import { call } from './calls.ts'

const root = resolve(import.meta.dirname, '..')

/** Who the demo data lets in. */
export const DEMO = { username: 'ana', password: 'kontor' }
/** The same for the partners' app. */
export const DEMO_PARTNER = { username: 'servis', password: 'kontor' }

const BLANK = '/favicon.svg' // a page of the server's that runs nothing

/** A window of the browser. It is used by one test after the other; `cdp` is a session of its own on the page. */
interface Window {
  key: string
  context: BrowserContext
  page: Page
  cdp: CDPSession
  isBusy: boolean
}

// Shared by all files of a worker: a browser that is warm loads a screen in a third of the time.
let browser: Promise<Browser> | undefined
let port = 0
const windows: Window[] = []
const errors: string[] = []

/** What `open` takes beside Playwright's options: who is signed in, and whether the browser has seen nothing yet. */
type OpenOptions = BrowserContextOptions & { as?: typeof DEMO | null; fresh?: boolean }

/**
 * The real server on a copy of the demo data, and a real browser. `open` answers a page that is signed in unless `as`
 * is null, and has nothing stored but the session. The worker's windows are reused, so that files are cached; `fresh`
 * asks for a new one. A page error, console error or breach of the content security policy makes the test fail in
 * which it happened. The server and its data go after the file's tests.
 */
export async function startKontor(env: NodeJS.ProcessEnv = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'kontor-e2e-'))
  cpSync(process.env.KONTOR_DEMO_DATA ?? '', dataDir, { recursive: true })
  const database = `kontor_e2e_${randomBytes(6).toString('hex')}`
  await asAdmin(
    `create database ${database} template ${process.env.KONTOR_DEMO_DATABASE} encoding 'UTF8' strategy file_copy`,
  )
  port = await freePort(port) // the same for every file of the worker, or the browser would have to load all anew
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

/** The browser of this worker. It ends with the worker. */
function launched(): Promise<Browser> {
  browser ??= chromium.launch({
    executablePath: process.env.KONTOR_CHROMIUM ?? '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  return browser
}

/** A free window with these options, made when there is none; a fresh one belongs to its test alone. */
async function windowFor(options: BrowserContextOptions, isFresh: boolean): Promise<Window> {
  const key = JSON.stringify(options)
  const known = windows.find((one) => one.key === key && !one.isBusy)
  if (known && !isFresh) {
    known.isBusy = true
    return known
  }
  const browser = await launched()
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    timezoneId: 'Europe/Podgorica',
    reducedMotion: 'reduce',
    ...options,
  })
  collectErrors(context)
  context.setDefaultTimeout(15_000)
  const page = await context.newPage()
  const window = { key, context, page, cdp: await context.newCDPSession(page), isBusy: true }
  if (!isFresh) windows.push(window)
  return window
}

/** Leaves a window as a new one is, but for the cache of files. One that cannot be cleared is closed. */
async function clear(window: Window, address: string, { colorScheme = 'light' }: BrowserContextOptions) {
  const { context, page, cdp } = window
  try {
    for (const other of context.pages()) if (other !== page) await other.close()
    for (const event of ['request', 'response', 'dialog'] as const) page.removeAllListeners(event)
    await context.setOffline(false)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await page.emulateMedia({ colorScheme })
    await page.mouse.move(0, 0)
    await page.goto(address + BLANK)
    await cdp.send('Storage.clearDataForOrigin', { origin: address, storageTypes: 'all' })
    await page.evaluate(() => sessionStorage.clear())
    window.isBusy = false
  } catch {
    windows.splice(windows.indexOf(window), 1)
    await context.close()
  }
  errors.splice(0) // of a page that was left under way
}

/** This port when it is free, else one that is; never one that the system gives to those who call others. */
async function freePort(wanted: number): Promise<number> {
  const candidate = wanted || 10_000 + randomInt(20_000)
  const probe = createServer()
  try {
    await once(probe.listen(candidate, '127.0.0.1'), 'listening')
    return candidate
  } catch {
    return freePort(0)
  } finally {
    probe.close()
  }
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

function collectErrors(context: BrowserContext) {
  context.on('weberror', (error) => errors.push(error.error().message))
  context.on('console', (message) => {
    // Refused calls are part of the journeys; the browser reports each of them as an error of its own.
    const isRefusal = message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !isRefusal)
      errors.push(`${message.text()} at ${message.location().url}`)
  })
}

/** Signs in over HTTP and answers what the login page would have left in the browser. */
async function signedIn(address: string, { username, password }: typeof DEMO) {
  const response = await call(`${address}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  expect(response.status, `${username} signs in`).toBe(200)
  const { token, expires_in, partner_id } = (await response.json()) as {
    token: string
    expires_in: number
    partner_id: number | null
  }
  const expiration = String(Date.now() + expires_in)
  const kept = { token, username, expiration, partner_id: String(partner_id) }
  // Each of the two apps keeps its session under names of its own.
  const names = partner_id === null ? '' : 'app.'
  return Object.fromEntries(Object.entries(kept).map(([name, value]) => [names + name, value]))
}

/** With KONTOR_PICTURES every page is kept there as it looks when its test ends, well or badly. */
async function picture(page: Page, name: string) {
  const folder = process.env.KONTOR_PICTURES
  if (folder && !page.isClosed()) await page.screenshot({ path: join(folder, `${name.slice(0, 80)}.png`) })
}

/** What axe finds wrong with a page as it is now, by all or only some of its rules: rule and first place. */
export async function accessibilityFaults(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AxeBuilder.source)
  const { violations } = await page.evaluate(
    (options) => {
      // What lies under a dialog is dimmed, so that its colours are none of its own.
      const dialog = options.runOnly && [...document.querySelectorAll('[aria-modal=true]')].at(-1)
      return (globalThis as unknown as { axe: typeof AxeBuilder }).axe.run(dialog ?? document, options)
    },
    {
      resultTypes: ['violations' as const],
      ...(rules && { runOnly: { type: 'rule' as const, values: [...rules] } }),
    },
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(' ')}`)
}

/** The same in the light and in the dark theme, between which only the contrast can differ. */
export async function faultsInBothThemes(page: Page) {
  const light = await accessibilityFaults(page)
  // Colours on their way from one theme to the other are neither's, and to animate all of them takes seconds.
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
