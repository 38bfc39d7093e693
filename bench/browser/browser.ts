import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { findBrowser } from '../../scripts/browser.cjs'
import { median } from '../load.ts'
import { printLine } from '../table.ts'
import { arrive, type Opened, perform, row, type, waitUntilIdle } from './acts.ts'

const TIMES = 5
const SLOWER = 4
const KiB = 1024
/** Answers are stale after 5 s, so that a visit refetches them. */
const UNTIL_STALE = 5_500

const types: Record<string, string> = { html: 'text/html', js: 'text/javascript', css: 'text/css' }

/** Builds the floor's page and serves it; its calls to the API are forwarded to Kontor. */
async function serveBarePage(kontor: string) {
  const { build } = await import('vite') // slow to load
  const outDir = mkdtempSync(join(tmpdir(), 'kontor-bare-'))
  await build({
    root: join(import.meta.dirname, 'bare'),
    configFile: false,
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, modulePreload: { polyfill: false } },
  })
  const server = createServer((request, response) => void answer(request, response, kontor, outDir))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const at = server.address()
  return {
    address: `http://127.0.0.1:${typeof at === 'object' ? at?.port : 0}`,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      rmSync(outDir, { recursive: true })
    },
  }
}

async function answer(request: IncomingMessage, response: ServerResponse, kontor: string, outDir: string) {
  const path = request.url ?? '/'
  if (path.startsWith('/api/')) {
    const { authorization = '', 'content-type': type = '' } = request.headers
    let body = ''
    for await (const part of request) body += part
    const headers = { authorization, 'content-type': type }
    const answered = await fetch(kontor + path, { method: request.method ?? 'GET', headers, body })
    response.writeHead(answered.status, { 'content-type': 'application/json' }).end(await answered.text())
    return
  }
  const file = /^\/assets\/[\w.-]+$/.test(path) ? path : '/index.html'
  const type = types[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
  response.writeHead(200, { 'content-type': type }).end(await readFile(join(outDir, file)))
}

/** Measures pages in headless Chromium, in turns with a bare page. Skipped without Chromium. */
export async function browser(address: string, token: string) {
  const executablePath = findBrowser()
  if (!executablePath) return
  const chrome = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  const bare = await serveBarePage(address)
  const open = async (at: string, signedIn = true): Promise<Opened> => {
    const stored = {
      token,
      username: 'admin',
      expiration: String(Date.now() + 3_600_000),
      partner_id: 'null',
    }
    const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value }))
    const storageState = { cookies: [], origins: [{ origin: at, localStorage }] }
    const context = await chrome.newContext({
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
      ...(signedIn && { storageState }),
    })
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    return { context, page, session }
  }
  await bytes((signedIn) => open(address, signedIn), address)
  const [ours, floor, slowed] = [[], [], []] as [Costs[], Costs[], Costs[]]
  for (let i = 0; i < TIMES; i++) {
    ours.push(await visit(address, open))
    floor.push(await visit(bare.address, open))
    slowed.push(await visit(address, open, SLOWER))
  }
  await chrome.close()
  await bare.stop()
  for (const ratio of RATIOS) printRatio(ratio, ours, floor)
  const panel = ours.map((costs) => costs.panel.task)
  printTime('another row in the side panel over 100 rows, main thread', panel, 100)
  const inPage = (step: Step) => slowed.map((costs) => costs[step].painted)
  printTime('sign-in usable, cold (4x slower CPU)', inPage('login'), 1000)
  printTime('click to 10 rows, cold (4x slower CPU)', inPage('cold'), 700)
  printTime('click to 10 rows, warm (4x slower CPU)', inPage('click'), 400)
  printTime('100 rows, warm (4x slower CPU)', inPage('hundred'), 800)
  printTime('a key in a filter over 100 rows (4x slower CPU)', inPage('key'), 40)
}

type Costs = Awaited<ReturnType<typeof visit>>
type Step = keyof Costs

