import type { Page } from 'playwright-core'

/** Holds the requests to an URL, by default of any method, until something has happened. */
export const holdRequests = (page: Page, url: string | RegExp, until: Promise<unknown>, method?: string) =>
  page.route(url, async (route) => {
    if (!method || route.request().method() === method) await until
    await route.continue()
  })

/** Lets requests to an URL, by default of any method, reach the server, and loses its responses. */
export const loseResponses = (page: Page, url: string, method?: string) =>
  page.route(url, async (route) => {
    if (method && route.request().method() !== method) return route.fallback()
    await route.fetch()
    await route.abort('connectionreset')
  })
