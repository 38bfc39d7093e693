import type { Page } from 'playwright-core'

/** Delays the requests to an URL, by default of any method, until a promise has settled. */
export const delayRequests = (page: Page, url: string | RegExp, until: Promise<unknown>, method?: string) =>
  page.route(url, async (route) => {
    if (!method || route.request().method() === method) await until
    await route.continue()
  })

/** Lets the requests to an URL, by default of any method, reach the server, and loses the responses. */
export const loseResponses = (page: Page, url: string | RegExp, method?: string) =>
  page.route(url, async (route) => {
    if (method && route.request().method() !== method) return route.fallback()
    await route.fetch()
    await route.abort('connectionreset')
  })

/**
 * Waits until the page has received a whole response from a path, and not only that the server is busy. Playwright's `response.finished()` may never
 * resolve: Chromium does not always report the end of a response that the page reads as a stream.
 */
export const received = (page: Page, path: string) =>
  page.waitForFunction((ending) => {
    const timings = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    return timings.some(({ name, responseStatus }) => name.endsWith(ending) && responseStatus === 200)
  }, path)