/** The steps whose work on the main thread is compared with the floor's, with the goals. */
const RATIOS: readonly { step: Step; name: string; most: number }[] = [
  { step: 'login', name: 'sign-in usable, cold', most: 1.5 },
  { step: 'click', name: 'click from home to a list', most: 2 },
  { step: 'other', name: 'click from a list to another', most: 2 },
  { step: 'back', name: 'and back to the first', most: 2 },
  { step: 'key', name: 'a key in a filter over 100 rows', most: 2 },
]

/** All steps once in a new browser context, at a share of the processor. */
async function visit(address: string, open: (at: string, signedIn?: boolean) => Promise<Opened>, slower = 1) {
  const slow = ({ session }: Opened) => session.send('Emulation.setCPUThrottlingRate', { rate: slower })
  const visitor = await open(address, false)
  await slow(visitor)
  const login = await arrive(visitor, `${address}/login`, 'input[name=username]')
  await visitor.context.close()

  const user = await open(address)
  const { page } = user
  await page.goto(address)
  await page.locator('nav a[href="/products"]').first().waitFor()
  await waitUntilIdle(page)
  await slow(user)
  const list = (name: string) => ({ target: `nav a[href="/${name}"]`, until: row(10), fresh: 'tbody tr' })
  const home = { target: 'nav a[href="/"]', until: 'h1', fresh: 'h1' }
  const act = (one: Parameters<typeof perform>[1]) => perform(user, one)
  const cold = await act(list('products'))
  await act(list('partners'))
  await act(home)
  await page.waitForTimeout(UNTIL_STALE)
  const click = await act(list('products'))
  await page.waitForTimeout(UNTIL_STALE)
  const other = await act(list('partners'))
  await page.waitForTimeout(UNTIL_STALE)
  const back = await act(list('products'))
  const size = 'label > select'
  const hundred = await act({ target: size, value: '100', until: row(100) })
  const key = await type(user, 'thead input[name=name]', 'guma')
  const cell = (n: number) => `tbody tr:nth-child(${n}) td:nth-child(4)`
  await act({ target: cell(3), until: '[data-side-panel]' })
  await act({ target: cell(5), until: '[data-side-panel]' })
  const panel = await act({ target: cell(3), until: '[data-side-panel]' })
  await act({ target: size, value: '10', until: 'body' }) // kept on the server
  await user.context.close()
  return { login, cold, click, other, back, hundred, key, panel }
}

function printRatio({ step, name, most }: (typeof RATIOS)[number], ours: Costs[], floor: Costs[]) {
  const of = (costs: Costs[]) => median(costs.map((one) => one[step].task))
  const ratio = of(ours) / of(floor)
  printLine({
    job: `${name}, main thread`,
    ours: `${of(ours).toFixed(0)} ms`,
    bare: `${of(floor).toFixed(0)} ms`,
    result: `${ratio.toFixed(1)}x`,
    goal: `≤ ${most.toFixed(1)}x`,
    isReached: ratio <= most,
  })
}

function printTime(job: string, times: number[], most: number) {
  const ms = Math.round(median(times))
  printLine({ job, ours: `${ms} ms`, result: `${ms} ms`, goal: `≤ ${most} ms`, isReached: ms <= most })
}

/** Compressed bytes that the first visit of a page loads until its title is shown, without response headers. */
async function bytes(open: (signedIn?: boolean) => Promise<Opened>, address: string) {
  const sent = async (path: string, signedIn = true) => {
    const { context, page } = await open(signedIn)
    await page.goto(address + path)
    await page.locator('h1').first().waitFor()
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
  printBytes('JS of /login', sum(login, '.js'), 160)
  printBytes('CSS of /login', sum(login, '.css'), 12)
  printBytes('JS of home', sum(homeBytes, '.js'), 320)
  printBytes('JS of the first list, home’s included', sum([...homeBytes, ...list], '.js'), 380, '689 KiB')
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
