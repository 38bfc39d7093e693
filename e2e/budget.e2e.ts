import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { callsOf } from './calls.ts'
import { atRest, DEMO, DEMO_PARTNER, requestsOf, startKontor } from './harness.ts'
import { delayRequests } from './responses.ts'

const dist = resolve(import.meta.dirname, '../web/dist')
const KiB = 1024
const { open, address } = await startKontor()

const sizeOf = (file: string) => statSync(join(dist, `${file}.gz`)).size

/**
 * The files with their gzip sizes that each page loads until its title is shown, one page after the other in a new
 * browser.
 */
async function loaded(paths: string[], as?: typeof DEMO | null) {
  const page = await open('/health', { fresh: true, ...(as !== undefined && { as }) })
  let files: Record<'js' | 'css', Map<string, number>>
  page.on('response', (response) => {
    const file = new URL(response.url()).pathname
    const kind = (['js', 'css'] as const).find((one) => file.endsWith(`.${one}`))
    if (kind) files[kind].set(file, sizeOf(file))
  })
  // Charts load with their data, after the title; their requests are left open, so that they never load before the end
  // of the test.
  for (const drawn of ['home/orders', 'catalogue_order/totals']) await page.route(`**/api/${drawn}`, () => {})
  // What is loaded in advance, five seconds after the start, is not loaded on a busy machine either.
  await page.addInitScript(() => {
    const plain = globalThis.setTimeout
    const never = (work: () => void, ms?: number) => (ms && ms >= 5000 ? 0 : plain(work, ms))
    Object.assign(globalThis, { setTimeout: never })
  })
  const all: (typeof files)[] = []
  for (const path of paths) {
    files = { js: new Map(), css: new Map() }
    all.push(files)
    await page.goto(address + path)
    await page.locator('h1').first().waitFor()
  }
  await page.context().close()
  return all
}

const sum = (files = new Map<string, number>()) =>
  [...files.values()].reduce((total, size) => total + size, 0) / KiB

test('the login page loads at most 150 KiB of script and 12 KiB of style', async () => {
  const [login] = await loaded(['/login'], null)
  expect(sum(login?.js)).toBeLessThanOrEqual(150)
  expect(sum(login?.css)).toBeLessThanOrEqual(12)
})

test('the portal loads at most 152 KiB of script before the sign-in and 175 until it is usable', async () => {
  const [login] = await loaded(['/app/login'], null)
  expect(sum(login?.js)).toBeLessThanOrEqual(152)
  expect(sum(login?.css)).toBeLessThanOrEqual(13)
  const [app] = await loaded(['/app'], DEMO_PARTNER)
  expect(sum(app?.js)).toBeLessThanOrEqual(175)
})

test('the fonts load with the page, before its scripts: words that get theirs later move the others', async () => {
  for (const path of ['/login', '/app/login']) {
    const page = await open('/favicon.svg', { as: null, fresh: true, serviceWorkers: 'block' })
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
    await delayRequests(page, /\/assets\/.*\.(js|css)$/, isReleased)
    const requests = requestsOf(page)
    await page.goto(address + path, { waitUntil: 'commit' })
    await expect.poll(() => requests.filter((one) => one.url().endsWith('.woff2'))).toHaveLength(2)
    release()
  }
})

test('no file is loaded twice', async () => {
  for (const [path, as] of [
    ['/login', null],
    ['/products', DEMO],
    ['/app', DEMO_PARTNER],
  ] as const) {
    const page = await open('/favicon.svg', { fresh: true, as })
    const files: string[] = []
    page.on('request', (request) => files.push(request.url()))
    await page.goto(address + path)
    await page.locator('h1').first().waitFor()
    await atRest(page)
    const assets = files.filter((file) => file.includes('/assets/'))
    expect(assets.length).toBeGreaterThan(0)
    expect(assets.sort()).toEqual([...new Set(assets)].sort())
  }
})

