import { type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core'
import { findBrowser } from '../scripts/browser.cjs'
import { median } from './load.ts'
import { printLine } from './table.ts'

const TIMES = 7
const SLOWER = 4
const KiB = 1024

/** Measures pages in headless Chromium with CPU throttling of 4. Skipped without Chromium. */
export async function browser(address: string, token: string) {
  const executablePath = findBrowser()
  if (!executablePath) return
  const chrome = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  const open = async (signedIn = true) => {
    const stored = {
      token,
      username: 'admin',
      expiration: String(Date.now() + 3_600_000),
      partner_id: 'null',
    }
    const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value }))
    const storageState = { cookies: [], origins: [{ origin: address, localStorage }] }
    const context = await chrome.newContext({
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
      ...(signedIn && { storageState }),
    })
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    return { context, page, session }
  }
  await bytes(open, address)
  const measured: Record<'login' | 'cold' | 'warm' | 'hundred' | 'typing', number[]> = {
    login: [],
    cold: [],
    warm: [],
    hundred: [],
    typing: [],
  }
  for (let i = 0; i < TIMES; i++) {
    measured.login.push(await signInUsable(await open(false), address))
    await lists(await open(), address, measured)
  }
  await chrome.close()
  printTime('sign-in usable, cold', measured.login, 1000)
  printTime('click to 10 rows, cold', measured.cold, 900)
  printTime('click to 10 rows, warm', measured.warm, 350)
  printTime('100 rows, warm', measured.hundred, 800)
  printTime('a key in a filter over 100 rows', measured.typing, 50)
}

interface Opened {
  context: BrowserContext
  page: Page
  session: CDPSession
}

const slow = (session: CDPSession) => session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })

function printTime(job: string, times: number[], most: number) {
  const ms = Math.round(median(times))
  printLine({
    job: `${job} (4x slower CPU)`,
    ours: `${ms} ms`,
    result: `${ms} ms`,
    goal: `≤ ${most} ms`,
    isReached: ms <= most,
  })
}

async function signInUsable({ context, page, session }: Opened, address: string) {
  await slow(session)
  const from = performance.now()
  await page.goto(`${address}/login`, { waitUntil: 'commit' })
  await page.locator('input[name=username]').fill('admin')
  const ms = performance.now() - from
  await context.close()
  return ms
}

async function lists(
  { context, page, session }: Opened,
  address: string,
  measured: Record<'cold' | 'warm' | 'hundred' | 'typing', number[]>,
) {
  await page.goto(address)
  const link = page.locator('nav a[href="/products"]').first()
  await link.waitFor()
  await comesToRest(page)
  await slow(session)
  measured.cold.push(await untilRows(page, 10, () => link.click()))
  await page.locator('nav a[href="/"]').first().click()
  await page.locator('tbody:visible').waitFor({ state: 'detached' })
  measured.warm.push(await untilRows(page, 10, () => link.click()))
  const size = page.getByRole('combobox', { name: 'Redova po strani' })
  measured.hundred.push(await untilRows(page, 100, () => size.selectOption('100')))
  measured.typing.push(await keyTime(page))
  await context.close()
}

async function untilRows(page: Page, rows: number, act: () => Promise<unknown>) {
  const from = performance.now()
  await act()
  await page.locator(`tbody tr:nth-child(${rows}) td`).nth(2).waitFor()
  return performance.now() - from
}

/** From a key press to the next frame: the slowest key of a word. */
async function keyTime(page: Page) {
  const input = page.getByRole('textbox', { name: 'Filter: Naziv', exact: true })
  await input.focus()
  await page.evaluate(() => {
    const recorder = { times: [] as number[] }
    Object.assign(globalThis, { keys: recorder })
    document.addEventListener(
      'keydown',
      ({ timeStamp }) =>
        requestAnimationFrame(() => setTimeout(() => recorder.times.push(performance.now() - timeStamp))),
      true,
    )
  })
  for (const letter of 'guma') {
    await input.press(letter)
    await page.waitForTimeout(120)
  }
  const times = await page.evaluate(() => (globalThis as unknown as { keys: { times: number[] } }).keys.times)
  return median(times)
}

/** Waits until the page is rendered and loads nothing more; the event stream never ends. */
async function comesToRest(page: Page) {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  const loaded = () => page.evaluate(() => performance.getEntriesByType('resource').length)
  for (let before = -1, now = await loaded(); now !== before; now = await loaded()) {
    before = now
    await page.waitForTimeout(500)
  }
}

/** Compressed bytes of the first visit of a page, without response headers. */
async function bytes(open: (signedIn?: boolean) => Promise<Opened>, address: string) {
  const sent = async (path: string, signedIn = true) => {
    const { context, page } = await open(signedIn)
    await page.goto(address + path)
    await comesToRest(page)
    const sizes = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map((entry) => [entry.name, (entry as PerformanceResourceTiming).encodedBodySize] as const),
    )
    await context.close()
    return sizes
  }
  const sum = (sizes: (readonly [string, number])[], kind: string) =>
    [...new Map(sizes)].reduce((total, [name, size]) => total + (name.endsWith(kind) ? size / KiB : 0), 0)
  const login = await sent('/login', false)
  const homeBytes = await sent('/')
  const list = await sent('/countries')
  printBytes('JS of /login', sum(login, '.js'), 150)
  printBytes('CSS of /login', sum(login, '.css'), 12)
  printBytes('JS of home', sum(homeBytes, '.js'), 200)
  printBytes('JS of the first list, home’s included', sum([...homeBytes, ...list], '.js'), 240, '689 KiB')
}

function printBytes(job: string, size: number, most: number, peer = '–') {
  printLine({
    job,
    ours: `${Math.round(size)} KiB`,
    result: `${Math.round(size)} KiB`,
    goal: `≤ ${most} KiB`,
    peer,
    isReached: size <= most,
  })
}
