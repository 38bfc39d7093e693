import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type CDPSession,
  chromium,
  type Page,
} from 'playwright-core'

/** A page of the server without scripts. */
export const BLANK = '/favicon.svg'

/** A window of the browser, used by one test after the other; `cdp` is a DevTools session of its own. */
interface Window {
  key: string
  context: BrowserContext
  page: Page
  cdp: CDPSession
  isBusy: boolean
}

// Shared by all files of a worker: a warm browser loads a screen in a third of the time.
let browser: Promise<Browser> | undefined
export const windows: Window[] = []
export const errors: string[] = []

/** The browser of this worker, closed with it. */
export function launched(): Promise<Browser> {
  browser ??= chromium.launch({
    executablePath: process.env.KONTOR_CHROMIUM ?? '/usr/bin/chromium-headless-shell',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-gpu-compositing',
      '--disable-background-networking',
      // A page lives for seconds: the optimising compilers cost more than they save.
      '--js-flags=--no-maglev --no-turbofan',
    ],
  })
  return browser
}

const DESK = { width: 1440, height: 900 }

/** A free window with these options, created if there is none; a fresh one is used by one test only. */
export async function windowFor(options: BrowserContextOptions, isFresh: boolean): Promise<Window> {
  const key = JSON.stringify(options)
  const known = windows.find((one) => one.key === key && !one.isBusy)
  if (known && !isFresh) {
    known.isBusy = true
    return known
  }
  const browser = await launched()
  const context = await browser.newContext({
    viewport: DESK,
    timezoneId: 'Europe/Podgorica',
    reducedMotion: 'reduce',
    ...options,
  })
  collectErrors(context)
  context.setDefaultTimeout(90_000) // a busy machine stalls for seconds, again and again
  await context.addInitScript(recordSnackbars)
  await context.addInitScript(disableProbeTimeout)
  const page = await context.newPage()
  const window = { key, context, page, cdp: await context.newCDPSession(page), isBusy: true }
  if (!isFresh) windows.push(window)
  return window
}

/**
 * Disables the timeout of the probe, which a busy machine would exceed. A server that does not answer is in the unit
 * test of connection.ts.
 */
function disableProbeTimeout() {
  const send = globalThis.fetch
  globalThis.fetch = (input, init) => send(input, input === '/health' ? { ...init, signal: null } : init)
}

/**
 * Records the texts of snackbars: they close after seconds, on a busy machine before a test waits for them. Those with
 * a text of `keptOpen` get the focus, because a focused one does not close.
 */
function recordSnackbars() {
  const snackbars: string[] = []
  const keptOpen: string[] = []
  const texts = new WeakMap<Element, string>()
  Object.assign(globalThis, { snackbars, keptOpen })
  const observer = new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      const element = node instanceof Element ? node : node.parentElement
      const root = '.mantine-Notification-root'
      const snackbar = element?.querySelector(root) ?? element?.closest(root)
      const text = snackbar?.textContent
      if (!snackbar || !text || texts.get(snackbar) === text) continue
      texts.set(snackbar, text)
      snackbars.push(text)
      if (keptOpen.some((one) => text.includes(one)))
        snackbar.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
    }
  })
  observer.observe(document, { childList: true, subtree: true })
}

/** Resets a window to the state of a new one, except for the file cache. A window that cannot be reset is closed. */
export async function clear(
  window: Window,
  address: string,
  { colorScheme = 'light', viewport = DESK }: BrowserContextOptions,
) {
  const { context, page, cdp } = window
  try {
    for (const other of context.pages()) if (other !== page) await other.close()
    for (const event of ['request', 'response', 'dialog'] as const) page.removeAllListeners(event)
    await context.setOffline(false)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await page.emulateMedia({ colorScheme, media: null })
    if (viewport) await page.setViewportSize(viewport)
    await page.mouse.move(0, 0)
    await page.goto(address + BLANK)
    await cdp.send('Storage.clearDataForOrigin', { origin: address, storageTypes: 'all' })
    await page.evaluate(() => sessionStorage.clear())
    window.isBusy = false
  } catch {
    windows.splice(windows.indexOf(window), 1)
    await context.close()
  }
}

function collectErrors(context: BrowserContext) {
  context.on('weberror', (error) => errors.push(error.error().message))
  context.on('console', (message) => {
    // Failed requests are part of the tests; the browser reports each as a console error.
    const isRefusal = message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !isRefusal)
      errors.push(`${message.text()} at ${message.location().url}`)
  })
}
