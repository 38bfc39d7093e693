import type { Locator, Page } from 'playwright-core'
import { DEMO_PARTNER, PHONE } from './harness.ts'

/** The portal on a phone, as the demo partner. */
export const phone = { ...PHONE, as: DEMO_PARTNER }

export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
/** Both presses reach the button: the second of a double click could land on what the closed sheet had covered. */
export const pressTwice = (button: Locator) =>
  button.evaluate((element: HTMLElement) => {
    element.click()
    element.click()
  })
export const tab = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name }).click()

/** Navigates within the app, without a reload. */
export const go = (page: Page, path: string) =>
  page.evaluate((target) => history.pushState(null, '', target), `/app${path}`)

/** By how many pixels the page is wider than the screen. */
export const wider = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
