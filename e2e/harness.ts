import { spawn } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import AxeBuilder from 'axe-core'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, expect, onTestFinished } from 'vitest'
import { asAdmin, serverUrl } from '../api/test/test-server.ts'
import { call } from './calls.ts'
import { BLANK, clear, errors, launched, windowFor, windows } from './windows.ts'

const root = resolve(import.meta.dirname, '..')

/** Who the demo data lets in. */
export const DEMO = { username: 'ana', password: 'kontor' }
/** The same for the partners' app. */
export const DEMO_PARTNER = { username: 'servis', password: 'kontor' }

/** Of this worker's servers, one after the other. */
let port = 0

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

/** This port when it is free, else one that is; never one that the system gives to those who call others. */
export async function freePort(wanted = 0): Promise<number> {
  const candidate = wanted || 10_000 + randomInt(20_000)
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
      output.resume() // nobody reads on, and a full pipe would stop the server
      return address
    }
  }
  throw new Error('the server ended before it was ready')
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

/** What axe finds wrong with a page once it is at rest, by all or only some of its rules: rule, first place and why. */
export async function accessibilityFaults(page: Page, rules?: readonly string[]): Promise<string[]> {
  await atRest(page) // axe reads colours by where things were as it began
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
  return violations.map(
    ({ id, nodes: [first] }) => `${id}: ${first?.target.join(' ')} ${first?.failureSummary}`,
  )
}

/** Waits until nothing on the page has changed for 100 ms. */
export async function atRest(page: Page) {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const rest = () => setTimeout(done, 100)
        let timer = rest()
        const observer = new MutationObserver(() => {
          clearTimeout(timer)
          timer = rest()
        })
        observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
        function done() {
          observer.disconnect()
          resolve()
        }
      }),
  )
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