test('home loads at most 226 KiB of script, the first list 48 KiB more, and each further screen at most 40', async () => {
  const limits: Record<string, number> = { '/': 226, '/countries': 48 } // includes the code of all lists
  const paths = [
    '/',
    '/countries',
    '/cities',
    '/stores',
    '/categories',
    '/users',
    '/products',
    '/campaigns',
    '/campaigns/1?tab=partners',
    '/cart',
    '/catalogue',
    '/catalogue_orders',
    '/technical_support',
    '/sliders',
    '/user-profile',
  ]
  const seen = new Set<string>()
  const pages = await loaded(paths)
  for (const [i, path] of paths.entries()) {
    const newFiles = new Map([...(pages[i]?.js ?? [])].filter(([file]) => !seen.has(file)))
    expect([path, Math.ceil(sum(newFiles))]).toEqual([
      path,
      expect.toSatisfy((size: number) => size <= (limits[path] ?? 40)),
    ])
    for (const file of newFiles.keys()) seen.add(file)
  }
  expect(seen.size).toBeGreaterThan(paths.length) // each page loads a file of its own
})

/** Home in a new browser with an open event stream: what was read before it opened is read again. */
async function openHome() {
  const page = await open('/favicon.svg', { fresh: true })
  const stream = page.waitForResponse(`${address}/api/events`)
  await page.goto(address)
  await stream
  await atRest(page)
  return page
}

test('the first visit of a list makes no call twice, and at most three until its rows stand', async () => {
  const send = await callsOf(address, DEMO)
  await send('PUT', '/api/preferences', { list: 'products', columns: null, size: 100 })
  const page = await openHome()
  const requests = requestsOf(page)
  const calls = () =>
    requests.flatMap((request) => {
      const path = request.url().slice(address.length)
      if (!/^\/api\/.*products/.test(path)) return []
      return `${request.method()} ${path} ${request.postDataJSON()?.options.itemsPerPage ?? ''}`
    })
  let beforeRows = 0
  page.on('response', (response) => {
    if (response.url().endsWith('/api/products/index')) beforeRows ||= calls().length
  })
  await page.locator('nav a[href="/products"]').first().click()
  await page.locator('tbody tr:nth-child(100) td').first().waitFor()
  await expect.poll(() => page.getByRole('button', { name: /^Bez zaliha\s*\d/ }).count()).toBe(1) // the totals are there
  expect(beforeRows).toBeLessThanOrEqual(3)
  await expect
    .poll(() => calls().sort())
    .toEqual([
      'GET /api/products/import ',
      'GET /api/views/totals?list=products ',
      'GET /api/views?list=products ',
      'POST /api/products/index 100',
    ])
})

test('a list that is opened again asks for its rows, not for its views', async () => {
  const page = await openHome()
  const now = Date.now()
  await page.clock.setFixedTime(now) // views are asked for again after a minute
  const requests = requestsOf(page)
  const visit = async (name: string) => {
    await page.locator(`nav a[href="/${name}"]`).first().click()
    await page
      .getByRole('heading', { level: 1, name: name === 'products' ? 'Proizvodi' : 'Partneri' })
      .waitFor()
    await page.locator('tbody:not([aria-hidden]) tr:nth-child(10)').waitFor()
  }
  for (const name of ['products', 'partners']) await visit(name)
  const rows = page.waitForResponse(`${address}/api/products/index`)
  await page.clock.setFixedTime(now + 6000) // rows are shown again without a call for five seconds
  await visit('products')
  await rows
  expect(requests.filter((one) => one.url() === `${address}/api/views?list=products`)).toHaveLength(1)
})

test('with reduced motion a click starts no transition: each would be painted in a frame of its own', async () => {
  const page = await open('/products', { fresh: true })
  await page.locator('tbody:not([aria-hidden]) tr:nth-child(10)').waitFor()
  await page.evaluate(() => {
    const started: string[] = []
    Object.assign(globalThis, { started })
    document.addEventListener('transitionrun', ({ propertyName }) => started.push(propertyName), true)
  })
  await page.locator('nav a[href="/partners"]').first().click()
  await page.getByRole('heading', { level: 1, name: 'Partneri' }).waitFor()
  await page.locator('tbody:not([aria-hidden]) tr:nth-child(10)').waitFor()
  await page
    .getByRole('heading', { level: 1, name: 'Partneri' })
    .evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  expect(await page.evaluate(() => (globalThis as unknown as { started: string[] }).started)).toEqual([])
})

