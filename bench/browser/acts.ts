import type { BrowserContext, CDPSession, Page } from 'playwright-core'

/** Milliseconds after an act in which its work on the main thread is still counted. */
const REST_MS = 400

export interface Opened {
  context: BrowserContext
  page: Page
  session: CDPSession
}

/** An act, and how its end is seen in the page. */
interface Act {
  /** The element that is clicked, or the select that gets a value. */
  target: string
  value?: string
  /** Present at the end. */
  until: string
  /** Another element at the end than at the start. */
  fresh?: string
}

/** Milliseconds until the next frame, and milliseconds of the main thread including those soon after. */
interface Cost {
  painted: number
  task: number
}

/** A row of a list with its data, counted from 1. */
export const row = (n: number) => `tbody:not([aria-hidden]) tr:nth-child(${n}) td:nth-child(3)`

/**
 * Clicks and watches inside the page: Playwright's own click and wait take 170 to 520 ms at a quarter of the processor.
 */
export async function perform({ page, session }: Opened, act: Act): Promise<Cost> {
  const before = await taskTime(session)
  const painted = await page.evaluate(inPage, act)
  await page.waitForTimeout(REST_MS)
  return { painted, task: (await taskTime(session)) - before }
}

function inPage({ target, value, until, fresh }: Act) {
  const element = document.querySelector<HTMLElement>(target)
  if (!element) throw new Error(`${target} is not there`)
  const old = fresh && document.querySelector(fresh)
  const from = performance.now()
  const isOver = () => document.querySelector(until) && !(fresh && document.querySelector(fresh) === old)
  return new Promise<number>((resolve) => {
    const painted = () => requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - from)))
    const observer = new MutationObserver(() => {
      if (!isOver()) return
      observer.disconnect()
      painted()
    })
    observer.observe(document, { subtree: true, childList: true, characterData: true })
    if (value === undefined) element.click()
    else {
      ;(element as HTMLSelectElement).value = value
      element.dispatchEvent(new Event('change', { bubbles: true }))
    }
  })
}

/** Opens a page for the first time, until this element is there and painted. */
export async function arrive({ page, session, context }: Opened, address: string, until: string) {
  await context.addInitScript((selector) => {
    const painted = new Promise<number>((resolve) => {
      const observer = new MutationObserver(() => {
        if (!document.querySelector(selector)) return
        observer.disconnect()
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
      })
      observer.observe(document, { subtree: true, childList: true })
    })
    Object.assign(globalThis, { painted })
  }, until)
  const before = await taskTime(session)
  await page.goto(address, { waitUntil: 'commit' })
  const painted = await page.evaluate(() => (globalThis as unknown as { painted: Promise<number> }).painted)
  await page.waitForTimeout(REST_MS)
  return { painted, task: (await taskTime(session)) - before }
}

/** Per key: to the next frame (the median), and on the main thread. */
export async function type({ page, session }: Opened, input: string, word: string): Promise<Cost> {
  await page.locator(input).first().focus()
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
  await page.waitForTimeout(REST_MS)
  const before = await taskTime(session)
  for (const letter of word) {
    await page.keyboard.press(letter)
    await page.waitForTimeout(120)
  }
  const task = ((await taskTime(session)) - before) / word.length
  const times = await page.evaluate(() => (globalThis as unknown as { keys: { times: number[] } }).keys.times)
  return { painted: times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0, task }
}

/** Milliseconds that the main thread has worked, by its own clock, which does not run while others use the processor. */
async function taskTime(session: CDPSession) {
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const { metrics } = await session.send('Performance.getMetrics')
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0)
}

/** Waits until the page is rendered and loads nothing more; the event stream never ends. */
export async function waitUntilIdle(page: Page) {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  const loaded = () => page.evaluate(() => performance.getEntriesByType('resource').length)
  for (let before = -1, now = await loaded(); now !== before; now = await loaded()) {
    before = now
    await page.waitForTimeout(500)
  }
}
