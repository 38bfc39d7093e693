import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import AxeBuilder from 'axe-core'
import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, expect, onTestFinished } from 'vitest'

const root = resolve(import.meta.dirname, '..')

/** Who the demo data lets in. */
export const DEMO = { username: 'ana', password: 'kontor' }
/** The same for the partners' app. */
export const DEMO_PARTNER = { username: 'servis', password: 'kontor' }

/**
 * The real server with demo data on a port of its own, and a real browser. `open` answers a page of a new window that
 * is signed in unless `as` is null; it is closed when its test ends. A page error, console error or breach of the
 * content security policy makes the test fail in which it happened. Everything ends after the file's tests.
 */
export async function startKontor(env: NodeJS.ProcessEnv = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'kontor-e2e-'))
  cpSync(process.env.KONTOR_DEMO_DATA ?? '', dataDir, { recursive: true })
  const server = spawn(process.execPath, [join(root, 'api/start.mjs')], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error', DATABASE_URL: '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [address, browser] = await Promise.all([
    addressOf(server.stdout),
    chromium.launch({
      executablePath: process.env.KONTOR_CHROMIUM ?? '/usr/bin/chromium-headless-shell',
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    }),
  ])
  const errors: string[] = []
  afterEach(() => expect(errors.splice(0)).toEqual([]))
  afterAll(async () => {
    await browser.close()
    server.kill('SIGTERM')
    if (server.exitCode === null) await once(server, 'exit')
    rmSync(dataDir, { recursive: true, force: true })
  })

  async function open(path: string, options: BrowserContextOptions & { as?: typeof DEMO | null } = {}) {
    const { as = DEMO, ...more } = options
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      timezoneId: 'Europe/Podgorica',
      reducedMotion: 'reduce',
      ...(as && { storageState: await signedIn(address, as) }),
      ...more,
    })
    keepErrors(context, address, errors)
    context.setDefaultTimeout(15_000)
    const page = await context.newPage()
    onTestFinished(async ({ task }) => {
      await picture(page, task.name)
      await context.close()
    })
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

function keepErrors(context: BrowserContext, address: string, errors: string[]) {
  context.on('weberror', (error) => errors.push(error.error().message))
  context.on('console', (message) => {
    // Refused calls are part of the journeys; the browser reports each of them as an error of its own.
    const isRefusal = message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !isRefusal)
      errors.push(`${message.text()} at ${message.location().url.replace(address, '')}`)
  })
}

/** Signs in over HTTP and answers what the login page would have left in the browser. */
async function signedIn(address: string, { username, password }: typeof DEMO) {
  const response = await fetch(`${address}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  const { token, expires_in, partner_id } = (await response.json()) as {
    token: string
    expires_in: number
    partner_id: number | null
  }
  const expiration = String(Date.now() + expires_in)
  const kept = { token, username, expiration, partner_id: String(partner_id) }
  // Each of the two apps keeps its session under names of its own.
  const names = partner_id === null ? '' : 'app.'
  const localStorage = Object.entries(kept).map(([name, value]) => ({ name: names + name, value }))
  return { cookies: [], origins: [{ origin: address, localStorage }] }
}

/** With KONTOR_PICTURES every page is kept there as it looks when its test ends, well or badly. */
async function picture(page: Page, name: string) {
  const folder = process.env.KONTOR_PICTURES
  if (folder && !page.isClosed()) await page.screenshot({ path: join(folder, `${name.slice(0, 80)}.png`) })
}

/** What axe finds wrong with a page as it is now, by all or only some of its rules: rule and first place. */
export async function accessibilityFaults(page: Page, rules?: readonly string[]): Promise<string[]> {
  await page.evaluate(AxeBuilder.source)
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
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.locator('html[data-mantine-color-scheme=dark]').waitFor()
  await page.evaluate(async () => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    // Colours on their way from one theme to the other are neither's.
    const changing = document.getAnimations().filter((one) => one instanceof CSSTransition)
    await Promise.allSettled(changing.map(({ finished }) => finished))
  })
  const dark = await accessibilityFaults(page, ['color-contrast'])
  await page.emulateMedia({ colorScheme: 'light' })
  await page.locator('html[data-mantine-color-scheme=light]').waitFor()
  return [...light, ...dark.map((fault) => `dark: ${fault}`)]
}
