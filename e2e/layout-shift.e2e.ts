import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callsOf } from './calls.ts'
import { atRest, DEMO, DEMO_PARTNER, PHONE, startKontor } from './harness.ts'
import { delayRequests, received } from './responses.ts'

const { open, address } = await startKontor()

// A first visit of the home page reserves space for all kinds of tasks, and the demo may have no order of today yet.
const partner = await callsOf(address, DEMO_PARTNER)
const { result } = await partner<{ result: { id: number }[] }>('GET', '/api/app/catalogue/products?offset=0')
await partner('POST', '/api/app/basket', {
  lines: [{ product_id: result[0]?.id, quantity: 1, ignore_quantity: true }],
})

/** The most that a screen may shift while it loads (CLS). */
const MOST = 0.02

const office = [
  '/',
  '/partners',
  '/partners/10001',
  '/campaigns',
  '/campaigns/1',
  '/campaigns/1?tab=cart',
  '/cart',
  '/products',
  '/catalogue',
  '/catalogue_orders',
  '/sliders',
  '/messages',
  '/notifications',
  '/technical_support',
  '/customerService',
  '/signedInPartners',
  '/stores',
  '/countries',
  '/users',
  '/users?tab=roles',
  '/users?tab=office',
  '/webhooks',
  '/history',
  '/user-profile',
]
const portal = [
  '',
  '/catalogue',
  '/campaigns',
  '/orders',
  '/basket',
  '/chats',
  '/support',
  '/stores',
  '/profile',
]
const apps = [
  { app: 'the office on a desk', as: DEMO, paths: office, options: {} },
  { app: 'the office on a phone', as: DEMO, paths: office, options: PHONE },
  {
    app: 'the partners’ app on a phone',
    as: DEMO_PARTNER,
    options: PHONE,
    paths: portal.map((path) => `/app${path}`),
  },
]

test.for(apps)(
  'nothing moves while a screen of $app loads, however late its answers come, and none is an error',
  async (one) => {
    const page = await open('/favicon.svg', {
      as: one.as,
      ...(one.options as BrowserContextOptions),
      fresh: true,
    })
    const { pending, failed } = await answerOneByOne(page)
    await page.addInitScript(recordShifts)
    const moved: string[] = []
    for (const path of one.paths) {
      await page.goto(address + path)
      await page.locator('h1').first().waitFor()
      do {
        await expect.poll(pending).toBe(0)
        await atRest(page)
      } while (pending() > 0)
      const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: Shift[] }).shifts)
      const sum = shifts.reduce((total, { value }) => total + value, 0)
      if (sum > MOST)
        moved.push(`${path}: ${sum.toFixed(3)} ${shifts.flatMap(({ moved: what }) => what).join('; ')}`)
    }
    expect(moved).toEqual([])
    expect(failed).toEqual([])
  },
)

test('nothing moves when the overview of a partner’s page arrives last, or what a sign-in page asks', async () => {
  const late = [
    { path: '/partners/10001', as: DEMO, asked: '/api/partners/10001/overview', shown: /^stanje / },
    { path: '/login', as: null, asked: '/api/about', shown: 'Popuni' },
    { path: '/app/login', as: null, asked: '/api/about', shown: 'Popuni' },
  ]
  for (const options of [{}, PHONE])
    for (const { path, as, asked, shown } of late) {
      const page = await open('/favicon.svg', { ...options, as, fresh: true })
      const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
      await delayRequests(page, `**${asked}`, isReleased)
      await page.addInitScript(recordShifts)
      await page.goto(address + path)
      await page.locator('h1').waitFor()
      if (as) await received(page, '/timeline')
      await atRest(page)
      release()
      await page.getByText(shown).waitFor()
      await atRest(page)
      const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: Shift[] }).shifts)
      const sum = shifts.reduce((total, { value }) => total + value, 0)
      expect(sum, `${path}: ${shifts.flatMap(({ moved }) => moved).join('; ')}`).toBeLessThanOrEqual(MOST)
    }
})

interface Shift {
  value: number
  /** What moved: element, and its top before and after. */
  moved: string[]
}

/** Lets each answer of the API arrive in a frame of its own. Returns the number of those that have not, and errors. */
async function answerOneByOne(page: Page) {
  let last: Promise<unknown> = Promise.resolve()
  let count = 0
  const failed: string[] = []
  await page.route('**/api/**', async (route) => {
    if (new URL(route.request().url()).pathname.endsWith('/events')) return route.continue()
    count++
    const response = await route.fetch().catch(() => undefined)
    const isRefused = response && response.status() >= 400 && response.status() !== 503 // too busy is tried again
    if (isRefused) failed.push(`${page.url()}: ${response.status()} ${response.url()}`)
    const turn = last
    last = turn.then(() => twoFrames(page))
    await last
    count--
    await (response ? route.fulfill({ response }) : route.abort()).catch(() => undefined) // the page has gone on
  })
  return { pending: () => count, failed }
}

const twoFrames = (page: Page) =>
  page
    .evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    .catch(() => undefined)

function recordShifts() {
  const shifts: Shift[] = []
  Object.assign(globalThis, { shifts })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as LayoutShift[])
      shifts.push({
        value: entry.value,
        moved: entry.sources.map(({ node, previousRect, currentRect }) => {
          const element = node instanceof Element ? node : node?.parentElement
          const text = element?.textContent?.trim().slice(0, 24)
          return `${entry.value.toFixed(3)} <${element?.tagName} ${element?.className}> ${text} ${Math.round(previousRect.top)},${Math.round(previousRect.left)} → ${Math.round(currentRect.top)},${Math.round(currentRect.left)}`
        }),
      })
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Not among TypeScript's own types. */
interface LayoutShift {
  value: number
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
}