test('the buttons of a row are there, and get their icons when it is pointed at or has the focus', async () => {
  const page = await open('/countries', { fresh: true })
  const row = (n: number) => page.locator(`tbody:not([aria-hidden]) tr:nth-child(${n})`)
  const icons = (n: number) => row(n).locator('button svg').count()
  await row(3).getByRole('button', { name: 'Uredi' }).waitFor()
  expect(await icons(2)).toBe(0)
  await row(2).hover()
  await expect.poll(() => icons(2)).toBeGreaterThan(0)
  expect(await icons(3)).toBe(0)
  await row(2).focus()
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => icons(3)).toBeGreaterThan(0)
})

test('the text editor and the calendar load only with a form that has them', async () => {
  const page = await open('/favicon.svg', { fresh: true })
  const form = page.getByRole('dialog')
  const files = new Map<string, number>()
  let pending = 0
  page.on('request', (request) => {
    const file = new URL(request.url()).pathname
    if (!file.endsWith('.js')) return
    files.set(file, sizeOf(file))
    pending++
  })
  page.on('requestfinished', (request) => {
    if (request.url().endsWith('.js')) pending--
  })
  const allCame = async () => {
    await atRest(page)
    await expect.poll(() => pending).toBe(0)
  }
  const ahead = page.waitForResponse('**/SnackbarStack-*.js') // with others, five seconds after the start
  await page.clock.install()
  await page.goto(`${address}/sliders?add=1`)
  await form.waitFor()
  await page.clock.fastForward(5_000)
  await ahead
  await allCame()
  files.clear()
  await form.getByRole('combobox', { name: 'Tip' }).selectOption('2')
  await form.getByRole('textbox', { name: 'Sadržaj' }).waitFor()
  await allCame()
  expect(sum(files)).toBeGreaterThan(0)
  expect(sum(files)).toBeLessThanOrEqual(160)
  files.clear()
  await form.getByRole('combobox', { name: 'Tip' }).selectOption('3')
  await form.getByRole('button', { name: 'Sljedeći mjesec' }).waitFor()
  await allCame()
  expect(sum(files)).toBeGreaterThan(0)
  expect(sum(files)).toBeLessThanOrEqual(24)
})

/** All scripts that an app can load in a language: those of its page, and their imports. */
function scriptsOf(page: string, otherLanguage: string) {
  const waiting = namesIn(readFileSync(join(dist, page), 'utf8'))
  const found = new Map<string, number>()
  for (let name = waiting.pop(); name; name = waiting.pop()) {
    const file = join(dist, 'assets', name)
    if (found.has(name) || name.startsWith(otherLanguage) || !existsSync(file)) continue
    found.set(name, statSync(`${file}.gz`).size)
    waiting.push(...namesIn(readFileSync(file, 'utf8')))
  }
  return found
}
const namesIn = (text: string) => [...text.matchAll(/([\w.$-]+\.js)["'`]/g)].map(([, name]) => name ?? '')

// Of the office, 2 KiB are the undo of an import that stays, deliveries across pages and the last step of a campaign.
// Another 2 are the nouns of lists, which load in both languages with their lists and not with home. Two more say
// what was silent (a full device, a file that is gone, a delivery that failed half-way, a closed conversation), and are
// labels that files have, too.
test('all script in a language is at most 988 KiB for the office and 330 for the portal', () => {
  for (const other of ['cnr-', 'en-']) {
    expect(sum(scriptsOf('index.html', other))).toBeLessThanOrEqual(988)
    expect(sum(scriptsOf('portal.html', other))).toBeLessThanOrEqual(330)
  }
})
